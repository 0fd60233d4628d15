"""A scheme that shares no facet, no label and no number of grades with CSFCube's."""

import yaml

from paperpool.collections.schemes import Scheme, default_scheme, parse_scheme

FACETS = default_scheme().facet_names
LABELS = default_scheme().labels

TWO_FACETS = """\
name: claims
title: Claims and their evidence
facets:
  - name: claim
    question: What the paper claims.
    labels: [assertion]
  - name: evidence
    title: Evidence
    question: What speaks for the claim.
    labels: [data, theory]
labels: [assertion, data, theory, aside]
grades:
  - {name: Unlike, definition: Something else., gain: 0}
  - {name: Alike, definition: The same., gain: 1}
relevant: 1
headings:
  assertion: [claim, conclusion]
  data: [findings]
guideline:
  general: [Judge by the text.]
"""


def two_facets_scheme() -> Scheme:
    """Return the scheme of ``TWO_FACETS``."""
    return parse_scheme(yaml.safe_load(TWO_FACETS), "claims.yaml")


def bare_scheme() -> Scheme:
    """Return the same scheme without labels, headings and general guidelines."""
    return parse_scheme(yaml.safe_load(write_bare()), "bare.yaml")


def write_bare() -> str:
    """Return the text of ``bare_scheme``."""
    read = yaml.safe_load(TWO_FACETS) | {"name": "bare", "labels": []}
    for facet in read["facets"]:
        del facet["labels"]
    for key in ("headings", "guideline"):
        del read[key]
    return yaml.safe_dump(read)
