"""The files and settings that the report's rules read. No rules here."""

REPORT_LIBRARIES = [
    "numpy",
    "scipy",
    "pandas",
    "pyarrow",
    "duckdb",
    "scikit-learn",
    "torch",
    "sentence-transformers",
    "transformers",
    "matplotlib",
    "networkx",
    "jinja2",
    "snakemake",
]
"""The libraries whose versions the report lists, where they are installed."""


BENCH = os.path.normpath(os.path.join(config["results"], "bench/bench.csv"))
"""What `make bench` writes, whichever the run; on the report where it is there."""


def corpus_section():
    """Return what the report's corpus section is made of."""
    files = {
        "summary": f"{RESULTS}/corpus/summary.json",
        "quarantine": f"{RESULTS}/corpus/quarantine.parquet",
        "graph": f"{RESULTS}/corpus/graph.json",
    }
    papers = collect(f"{RESULTS}/corpus/papers/{{shard}}.parquet", shard=SHARDS)
    return {"files": files, "data": {"papers": papers}}


def facets_section():
    """Return what the report's section on the sentence labeller is made of."""
    return {"files": {"metrics": file for file in FACET_FIGURES}}


def pools_section():
    """Return what the report's section on pools is made of."""
    return {
        "files": {name: path for name, path in POOL_TABLES.items() if name != "pools"}
    }


def annotation_section():
    """Return what the report's annotation section is made of; nothing without grades."""
    if not EXPORTS and "csfcube" not in SECTIONS:
        return {"files": {}}
    tables = agreement_tables() | full_text_tables() | judge_tables()
    if PRACTICE_EXPORTS:
        tables["practice"] = practice_tables()["practice"]
    if EXPORTS:
        tables["imported"] = f"{RESULTS}/annotation/import.json"
        if BATCHES:
            tables["stops"] = f"{RESULTS}/annotation/stops.csv"
        tables["annotators"] = f"{RESULTS}/annotation/annotators.csv"
        if FURTHER:
            tables["further"] = f"{RESULTS}/annotation/further.csv"
    return {"files": tables}


REPORT_ORDER = list(
    filter(is_wanted, ["corpus", "facets", "pools", *BENCHMARKS, "annotation"])
)
"""The sections of the report in the order of the page."""


def report_sections():
    """Return what each section that is chosen is made of, in the order of the page.

    ``files`` by name, ``keys`` with what each of several files belongs to, ``settings``, and the
    ``rooms`` of the library whose templates it fills. ``data`` are further files that its
    fingerprint is of. A section without files is none.
    """
    sections = {
        name: {"data": {}, "keys": {}, "settings": {}, "rooms": [name]}
        | of_section(name, "section")()
        for name in REPORT_ORDER
        if name in CHOSEN
    }
    return {name: section for name, section in sections.items() if section["files"]}


REPORT_SECTIONS = report_sections()

LARGE_SECTIONS = [name for name in BENCHMARKS if name != "collections"]

REPORT_PARTS = {
    "groundwork": [name for name in REPORT_SECTIONS if name not in LARGE_SECTIONS],
    **{name: [name] for name in LARGE_SECTIONS if name in REPORT_SECTIONS},
}
"""The sections that each job makes: a large benchmark's alone, the small ones in one."""

REPORT_PARTS = {part: names for part, names in REPORT_PARTS.items() if names}

REPORT_PAGES = {
    page: (name, title)
    for name, benchmark in BENCHMARKS.items()
    for page, title in benchmark.pages.items()
    if name in REPORT_SECTIONS
}
"""The pages besides the report, with the section that makes each and its title."""


def section_module(name):
    """Return the module of a section, below the package."""
    return BENCHMARKS[name].section if name in BENCHMARKS else f"report.{name}.section"


def section_inputs(wildcards):
    """Return the files that the sections of a job are made of, and their templates."""
    names = REPORT_PARTS[wildcards.part]
    rooms = [
        f"report/{room}" for name in names for room in REPORT_SECTIONS[name]["rooms"]
    ]
    files = {
        f"{name}_{field}": file
        for name in names
        for part in ("files", "data")
        for field, file in REPORT_SECTIONS[name][part].items()
    }
    return files | {"templates": templates_of("pages", *rooms)}


def section_settings(wildcards):
    """Return what each section of a job is made by, besides its files."""
    return {
        name: {
            "module": section_module(name),
            "files": sorted(REPORT_SECTIONS[name]["files"]),
            "data": sorted(REPORT_SECTIONS[name]["data"]),
            "keys": REPORT_SECTIONS[name]["keys"],
            "settings": REPORT_SECTIONS[name]["settings"],
        }
        for name in REPORT_PARTS[wildcards.part]
    }


def section_digest(wildcards):
    """Return the digest of the code of a job's sections."""
    modules = [section_module(name) for name in REPORT_PARTS[wildcards.part]]
    return code_digest("build_section.py", modules)


def templates_of(*rooms):
    """Return the files that pages are filled into; Snakemake sees from them that one changed."""
    files = [file for room in rooms for file in (PACKAGE / room).iterdir()]
    return sorted(
        str(file) for file in files if file.suffix in (".jinja", ".css", ".js")
    )


def report_inputs(wildcards):
    """Return the sections that are chosen, and what the page has besides."""
    parts = [f"{RESULTS}/report/sections/{part}.json" for part in REPORT_PARTS]
    inputs = {"config": f"{RESULTS}/config.yaml", "sections": parts}
    if Path(BENCH).is_file():
        inputs["bench"] = BENCH
    return inputs | {"templates": templates_of("pages", "report")}


def report_run(wildcards):
    """Return what the report says of the run itself."""
    return {
        "name": config["run"],
        "seed": config["seed"],
        "is_demo": IS_DEMO,
        "data": [key for key, value in config["data"].items() if value],
        "left_out": {
            name: what_lacks(name)[0] if name not in SECTIONS else "sections"
            for name in DATA_KEYS
            if name not in CHOSEN
        },
        "benchmarks": f"{RESULTS}/benchmarks",
        "packages": REPORT_LIBRARIES,
    }


def report_pages():
    """Return the pages besides the report as a rule's outputs."""
    return {
        page: report(
            f"<results>/report/{page}.html",
            category=BENCHMARKS[name].title,
            labels={"page": title},
            caption=f"../report/{page}.rst",
        )
        for page, (name, title) in REPORT_PAGES.items()
    }


def report_targets(wildcards):
    """Return what the report consists of."""
    return [f"{RESULTS}/report/{page}.html" for page in ("index", *REPORT_PAGES)]
