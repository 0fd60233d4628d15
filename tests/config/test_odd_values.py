"""Any value of a key of an overlay is taken, or refused with a full problem."""

from paperpool.workflow.config.loading import fill_defaults, merge

ODD = [None, "path", 10**400, True, [[1]], [{}], {"a": {"b": []}}, {1: 2}, "x" * 5000, 3, [], {}]


def test_a_value_of_another_shape_is_never_a_traceback(problems, base):
    below = [(key, name) for key in base if isinstance(base[key], dict) for name in base[key]]
    keys = [(key,) for key in base] + below[::4] + [("data",)] * 5
    some = [(key, ODD[i % len(ODD)]) for i, key in enumerate(keys)]
    some += [(("rankers", "bm25"), {"kind": kind}) for kind in ([[1]], {}, 3)]
    refused = 0
    for key, value in some:
        overlay = {"run": "mine", key[0]: {name: value for name in key[1:]} or value}
        found = problems(overlay)
        assert all(problem.what and problem.where and problem.hint for problem in found), overlay
        refused += bool(found)
        if not found:
            fill_defaults(merge(base, overlay))
    assert refused > 40
