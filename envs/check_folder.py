"""Refuse a folder by whose name ``make setup``, or what it sets up, would fail: say why.

Blanks, apostrophes and letters of any language are fine. Run by ``make setup`` before ``.venv`` is
made, so it uses nothing but Python itself.
"""

import sys
from pathlib import Path

NEVER = "${}:"
"""setuptools and Snakemake take them for variables; a colon separates the folders of a PATH."""

NOT_WITH_BLANK = '"`'
"""With a blank in the path, the first lines of programs in ``.venv/bin`` are read by a shell."""


def find_unusable(folder: str) -> str:
    """Return the characters of a folder's path that keep paperpool from running there."""
    unusable = set(NEVER)
    if " " in folder:
        unusable |= set(NOT_WITH_BLANK)

    found = []
    for character in dict.fromkeys(folder):
        if character in unusable or not character.isprintable():
            found.append(character)
    return "".join(found)


def main() -> int:
    """Return 1 after a message if the current folder cannot be used, else 0."""
    folder = str(Path.cwd())
    found = find_unusable(folder)
    if not found:
        return 0
    named = " ".join(
        character if character.isprintable() else repr(character) for character in found
    )
    print(
        f"paperpool cannot be set up in a folder with {named} in its path.\n"
        f"  Where: {folder!r}\n"
        "  Hint: Move or rename the folder, then call `make setup` there. Blanks and letters of "
        "any language are fine.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
