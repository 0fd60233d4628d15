"""The files and settings that the top-up's rules read. No rules here."""

TOP_UP = config["annotation"]["top_up"] or {}
"""How many pairs are asked for, and the exports of their tasks."""

TOP_UP_EXPORTS = TOP_UP.get("exports", [])

TOPPED_UP = []
"""The collection with the judgments of the top-up, and what is to be adjudicated."""

if TOP_UP_EXPORTS:
    TOPPED_UP = [
        f"{RESULTS}/annotation/top_up_adjudication_tasks.json",
        *[f"{RESULTS}/annotation/topped_up/release/{name}" for name in CSFCUBE_FILES],
    ]


def top_up_material(wildcards):
    """Return what to ask for and the texts of it, by name."""
    require_section("pools")
    require_section("csfcube")
    if not TOP_UP:
        what = "There is nothing to top up: annotation.top_up is null."
        hint = "Set annotation.top_up.size in an overlay: how many pairs to ask for."
        where = f"the merged configuration of run {config['run']!r}"
        raise UserError(Problem(what, where, hint))
    return {
        "unjudged": f"{RESULTS}/pools/unjudged.csv",
        "collection": csfcube_files(wildcards),
        "papers": pool_papers(wildcards),
        "sentences": SENTENCES,
    }


def top_up_targets(wildcards):
    """Return the tasks of the top-up, where each pair is, and what follows from exports."""
    top_up_material(wildcards)
    names = ("top_up_tasks.json", "top_up_config.xml", "top_up.csv")
    return [*[f"{RESULTS}/annotation/{name}" for name in names], *TOPPED_UP]
