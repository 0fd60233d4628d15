"""The corpus of a release of OpenAlex that is downloaded part by part, and of the same parts."""

import json

import pytest

from ..made.works import make_work, write_bucket, write_part

DATE = "2026-06-25"
PARTS = {
    f"updated_date=2025-0{part}-01/part_0000.parquet": [
        make_work(n, is_retracted=n % 7 == 0, referenced_works=[f"W{n + 1}"])
        for n in range(part * 100, part * 100 + 60)
    ]
    for part in (1, 2)
}
CORPUS = {"filters": ["mdcr", "none"]}


def test_a_release_gives_the_corpus_of_its_parts_and_leaves_nothing(workplace, serve, tmp_path):
    write_bucket(tmp_path / "bucket", PARTS, DATE)
    for name, works in PARTS.items():
        write_part(tmp_path / "works" / name, works)
    sources = {
        "parts": [{"openalex": ["works/**/part_*.parquet"]}],
        "release": [{"openalex": {"release": DATE}}],
    }
    settings = {
        run: {"run": run, "data": {"s2orc": source}, "corpus": CORPUS}
        for run, source in sources.items()
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAPERPOOL_OPENALEX_BUCKET", serve(tmp_path / "bucket"))
        unlisted = workplace.fail("-n", "corpus", **settings["release"])
        assert f"Run `paperpool fetch openalex {DATE}`" in unlisted.output
        assert workplace.paperpool("fetch", "openalex", DATE, "parquet", timeout=60).returncode == 0
        for of_run in settings.values():
            workplace.run("corpus", **of_run)
    results = [tmp_path / "results" / run / "corpus" for run in sources]
    for part in ("papers", "citations"):
        files = [[path.read_bytes() for path in sorted((one / part).iterdir())] for one in results]
        assert files[0] == files[1] and len(files[0]) == 2
    summaries = [json.loads((one / "summary.json").read_text()) for one in results]
    assert summaries[1].pop("releases") == [
        {
            "source": "openalex",
            "release": DATE,
            "dataset": "works",
            "files": 2,
            "declared": 120,
            "read": 120,
        }
    ]
    assert summaries[0] == summaries[1] and summaries[0]["marks"] == {"retracted": 17}
    left = [path.name for path in (tmp_path / "resources/openalex").rglob("*") if path.is_file()]
    assert left == ["listing.json"]
