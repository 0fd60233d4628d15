"""The vectors of the sentences of large pools' papers."""

import numpy as np
import pyarrow as pa

from paperpool.mdcr.sentence_vectors import encode_sentences
from paperpool.tables import MDCR_PAPERS, write_table

PAPERS = {
    "a": ("On nets", "We train nets. They learn much."),
    "b": ("", "One sentence alone."),
    "c": ("A title", None),
}


class Lengths:
    """Encodes a text as its length; of an empty one nothing is known."""

    def encode(self, papers):
        return [
            np.array([[len(text) or np.nan, 1.0] for text in paper], np.float32) for paper in papers
        ]


def test_titles_and_sentences_have_a_row_each_and_a_place_by_paper(tmp_path):
    rows = [
        dict.fromkeys(MDCR_PAPERS.names) | {"paper_id": i, "title": title, "abstract": abstract}
        for i, (title, abstract) in PAPERS.items()
    ]
    write_table(tmp_path / "papers", pa.Table.from_pylist(rows, schema=MDCR_PAPERS))
    files = tmp_path / "vectors.npy", tmp_path / "starts.npy"
    assert encode_sentences(tmp_path / "papers", Lengths(), *files) == 5
    vectors, starts = map(np.load, files)
    assert starts.tolist() == [0, 3, 4, 5]
    texts = ["On nets", "We train nets.", "They learn much.", "One sentence alone.", "A title"]
    assert vectors[:, 0].tolist() == [len(text) for text in texts]
