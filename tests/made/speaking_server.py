"""A server that sends given bytes and ends each connection in its own way."""

import contextlib
import socket
import ssl
import struct
import threading
from pathlib import Path

PEM = Path(__file__).parent / "localhost.pem"
_LINGER = struct.pack("ii", 1, 0)  # closing sends a reset instead of an end


@contextlib.contextmanager
def speaking(*answers, tls=False):
    """Yield the address of a server and the heads of its requests.

    Each of ``answers`` is for one connection: its bytes, and its end: ``end``, ``reset``, or
    ``silence`` until the test is over.
    """
    heads: list[str] = []
    over = threading.Event()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(PEM)

    def answer(connection, said, end):
        with contextlib.suppress(OSError), connection:
            if tls:
                connection = context.wrap_socket(connection, server_side=True)
            heads.append(_read_head(connection))
            connection.sendall(said)
            if end == "reset":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER)
            elif end == "silence":
                over.wait(10)
            connection.close()

    def answer_all(listening):
        with contextlib.suppress(OSError):  # it ends with the test
            for said, end in answers:
                connection, _ = listening.accept()
                arguments = (connection, said, end)
                threading.Thread(target=answer, args=arguments, daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=answer_all, args=(listening,), daemon=True).start()
        scheme = "https" if tls else "http"
        yield f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/file.bin", heads
        over.set()


def _read_head(connection):
    """Return the head of a request, or how an encrypted one begins."""
    head = b""
    while (
        b"\r\n\r\n" not in head
        and not head.startswith(b"\x16")
        and (block := connection.recv(65536))
    ):
        head += block
    return head.decode("latin-1")
