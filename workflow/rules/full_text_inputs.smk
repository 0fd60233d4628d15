"""The files and settings that the rules of the full-text pass read. No rules here."""

FULL_TEXT_EXPORTS = config["annotation"]["full_text"]
"""The exports of both passes, of neither where it is not measured."""

PUBLISHED_FULL_TEXT = str(SHIPPED / "published" / "csfcube_full_text.csv")


def full_text_exports(wildcards):
    """Return the exports of both passes, by name."""
    return {
        name: named_exports(f"annotation.full_text.{name}", exports)
        for name, exports in FULL_TEXT_EXPORTS.items()
    }


def full_text_tables():
    """Return the table of the full-text pass, by name; none without exports."""
    if not FULL_TEXT_EXPORTS["full_texts"]:
        return {}
    return {"full_text_agreement": f"{RESULTS}/annotation/full_text_agreement.csv"}


def full_text_targets(wildcards):
    """Return the tasks of both passes and, where they are annotated, the agreement."""
    require_section("annotation")
    names = ("pairs.csv", "abstract_tasks.json", "full_text_tasks.json", "config.xml")
    tasks = [f"{RESULTS}/annotation/full_text/{name}" for name in names]
    return [*tasks, *full_text_tables().values()]
