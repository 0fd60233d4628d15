"""Snakemake's log records of a failure, gathered and printed last.

Snakemake adds a dozen lines to the message of a job, and cuts or repeats that of a start-up. A
``FailureFilter`` on its logger shortens lists of files, remembers failed jobs, and puts problem,
place and hint into the last record.
"""

import logging
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.os_errors import explain_os_error
from paperpool.workflow.running.failures.job_logs import explain_job
from paperpool.workflow.running.failures.targets import Targets

LOGGER = "snakemake.logging"
"""The name of Snakemake's logger."""

MOST_JOBS = 5
"""The most failed jobs that are described."""

INTERRUPTED = "Interrupted. The same command goes on where it stopped."

_LOCKED = Problem(
    "Another process is working in this folder.",
    str(Path(".snakemake", "locks")),
    "Wait for it to end. If none is running, `snakemake --unlock` removes a crash's lock.",
)

_SEE_ABOVE = "They have the details, and the file."

_NO_RULE = re.compile(r"No rule to produce (.+?) \(if you use")


class FailureFilter(logging.Filter):
    """Changes Snakemake's records, and keeps the failures in them.

    ``find_targets`` returns the possible targets, once the Snakefile is read; ``list_warnings``
    what is repeated where nothing is to be done. With ``is_silent`` the last record is left out:
    the filter's maker prints ``message`` afterwards.
    """

    def __init__(self, is_silent: bool = False):
        super().__init__()
        self.find_targets: Callable[[], Targets] = Targets
        self.list_warnings: Callable[[], list[str]] = list
        self._is_silent = is_silent
        self.is_interrupted = False
        self._failed: dict[object, tuple[str, list[str], str]] = {}
        self._told = ""
        self._endings = threading.local()

    def message(self) -> str:
        """Return the error that ended Snakemake, in our words; empty if it ended well."""
        return self._told

    def filter(self, record: logging.LogRecord) -> bool:
        """Look at a record and shorten it; return whether to write it."""
        event = getattr(record, "event", None)
        if event == "job_error":
            self._note_failed(record)
        elif event == "job_finished":
            self._failed.pop(getattr(record, "job_id", None), None)  # a second attempt
        elif event == "error":
            return self._note_error(record)
        elif str(record.msg).startswith("Terminating processes on user request"):
            self.is_interrupted = True

        shorten_lines(record)
        if str(record.msg).startswith("Nothing to be done"):
            record.msg = "\n".join([str(record.msg), *self.list_warnings()])
        return True

    def _note_failed(self, record: logging.LogRecord) -> None:
        """Remember a failed job; its `message:` is left out if Snakemake has none."""
        fields = vars(record)
        said = fields.get("rule_msg")
        ended = getattr(self._endings, "text", "") or said or ""
        self._endings.text = ""  # of this job; the next of the thread may have none
        self._failed[fields.get("jobid")] = (fields["rule_name"], list(fields["log"]), ended)
        if said is None:
            record.msg = ""

    def _note_error(self, record: logging.LogRecord) -> bool:
        """Remember an exception that Snakemake is about to print, and put our message into it."""
        error = sys.exc_info()[1]
        if threading.current_thread() is not threading.main_thread():
            lines = str(record.msg).strip().split("\n")  # of a job; the last that is no place
            said = [line for line in lines if not line.startswith("  File ")]
            self._endings.text = said[-1] if said else ""
            return True

        told = self._explain(error, str(record.msg))
        if told is None:
            text = str(record.msg).strip()
            line = " ".join((str(error or "") or text).split())[:300]
            self._told = str(Problem(line, "Snakemake's own lines, further up", _SEE_ABOVE))
            return True
        self._told = told
        record.msg = told
        return not self._is_silent

    def _explain(self, error: BaseException | None, text: str) -> str | None:
        """Return our message for an exception, or None."""
        if self.is_interrupted:
            return INTERRUPTED

        outer = None
        for exception in _walk(error):
            if isinstance(exception, UserError):
                # what was raised from it says where it happened
                is_cause = outer is not None and outer.__cause__ is exception
                return str(outer if is_cause else exception)
            outer = exception

        if self._failed and "did not complete successfully" in text:
            return self._explain_jobs()
        if "Directory cannot be locked" in text:
            return str(_LOCKED)
        missing = _NO_RULE.search(text)
        if missing is not None:
            return str(self.find_targets().explain_unknown(missing.group(1)))
        if "Target rules may not contain wildcards" in text:
            return self.find_targets().explain_wildcards()
        if isinstance(error, OSError):
            return str(explain_os_error(error, "Snakemake's own files"))
        return None

    def _explain_jobs(self) -> str:
        """Return the errors of the last failed jobs, each once."""
        errors = []
        for rule, logs, ended in self._failed.values():
            error = explain_job(rule, logs, ended)
            if error not in errors:
                errors.append(error)

        shown = errors[-MOST_JOBS:]
        if len(errors) > len(shown):
            shown.insert(0, f"{len(errors)} jobs failed; these are the last of them.")
        return "\n".join(shown)


def watch_snakemake(is_silent: bool = False) -> FailureFilter:
    """Put a filter on Snakemake's logger, once, and return it; silence tracebacks of full disks."""
    logging.raiseExceptions = False
    logger = logging.getLogger(LOGGER)
    for present in logger.filters:
        if isinstance(present, FailureFilter):
            return present
    watching = FailureFilter(is_silent)
    logger.addFilter(watching)
    return watching


def _walk(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and its causes and contexts."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


MOST = 500
"""The most characters of a line."""

_ROOM = 240
"""Characters for names in such a line: enough for the first few."""

_LISTS = ("input", "output", "log")
"""Attributes of a record that are lists of files."""


def shorten_lines(record: logging.LogRecord) -> None:
    """Shorten long lists of files in a record of Snakemake's."""
    if isinstance(record.msg, str) and not record.args and record.levelno < logging.ERROR:
        lines = [shorten_line(line) for line in record.msg.split("\n")]
        record.msg = "\n".join(lines)

    for name in _LISTS:
        files = getattr(record, name, None)
        if isinstance(files, list):
            setattr(record, name, shorten_list(files, _ROOM))

    reason = getattr(record, "reason", None)
    if isinstance(reason, str):
        record.reason = shorten_reason(reason)


_QUOTED = re.compile(r"""(?:(?<=: )|^)(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")""")
"""A quoted text, as a parameter of a job is printed; each character is looked at once."""


def _leave_out_lines(quoted: re.Match[str]) -> str:
    """Return a quoted text, without its content if it has several lines: a configuration."""
    return "(lines of text)" if "\\n" in quoted[0] else quoted[0]


def shorten_reason(reason: str) -> str:
    """Return why a job runs, with fewer names in each of its parts, and no text of many lines."""
    reason = _QUOTED.sub(_leave_out_lines, reason)
    if len(reason) <= _ROOM:
        return reason

    parts = reason.split("; ")
    room = _ROOM // len(parts)
    shown = []
    for part in parts:
        title, colon, names = part.partition(": ")
        left = room - len(title) - 2
        files = sorted(re.split(r",\s*", names))  # Snakemake's order changes from call to call
        shown.append(title + colon + ", ".join(shorten_list(files, left)))
    return shorten_line("; ".join(shown))


def shorten_line(line: str) -> str:
    """Return a line without its last names, if it is too long; they stand between commas."""
    if len(line) <= MOST:
        return line
    return ", ".join(shorten_list(line.split(", "), _ROOM))[:MOST]


def shorten_list(names: Sequence[str], room: int) -> list[str]:
    """Return the first names, as many as fit into ``room`` characters, and how many more."""
    shown: list[str] = []
    length = 0
    for name in names:
        length += len(name) + 2
        if length > room and shown:
            return [*shown, f"and {len(names) - len(shown)} more"]
        shown.append(name)
    return shown
