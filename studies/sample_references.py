"""Print resolved references of the cystic fibrosis collection, to be looked at by hand.

    PYTHONPATH=workflow/scripts .venv/bin/python studies/sample_references.py FOLDER

Each line has a reference as the file has it, and the record that it was resolved to. Before them
stands how many citations are in either list: the references of the citing paper, and the citing
works of the cited one.
"""

import random
import sys

from paperpool.collections.cystic_fibrosis_release import Record, list_record_files, read_records
from paperpool.collections.references import RESOLVED, Known, Reference, Resolver

N_SAMPLED = 50
SEED = 13


def main() -> int:
    """Print the counts and the sample; return the exit status."""
    [folder] = sys.argv[1:]
    records: list[Record] = []
    for path in list_record_files(folder):
        records += read_records(path).records
    by_number = {record.number: record for record in records}
    known = []
    for record in records:
        first_author = record.authors[0] if record.authors else ""
        known.append(Known(record.number, first_author, record.source, record.place))
    resolver = Resolver(known)

    edges = {"references": set(), "citations": set()}
    resolved: list[tuple[Record, Reference, str]] = []
    for record in records:
        for paper_id in resolver.resolve_all(record.number, record.references):
            edges["references"].add((record.number, paper_id))
        for paper_id in resolver.resolve_all(record.number, record.citations):
            edges["citations"].add((paper_id, record.number))
        for reference in (*record.references, *record.citations):
            paper_id, outcome = resolver.look_up(reference)
            if outcome == RESOLVED and paper_id is not None:
                resolved.append((record, reference, paper_id))

    in_both = edges["references"] & edges["citations"]
    counts = [f"{name}: {len(of_list)}" for name, of_list in edges.items()]
    print(", ".join(counts), f"in both: {len(in_both)}", f"outcomes: {dict(resolver.counts)}")
    for record, reference, paper_id in random.Random(SEED).sample(resolved, N_SAMPLED):
        paper = by_number[paper_id]
        author = paper.authors[0] if paper.authors else "no author"
        written = f"{reference.author}, {reference.journal} {' '.join(map(str, reference.place))}"
        print(f"{record.number}: {written} => {paper_id}: {author}, {paper.source}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
