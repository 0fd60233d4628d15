"""Damaged files: read rightly, or refused with a short message that names them; no tracebacks."""

import random
import zlib

import pytest

from .made.damage import HARMLESS, list_damage
from .made.inputs import fuzz_input, list_inputs, read_damaged

REFUSED = {"empty", "truncated", "not UTF-8", "NUL", "UTF-16", "long line", "deep", "digits"}
UNREADABLE = {"NaN", "Infinity", "1e999", "surrogate", "repeated"}
N_MUTATIONS = 80


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    return {one.name: one for one in list_inputs(tmp_path_factory.mktemp("inputs"))}


NAMES = (
    "release official trec-run table scores benchmark ids query-ids query-list query-sheet "
    "label-sheet examples csabstruct export mteb beir-documents trec trec-topics trec-documents "
    "cystic-records cystic-questions scisumm grades stored"
).split()


@pytest.mark.parametrize("name", NAMES)
def test_damage_is_read_over_or_refused_by_name(inputs, name, tmp_path):
    one = inputs[name]
    one.write(tmp_path)
    whole = one.read(tmp_path)
    wrong = []
    for file, kind in one.files.items():
        path = tmp_path / file
        data = path.read_bytes()
        for damage, damaged in list_damage(path, kind):
            path.write_bytes(damaged)
            try:
                read, message = read_damaged(one, tmp_path)
            except Exception as error:  # every one is told at the end
                wrong.append((file, damage, repr(error)[:300]))
                continue
            if message is None:
                if damage in REFUSED - one.passes:
                    wrong.append((file, damage, "read"))
                if damage in HARMLESS and read != whole:
                    wrong.append((file, damage, "read otherwise"))
            elif damage in HARMLESS:
                wrong.append((file, damage, message[:300]))
            elif len(message.encode("utf-8")) > 4096:
                wrong.append((file, damage, f"{len(message)} characters"))
            elif path.name not in message and not is_reference(one, damage, message):
                wrong.append((file, damage, message[:300]))
        path.write_bytes(data)
    assert not wrong, "\n".join(map(str, wrong))


def is_reference(one, damage, message):
    """Tell whether files that are sound for themselves name different things: one is told."""
    kind = damage.rpartition(" ")[2]
    return kind not in (REFUSED | UNREADABLE) - one.passes and any(
        name in message for name in one.beside
    )


@pytest.mark.parametrize("name", NAMES)
def test_random_damage_raises_nothing_but_user_errors(inputs, name, tmp_path):
    one = inputs[name]
    one.write(tmp_path)
    draw = random.Random(zlib.crc32(name.encode()))
    escaped, n_refused = fuzz_input(one, tmp_path, draw, N_MUTATIONS)
    assert escaped == []
    assert n_refused or name in ("ids", "trec-documents", "cystic-records")


def test_every_input_is_tried(inputs):
    assert list(inputs) == NAMES
