"""A scheme as the text of its file: written beside what is exported, and read again."""

from collections.abc import Mapping

import yaml

from paperpool.collections.schemes import Facet, Scheme, parse_scheme
from paperpool.io.yaml_files import read_value


def format_scheme(scheme: Scheme) -> str:
    """Return the YAML of a scheme; ``parse_text`` of it is the scheme again."""
    headings: dict[str, list[str]] = {}
    for heading, label in scheme.headings.items():
        headings.setdefault(label, []).append(heading)
    guideline: dict[str, object] = {
        "general": list(scheme.general),
        "full_texts": list(scheme.full_texts),
        "meetings": list(scheme.meetings),
    }
    definitions = {level.number: level.definition for level in scheme.grades}
    grades = []
    for level in scheme.grades:
        grade: dict[str, object] = {
            "name": level.name,
            "definition": level.definition,
            "gain": level.gain,
        }
        grades.append(_leave_empty_out(grade))

    content: dict[str, object] = {
        "name": scheme.name,
        "title": scheme.title,
        "facets": [_describe_facet(facet, definitions) for facet in scheme.facets],
        "labels": list(scheme.labels),
        "grades": grades,
        "relevant": scheme.relevant,
        "headings": headings,
        "unlabelled": scheme.unlabelled,
        "guideline": _leave_empty_out(guideline),
        "examples": dict(scheme.examples),
    }
    plain = _leave_empty_out(content)
    return yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100)


def parse_text(text: str, where: str) -> Scheme:
    """Return the scheme of a YAML text, read from ``where``; raise UserError with every mistake."""
    return parse_scheme(read_value(text), where)


def _describe_facet(facet: Facet, definitions: Mapping[int, str]) -> dict[str, object]:
    """Return a facet's keys; what a grade means for it, only if the grade's definition differs."""
    explained = {}
    for number, text in facet.grades.items():
        if text != definitions[number]:
            explained[number] = text
    keys: dict[str, object] = {
        "name": facet.name,
        "title": facet.title,
        "heading": facet.heading,
        "question": facet.question,
        "context": facet.context,
        "labels": list(facet.labels),
        "grades": explained,
    }
    return _leave_empty_out(keys)


def _leave_empty_out(keys: Mapping[str, object]) -> dict[str, object]:
    """Return keys without empty texts, lists and mappings, which a scheme leaves out."""
    return {key: value for key, value in keys.items() if value not in ("", [], {})}
