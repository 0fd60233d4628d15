"""The files and settings that the annotation's rules read. No rules here."""

IS_SIMULATED = IS_DEMO and not config["annotation"]["exports"]
"""Whether imagined annotators grade the tasks of the demo."""

SIMULATED = []
"""Their exports: of both annotators, the adjudicator and an expert."""

if IS_SIMULATED:
    SIMULATED = [
        f"{RESULTS}/demo/annotation/{name}.json" for name in ("annotators", "adjudicator", "expert")
    ]
    EXPORTS, FURTHER = SIMULATED[:2], {"expert": SIMULATED[2:]}
else:
    EXPORTS = config["annotation"]["exports"]
    FURTHER = config["annotation"]["further"]


def annotation_exports(wildcards):
    """Return the exports that are imported."""
    if not EXPORTS:
        what = "There are no annotations to import: annotation.exports is empty."
        hint = (
            "annotate annotation/tasks.json in Label Studio, export as JSON, and name the export "
            "in annotation.exports of an overlay."
        )
        where = f"the merged configuration of run {config['run']!r}"
        raise UserError(Problem(what, where, hint))
    return EXPORTS


def annotation_material(wildcards):
    """Return what is to be annotated, by name: our pools where they are drawn, else the release's.

    The collection's papers have labelled sentences, those of the corpus where the facets section
    labels them; without both nothing is labelled. Labels that were corrected by hand come on top.
    """
    files = predicted_material(wildcards)
    if "csfcube" in SECTIONS:
        files["collection"] = csfcube_files(wildcards)
    return files | {"labels": QUERY_LABELS or []}


def predicted_material(wildcards):
    """Return the same with no label corrected."""
    require_section("annotation")
    files = {"collection": released_files(wildcards) if "csfcube" in SECTIONS else []}
    if "pools" in SECTIONS:
        files |= {
            "pools": f"{RESULTS}/pools/pools.parquet",
            "queries": f"{RESULTS}/pools/queries.csv",
            "papers": pool_papers(wildcards),
            "sentences": SENTENCES,
        }
    return files


def annotated_collection(wildcards):
    """Return the files of the collection whose annotations are measured: the imported release."""
    if EXPORTS:
        return collect(f"{RESULTS}/annotation/release/{{file}}", file=CSFCUBE_FILES)
    return csfcube_files(wildcards)


def annotator_grades(wildcards):
    """Return the table of all that two annotators graded; none of a collection that is given."""
    return f"{RESULTS}/annotation/grades.parquet" if EXPORTS else []


PUBLISHED_AGREEMENT = str(SHIPPED / "published" / "csfcube_agreement.csv")
PUBLISHED_STATISTICS = str(SHIPPED / "published" / "csfcube_statistics.csv")


def agreement_tables():
    """Return the tables that describe a collection's annotations, by name."""
    names = ["agreement", "overruled", "collection", "facet_pairs", "source_grades"]
    if "csfcube" in SECTIONS:
        names.append("reusability")
    return {name: f"{RESULTS}/annotation/{name}.csv" for name in names}


def annotation_targets(wildcards):
    """Return what the annotation makes: tasks, what follows from exports, and the agreement."""
    require_section("annotation")
    made = ["config.yaml", "annotation/tasks.json", "annotation/config.xml"]
    if EXPORTS:
        made += ["annotation/import.json", "annotation/further.csv"]
    files = [f"{RESULTS}/{name}" for name in made]
    if EXPORTS or "csfcube" in SECTIONS:
        files += agreement_tables().values()
    return files
