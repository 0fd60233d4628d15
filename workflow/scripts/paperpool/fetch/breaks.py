"""The breaks of a download: their description, and whether another attempt may help."""

import socket
import ssl
from http.client import HTTPException, IncompleteRead, RemoteDisconnected

from urllib3 import BaseHTTPResponse
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

MOST_SECONDS = 600.0
"""The longest wait that a server is granted."""

_AGAIN = {408, 416, 425, 429}
"""Answers of 4xx that another attempt may improve; all others are final."""

_EXPIRED = {400, 403}
_MOST_OF_BODY = 100_000


class BrokenOff(Exception):
    """The answer ended too early, or does not continue the bytes that are there."""


class Refusal(BrokenOff):
    """The server answered with an error: its status, headers, and the beginning of its body."""

    def __init__(self, answer: BaseHTTPResponse):
        super().__init__(f"the server answered {answer.status} {answer.reason or ''}".rstrip())
        self.status = answer.status
        self.headers = answer.headers
        try:
            self.body = answer.read(_MOST_OF_BODY)
        except HTTPError:
            self.body = b""


BREAKS = (HTTPError, BrokenOff)
"""The exceptions of the network, a server or its answer."""

_WORDS = (
    (TimeoutError, "nothing came for {timeout:g} seconds"),
    (ssl.SSLCertVerificationError, "the server's certificate is not trusted ({0.verify_message})"),
    (ssl.SSLError, "the encrypted connection failed ({0.reason})"),
    ((RemoteDisconnected, IncompleteRead), "the server ended the connection too early"),
    (ConnectionResetError, "the connection was reset"),
    (ConnectionRefusedError, "the connection was refused"),
    (socket.gaierror, "the server's name is not known here"),
    (HTTPException, "the server's answer is no proper HTTP ({0.__class__.__name__})"),
)
"""The first that fits describes a break."""


def is_final(error: Exception) -> bool:
    """Return whether a further attempt would fail as well."""
    if isinstance(error, Refusal):
        return error.status < 500 and error.status not in _AGAIN
    return isinstance(_reason_of(error), ssl.SSLCertVerificationError)


def has_expired(error: Exception) -> bool:
    """Return whether an address may be refused because it was signed for a time that is over."""
    return isinstance(error, Refusal) and error.status in _EXPIRED


def is_unreachable(error: Exception) -> bool:
    """Return whether no connection came about, so that there may be no such server or network."""
    return isinstance(error, NewConnectionError | ConnectTimeoutError)


def find_wait(error: Exception, seconds: float) -> float:
    """Return how many seconds to wait: as the server wishes (Retry-After), else ``seconds``."""
    if isinstance(error, Refusal):
        wish = error.headers.get("Retry-After", "")
        if wish.isdecimal():
            return min(max(float(wish), seconds), MOST_SECONDS)
    return seconds


def describe_break(error: Exception, timeout: float) -> str:
    """Return in words, without a full stop, why the answer stopped for ``timeout`` seconds."""
    reason = _reason_of(error)
    for kinds, words in _WORDS:
        if isinstance(reason, kinds):
            return words.format(reason, timeout=timeout)
    return str(reason).rstrip(".") or type(reason).__name__


def _reason_of(error: Exception) -> Exception:
    """Return the error of the system below those that urllib3 puts around it."""
    if isinstance(error, HTTPError):
        for inner in [error.__cause__] + list(error.args):
            if isinstance(inner, Exception):
                return _reason_of(inner)
    return error
