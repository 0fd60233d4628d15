"""The files and settings that the rules of agreement read. No rules here."""

PUBLISHED_AGREEMENT = str(BASE / "resources" / "published" / "csfcube_agreement.csv")
PUBLISHED_STATISTICS = str(BASE / "resources" / "published" / "csfcube_statistics.csv")

AGREEMENT_TABLES = {
    name: f"{RESULTS}/annotation/{name}.csv"
    for name in (
        "agreement",
        "overruled",
        "collection",
        "facet_pairs",
        "source_grades",
        "reusability",
    )
}
"""The tables by which a collection's annotations are described."""


def annotated_collection(wildcards):
    """Return the files of the collection whose annotations are measured."""
    return csfcube_files(wildcards)


def agreement_targets(wildcards):
    """Return the tables by which the collection's annotations are described."""
    require_section("csfcube")
    return list(AGREEMENT_TABLES.values())
