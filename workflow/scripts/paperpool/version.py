"""The version of paperpool, as in pyproject.toml and CITATION.cff."""

__version__ = "0.2.0"
