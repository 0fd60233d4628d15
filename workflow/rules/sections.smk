"""The sections of a run: what each needs, which can be made, and what `all` makes. No rules here."""

from paperpool.corpus.sources import has_citations, is_released

DATA_KEYS = {
    "corpus": ["s2orc"],
    "facets": ["csfcube", "s2orc", "csabstruct"],
    "pools": ["s2orc"],
    "annotation": ["csfcube", "s2orc"],
    **{name: list(benchmark.data_keys) for name, benchmark in BENCHMARKS.items()},
}
"""The data keys of each section: it needs one of them."""


def what_lacks(name):
    """Return the key that section ``name`` lacks and what is wrong with it, or None."""
    keys = DATA_KEYS[name]
    if not IS_DEMO and not any(config["data"][key] for key in keys):
        others = "".join(f", nor is data.{key}" for key in keys[1:])
        return f"data.{keys[0]}", f"is not set{others}"
    if name == "facets" and not IS_DEMO:
        return lacks_for_labeller()
    if name == "pools" and lacks_filter(config["pools"]["filter"]):
        return lacks_filter(config["pools"]["filter"])
    if name == "mdcr" and not config["data"]["mdcr"]:
        return lacks_corpus_for_mdcr()
    if name == "pools" and not (
        IS_DEMO or config["data"]["csfcube"] or config["pools"]["queries"]
    ):
        return (
            "pools.queries",
            "is not set, nor data.csfcube, whose queries it would take",
        )
    if name == "annotation" and what_lacks("csfcube") and what_lacks("pools"):
        return what_lacks("pools")
    return None


def lacks_for_labeller():
    """Return what a labeller lacks: abstracts to be trained on, or sentences to label."""
    if config["facets"]["train"] and not config["data"]["csabstruct"]:
        return "data.csabstruct", "is not set, and facets.train is"
    has_own = config["data"]["csabstruct"] or config["data"]["csfcube"]
    return None if has_own or labels_corpus() else what_lacks("pools")


def lacks_filter(name):
    """Return the same for the papers that the filter ``name`` keeps; pools may know of none."""
    if name in config["corpus"]["filters"]:
        return None
    if name is None:
        named = ", ".join(config["corpus"]["filters"])
        return "pools.filter", f"is null where corpus.filters names {named}"
    return "corpus.filters", f"does not name {name}"


def labels_corpus():
    """Tell whether the papers that pools are drawn from get their facets."""
    is_wanted = config["pools"]["filter"] == "csfcube" or what_lacks("pools") is None
    return is_wanted and what_lacks("corpus") is None


def has_released_labels():
    """Tell whether the corpus is CSFCube's released abstracts alone, which have their labels."""
    sources = config["data"]["s2orc"] or [""]
    return all(map(is_released, sources)) and labels_corpus()


def lacks_corpus_for_mdcr():
    """Return what the corpus lacks for MDCR: its large pools, and a benchmark built from them."""
    if not (IS_DEMO or config["data"]["s2orc"]):
        return "data.s2orc", "is not set"
    if not (IS_DEMO or has_citations(config["data"]["s2orc"])):
        return "data.s2orc", "has no source with citations"
    return lacks_filter("mdcr")


def can_build_mdcr():
    """Tell whether there is a corpus for MDCR."""
    return lacks_corpus_for_mdcr() is None


def require_corpus_for_mdcr():
    """Raise an error that names what the corpus of MDCR lacks, where it lacks something."""
    refuse_lacking("To rank large pools or build MDCR", lacks_corpus_for_mdcr())


SECTIONS = [name for name in DATA_KEYS if what_lacks(name) is None]
"""The sections that this run can make."""


UNASKED = [] if IS_DEMO else ["scisearch"]
"""Sections that are made only where they are named: training re-rankers takes minutes."""


def is_wanted(name):
    """Tell whether the configuration's `sections` have a section, or leave the choice to the data."""
    return name in (config["sections"] or set(DATA_KEYS).difference(UNASKED))


CHOSEN = [name for name in SECTIONS if is_wanted(name)]
"""Those of them that `all` makes and the report shows."""


def require_section(name):
    """Raise an error that names the key that section ``name`` lacks, where it lacks one."""
    refuse_lacking(f"The {name} section", what_lacks(name))


def refuse_lacking(what, lack):
    """Raise an error that names the key that ``what`` lacks: ``lack``, None where it lacks none."""
    if lack:
        key, problem = lack
        hint = f"set {key} in an overlay"
        if key == "corpus.filters":
            hint = f"add {problem.split()[-1]} to corpus.filters"
        if key.startswith("data."):
            hint += ", or set no data key to run on the demo data"
        where = f"the merged configuration of run {config['run']!r}"
        raise UserError(
            Problem(f"{what} needs {key}, which {problem}.", where, f"{hint}.")
        )


def announce_sections():
    """Say once which data the run uses and which sections it leaves out."""
    if not workflow.is_main_process:
        return
    if IS_DEMO:
        logger.info("No data is configured: using the generated demo data.")
    if config["sections"]:
        logger.info(f"Making {', '.join(CHOSEN)} alone, as sections says.")
    for name in DATA_KEYS:
        if is_wanted(name) and name not in SECTIONS:
            logger.info(f"Leaving out {name}: {' '.join(what_lacks(name))}.")
        elif name in UNASKED and name in SECTIONS and not config["sections"]:
            logger.info(
                f"`all` leaves out {name}: name it in sections, or call `snakemake {name}`."
            )


def all_targets(wildcards):
    """Return the targets of every section that is chosen, and the report."""
    targets = [
        file for name in CHOSEN for file in of_section(name, "targets")(wildcards)
    ]
    return targets + report_targets(wildcards)


def of_section(name, what):
    """Return the function of a section's own rule files that is called ``<name>_<what>``."""
    return globals()[f"{name}_{what}"]


for name in config["sections"] or []:
    refuse_lacking(f"The {name} section, which sections names,", what_lacks(name))

announce_sections()
