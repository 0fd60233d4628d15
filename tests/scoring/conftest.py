"""The working directory of the command's tests: a small release, and a run "best"."""

from ..commands.conftest import here as here
