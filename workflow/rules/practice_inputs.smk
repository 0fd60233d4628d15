"""The files and settings that the rules of the annotators' preparation read. No rules here."""

EXAMPLES = config["annotation"]["examples"]
"""The user's own worked examples, if any."""

GUIDELINE = str(SHIPPED / "guideline_examples.yaml")
if EXAMPLES or IS_DEMO or "csfcube" not in SECTIONS:
    GUIDELINE = []
"""The examples of CSFCube's guidelines, whose papers its release has, where there is one."""

PRACTICE = config["annotation"]["practice"]
"""The practice round: how many pairs or a file of them, its exports, and the rho that is asked."""

PRACTICE_PAIRS = PRACTICE["pairs"]
"""How many pairs there are to practise on, or the file that has them; None where there is no round."""

if IS_DEMO and PRACTICE_PAIRS is None:
    PRACTICE_PAIRS = config["demo"]["practice"] or None

IS_PRACTICE_SIMULATED = IS_DEMO and PRACTICE_PAIRS and not PRACTICE["exports"]
"""Whether imagined annotators practise."""

PRACTICE_SIMULATED = []
"""Their export."""

PRACTICE_EXPORTS = PRACTICE["exports"]

if IS_PRACTICE_SIMULATED:
    PRACTICE_SIMULATED = f"{RESULTS}/demo/annotation/practice.json"
    PRACTICE_EXPORTS = [PRACTICE_SIMULATED]


def practice_exports(wildcards):
    """Return the exports of the practice round."""
    return named_exports("annotation.practice.exports", PRACTICE_EXPORTS)


def practice_tables():
    """Return the tables of the practice round, by name; none without exports."""
    if not PRACTICE_EXPORTS:
        return {}
    names = ("practice", "practice_pairs")
    return {name: f"{RESULTS}/annotation/{name}.csv" for name in names}


def practice_targets():
    """Return what the practice round makes."""
    tasks = [f"{RESULTS}/annotation/practice_tasks.json"] if PRACTICE_PAIRS else []
    return [*tasks, *practice_tables().values()]


def practice_material(wildcards):
    """Return what practice pairs are drawn from, and where their texts are."""
    require_section("annotation")
    if not PRACTICE_PAIRS:
        what = "There is no practice round: annotation.practice.pairs is null."
        hint = "Set it to a number of pairs, or to a file of them, in an overlay."
        where = f"the merged configuration of run {config['run']!r}"
        raise UserError(Problem(what, where, hint))
    pairs = PRACTICE_PAIRS if isinstance(PRACTICE_PAIRS, str) else []
    shown = EXAMPLES or GUIDELINE
    return annotation_material(wildcards) | {"pairs": pairs, "examples": shown}


def announced_practice():
    """Return what the instructions say of the practice round; None without one."""
    if not PRACTICE_PAIRS:
        return None
    n_pairs = None if isinstance(PRACTICE_PAIRS, str) else PRACTICE_PAIRS
    return {"n_pairs": n_pairs, "rho": PRACTICE["rho"]}


def instruction_files(wildcards):
    """Return the worked examples, the page's templates, and texts where an example names papers."""
    require_section("annotation")
    files = annotation_material(wildcards) if EXAMPLES else {}
    if GUIDELINE:
        files = {"collection": released_files(wildcards), "guideline": GUIDELINE}
    return files | {
        "examples": EXAMPLES or str(SHIPPED / "worked_examples.yaml"),
        "templates": templates_of("pages", "report/annotation"),
    }
