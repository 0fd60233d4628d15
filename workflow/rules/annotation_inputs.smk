"""The files and settings that the annotation's rules read. No rules here."""

IS_SIMULATED = IS_DEMO and not config["annotation"]["exports"]
"""Whether imagined annotators grade the tasks of the demo."""

SIMULATED = f"{RESULTS}/demo/annotation"

if IS_SIMULATED:
    EXPORTS = [f"{SIMULATED}/annotators.json", f"{SIMULATED}/adjudicator.json"]
    FURTHER = {"expert": [f"{SIMULATED}/expert.json"]}
else:
    EXPORTS = config["annotation"]["exports"]
    FURTHER = config["annotation"]["further"]


def annotation_exports(wildcards):
    """Return the exports that are imported."""
    if not EXPORTS:
        raise WorkflowError(
            "There are no annotations to import: annotation.exports is empty.\n"
            f"  Where: the merged configuration of run {config['run']!r}\n"
            "  Hint: annotate annotation/tasks.json in Label Studio, export as JSON, and name the "
            "export in annotation.exports of an overlay."
        )
    return EXPORTS


def annotation_targets(wildcards):
    """Return what the annotation makes: tasks, and what follows from exports where there are."""
    require_section("csfcube")
    made = ["tasks.json", "config.xml"]
    if EXPORTS:
        made += ["import.json", "further.csv"]
    return [f"{RESULTS}/config.yaml", *(f"{RESULTS}/annotation/{name}" for name in made)]
