"""The breaks of a download: their description, and whether another attempt may help."""

import socket
import ssl
import urllib.error
from http.client import HTTPException, IncompleteRead, RemoteDisconnected

MOST_SECONDS = 600.0
"""The longest wait that a server is granted."""

_AGAIN = {408, 416, 425, 429}
"""Answers of 4xx that another attempt may improve; all others are final."""


class BrokenOff(Exception):
    """The answer ended too early, or does not continue the bytes that are there."""


BREAKS = (OSError, HTTPException, BrokenOff)
"""The exceptions of the network, a server or its answer."""


def is_final(error: Exception) -> bool:
    """Return whether a further attempt would fail as well."""
    if isinstance(error, urllib.error.HTTPError):
        return error.code < 500 and error.code not in _AGAIN
    return isinstance(_reason_of(error), ssl.SSLCertVerificationError)


def has_expired(error: Exception) -> bool:
    """Return whether an address may be refused because it was signed for a time that is over."""
    return isinstance(error, urllib.error.HTTPError) and error.code in (400, 403)


def find_wait(error: Exception, seconds: float) -> float:
    """Return how many seconds to wait: as the server wishes (Retry-After), else ``seconds``."""
    headers = error.headers if isinstance(error, urllib.error.HTTPError) else {}
    asked = headers.get("Retry-After", "")
    return min(max(float(asked), seconds), MOST_SECONDS) if asked.isdecimal() else seconds


def has_answered(error: Exception) -> bool:
    """Return whether ``error`` is of a server that was there, not of a network that is not."""
    answered = (urllib.error.HTTPError, HTTPException, ConnectionResetError, ssl.SSLError)
    return isinstance(_reason_of(error), answered) or isinstance(error, answered)


def describe_break(error: Exception, timeout: float) -> str:
    """Return in words, without a full stop, why the answer stopped for ``timeout`` seconds."""
    reason = _reason_of(error)
    if isinstance(error, urllib.error.HTTPError):
        return f"the server answered {error.code} {error.reason}".rstrip()
    if isinstance(reason, BrokenOff):
        return str(reason)
    if isinstance(reason, TimeoutError):
        return f"nothing came for {timeout:g} seconds"
    if isinstance(reason, ssl.SSLCertVerificationError):
        return f"the server's certificate is not trusted ({reason.verify_message})"
    if isinstance(reason, ssl.SSLError):
        return f"the encrypted connection failed ({reason.reason or reason})"
    if isinstance(reason, RemoteDisconnected | IncompleteRead):
        return "the server ended the connection too early"
    if isinstance(reason, ConnectionResetError):
        return "the connection was reset"
    if isinstance(reason, ConnectionRefusedError):
        return "the connection was refused"
    if isinstance(reason, socket.gaierror):
        return "the server's name is not known here"
    if isinstance(reason, HTTPException):
        return f"the server's answer is no proper HTTP ({type(reason).__name__})"
    return str(reason).rstrip(".") or type(reason).__name__


def _reason_of(error: Exception) -> object:
    """Return the error that urllib's wraps, else the error itself."""
    if isinstance(error, urllib.error.URLError) and not isinstance(error, urllib.error.HTTPError):
        return error.reason
    return error
