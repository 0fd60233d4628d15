"""The files and settings that the model judges' rules read. No rules here."""

JUDGES = config["annotation"]["judges"]
"""The judges by name: the files of their grades, and the rankers that share their model."""

IMAGINED_JUDGE = []
"""The grades of the judge that is imagined where imagined annotators judge in batches."""

if IS_SIMULATED and BATCHES and not JUDGES:
    IMAGINED_JUDGE = [f"{RESULTS}/demo/annotation/judge.jsonl"]
    JUDGES = {"imagined": {"grades": IMAGINED_JUDGE}}

JUDGE_TABLES = {
    f"judge_{name}": f"{RESULTS}/annotation/judge_{name}.csv"
    for name in ("counts", "alarms", "agreement", "order", "rankers")
}
"""What the audit writes, by the names of the report's files."""

AUDITED_RANKERS = (
    CSFCUBE_RANKERS if JUDGES and "csfcube" in SECTIONS and not EXPORTS else []
)
"""The rankers whose order is compared: they ranked the collection that the judges are held against."""


def judge_tables():
    """Return the tables of the audit, by name; none without judges."""
    return JUDGE_TABLES if JUDGES else {}


def judge_targets(wildcards):
    """Return the audit's tables."""
    require_section("annotation")
    if not JUDGES:
        what = "There is no judge to audit: annotation.judges is empty."
        hint = "Name a judge and the files of its grades in annotation.judges of an overlay."
        where = f"the merged configuration of run {config['run']!r}"
        raise UserError(Problem(what, where, hint))
    return list(JUDGE_TABLES.values())


def judge_files(wildcards):
    """Return the files of all judges' grades; those of an imagined judge the audit makes itself."""
    if IMAGINED_JUDGE:
        return []
    return [path for judge in JUDGES.values() for path in judge["grades"]]
