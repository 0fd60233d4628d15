"""A filter that keeps nothing stops the run, each time it is called, until it is corrected."""

import json

import pyarrow.parquet as pq

from ..made.shards import make_row, write_shard


def test_an_empty_corpus_is_no_result(workplace):
    write_shard(workplace.folder / "a.jsonl", [make_row(str(n), year=801 + n) for n in range(3)])
    content = {"run": "empty", "data": {"s2orc": ["a.jsonl"]}}
    wrong = {"filters": ["csfcube"], "csfcube": {"field": "computer science"}}
    corpus = workplace.folder / "results/empty/corpus"
    for _ in range(2):
        what, where, hint = workplace.fail("corpus", **content, corpus=wrong).last_lines(3)
        assert what.startswith("The filter csfcube keeps none of 3 papers: none has the field ")
        assert "Computer Science (3)" in what and where == "  Where: corpus.csfcube.field"
        assert hint.startswith("  Hint: Did you mean 'Computer Science'?")
        assert not (corpus / "summary.json").exists() and not (corpus / "twins.parquet").exists()

    own = {"name": "early", "years": [800, 802], "language": ["en", None], "doi_prefix": [None]}
    done = workplace.run("corpus", **content, corpus={"filters": ["csfcube", own]})
    told = "The filter early asks for a language, but no paper of the corpus has one: the condition"
    assert f"{told} drops none." in done.output
    [shard] = (corpus / "papers").glob("*.parquet")
    assert pq.read_table(shard)["in_early"].to_pylist() == [True, True, False]
    assert json.loads((corpus / "summary.json").read_text())["kept"] == 3
    assert "(they are kept): 3. The first: 0 (801), 1 (802), 2 (803)." in done.output
