"""The files and settings of a section, with other things in place of its paths."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path

from paperpool.workflow.report.reads import list_paths, map_files


@dataclass
class Inner:
    names: Sequence[str]
    runs: Mapping[str, Mapping[str, str | Path]]


@dataclass
class Outer:
    shards: Sequence[str | Path]
    table: str | Path
    seed: str
    inner: Inner | None = None
    more: Mapping[str, Inner] = field(default_factory=dict)
    absent: str | Path | None = None


def test_paths_become_places_and_paths_again_and_settings_stay():
    inner = Inner(["x"], {"bm25": {"method": "d"}})
    files = Outer(["a", "b"], "c", "13", inner, {"y": Inner([], {"z": {"all": "e"}})})
    paths, place = list_paths(files), count()
    assert paths == ["a", "b", "c", "d", "e"] and list_paths(Outer([], "c", "13")) == ["c"]
    asked = asdict(map_files(Outer, asdict(files), lambda _: next(place)))
    assert asked["shards"] == [0, 1] and asked["seed"] == "13" and asked["absent"] is None
    assert asked["inner"] == {"names": ["x"], "runs": {"bm25": {"method": 3}}}
    assert asked["more"] == {"y": {"names": [], "runs": {"z": {"all": 4}}}}
    assert map_files(Outer, asked, paths.__getitem__) == files
