"""BEIR folders with candidates for re-ranking: top_ranked/<split>.jsonl.

Source: mteb's re-ranking tasks; a row is {"query-id": text, "corpus-ids": [text, ...]}.
"""

from pathlib import Path

from paperpool.collections.found import Found
from paperpool.collections.readers.beir import Beir
from paperpool.collections.readers.rows import read_objects, refuse_bad_rows
from paperpool.io.bad_rows import BadRow
from paperpool.io.strict_json import JsonObject, is_text_list


class Mteb(Beir):
    """A BEIR folder with top_ranked/<split>.jsonl: each query's candidates, to be re-ranked."""

    def files(self) -> dict[str, str]:
        """Return the files of a BEIR folder, and that of the candidates."""
        files = super().files()
        files["candidates"] = str(Path(self.path) / "top_ranked" / f"{self.split}.jsonl")
        return files

    def read(self) -> Found:
        """Read the folder; a candidate listed twice is counted."""
        found = super().read()
        found.candidates = {}
        rows = read_objects(found.where["candidates"], "candidates", _candidates, found)
        for topic_id, ids in rows:
            unique = list(dict.fromkeys(ids))
            if topic_id in found.candidates:
                hint = "Give a query one row."
                found.refuse(f"The query {topic_id!r} is there twice.", "candidates", hint)
            found.candidates[topic_id] = unique
            for _ in range(len(ids) - len(unique)):
                found.drop("candidates", "repeated")

        form = 'A row is {"query-id": text, "corpus-ids": [text, ...]}.'
        refuse_bad_rows(found, "candidates", form)
        return found


def _candidates(row: JsonObject) -> tuple[str, list[str]]:
    topic_id = row["query-id"]
    ids = row["corpus-ids"]
    if not isinstance(topic_id, str) or not is_text_list(ids):
        raise BadRow("wrong_type")
    return topic_id, ids
