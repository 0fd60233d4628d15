"""How we write (CONTRIBUTING.md): words, sentences, pages and docstrings."""

import ast
import re
from collections import Counter

import pytest

AVOIDED = re.compile(
    r"\b(?:mend(?:s|ed)?|no matter of|in your mind|what there is none of|nobody near)\b",
    re.IGNORECASE,
)
"""Words and phrases that we do not use, in pages, docstrings and messages."""

MOST_WORDS = {"README.md": 900, "docs/tutorials/": 500, "docs/": 1_500}
"""The most words of a page, by the start of its path; the first that fits counts."""

LONGEST_SENTENCE = 35

RIDDLES = {
    "what, where, which": (8, r"(?:what|where|which)(?:ever)?"),
    "none, nothing, nobody": (2, r"none|nothing|nobody"),
    "tell, say, ask": (1, r"tells?|told|telling|says?|said|saying|ask(?:s|ed|ing)?"),
}
"""The most of some words per 1,000 of all docstrings. ``None``, Python's value, is not counted."""


def list_pages(root):
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def list_docstrings(file):
    """Yield the docstrings of a module, those of variables among them."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def list_sentences(page):
    """Yield the sentences of a page's paragraphs and list items, without code and tables."""
    text = re.sub(r"```.*?```|<!--.*?-->", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = [line for line in text.splitlines() if not line.startswith(("|", "#", "!"))]
    for paragraph in re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.) ", "\n".join(lines)):
        links_out = re.sub(r"\]\([^)]*\)", "]", " ".join(paragraph.split()))
        yield from re.split(r"(?<=[.!?:;])[)\"”]* (?=[A-Z0-9`*\[(“])", links_out)


@pytest.fixture(scope="module")
def library(root):
    return sorted((root / "workflow/scripts/paperpool").rglob("*.py"))


def test_pages_and_docstrings_are_without_words_that_we_do_not_use(root, library):
    found = [
        f"{file.relative_to(root)}: {match[0]}"
        for file in [*list_pages(root), *library]
        for match in AVOIDED.finditer(file.read_text(encoding="utf-8"))
    ]
    assert not found


def test_no_page_is_long_and_no_sentence_of_one(root):
    for page in list_pages(root):
        name = page.relative_to(root).as_posix()
        most = next(most for start, most in MOST_WORDS.items() if name.startswith(start))
        assert len(page.read_bytes().split()) <= most, name
        long = [one for one in list_sentences(page) if len(one.split()) > LONGEST_SENTENCE]
        assert not long, f"{name}: {long[0]}"


@pytest.mark.parametrize("kind", RIDDLES)
def test_docstrings_name_things_in_place_of_riddles(library, kind):
    most, pattern = RIDDLES[kind]
    counted, words = Counter(), 0
    for file in library:
        for text in map(str, list_docstrings(file)):
            found = [word for word in re.findall(r"[A-Za-z']+", text) if word != "None"]
            words += len(found)
            counted[file.stem] += sum(bool(re.fullmatch(pattern, w.lower())) for w in found)
    assert words > 10_000
    assert 1_000 * counted.total() / words <= most, counted.most_common(10)
