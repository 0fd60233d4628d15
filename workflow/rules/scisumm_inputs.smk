"""The files and settings that CL-SciSumm's rules read. No rules here."""

from paperpool.demo.reference_papers import reference_ids, release_files
from paperpool.scisumm.match.ablation import CONTEXTUAL_BASE, VARIANTS
from paperpool.scisumm.read.layout import find_layout
from paperpool.scisumm.names import BEST, WORD_RANKERS, encoder_rankers
from paperpool.scisumm.read.own_texts import list_digest
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.submissions import is_left_out, list_submitted
from paperpool.config.scisumm_checks import CONTEXTUAL_ENCODER

SCISUMM = config["scisumm"]

SCISUMM_FOLDER = f"{RESULTS}/demo/cl-scisumm" if IS_DEMO else config["data"]["scisumm"]

SCISUMM_FILES = []
"""The files of the release, or those that are generated; none where there is no data."""

SCISUMM_PAPERS = {"train": [], "test": []}
"""The reference papers of each split."""

if IS_DEMO:
    SCISUMM_FILES = [
        f"{SCISUMM_FOLDER}/{file}"
        for files in release_files(config["demo"]["papers"]).values()
        for file in files
    ]
    SCISUMM_PAPERS = reference_ids(config["demo"]["papers"])
elif SCISUMM_FOLDER:
    scisumm_layout = find_layout(SCISUMM_FOLDER, Problems())
    SCISUMM_FILES = scisumm_layout.files()
    SCISUMM_PAPERS = {
        "train": list(scisumm_layout.train),
        "test": list(scisumm_layout.test),
    }

SCISUMM_ENCODERS = SCISUMM["encoders"]
"""The settings of each encoder, by its name."""

SCISUMM_MEMBERS = [
    *WORD_RANKERS,
    *(ranker for name in SCISUMM_ENCODERS for ranker in encoder_rankers(name)),
]
"""The rankers that learn nothing of the release; best learns to weigh all but the ensemble."""

SCISUMM_LEARNT = [BEST] if SCISUMM_PAPERS["train"] else []
"""The ranker that is learnt on the train split, where there is one."""

SCISUMM_OWN = [*SCISUMM_MEMBERS, *SCISUMM_LEARNT]
"""The rankers that rank all sentences of a reference paper."""

SCISUMM_SUBMISSIONS = []
"""The rankers whose submissions come from outside; said once which the release was got without."""

for name in rankers_for("scisumm", "run"):
    if not is_left_out(config["rankers"][name], config["data"]["scisumm"]):
        SCISUMM_SUBMISSIONS.append(name)
    elif workflow.is_main_process:
        logger.info(f"Leaving out {name}: its folder is not there (fetch_scisumm).")

SCISUMM_RANKERS = [*SCISUMM_OWN, *SCISUMM_SUBMISSIONS]

SCISUMM_BASELINES = [
    *(name for name in config["evaluation"]["baselines"] if name in SCISUMM_RANKERS),
    "asymm-d4",
]
"""The baselines that are among them, and the paper's method."""

SCISUMM_STEPS = {
    name: f"{RESULTS}/scisumm/steps/{name}.parquet"
    for name in ("sentences", "citances", "gold", "texts")
}
"""What is read of the release."""

SCISUMM_MATCHED = {name: SCISUMM_STEPS[name] for name in ("sentences", "citances")}
"""What every ranker reads."""

SCISUMM_RANKING = f"{RESULTS}/scisumm/rankings/{{ranker}}.parquet"

SCISUMM_IMPORTED = f"{RESULTS}/scisumm/steps/submissions/{{ranker}}.parquet"

SCISUMM_VECTORS = f"{RESULTS}/scisumm/steps/word2vec/{{variant}}.parquet"

SCISUMM_TABLES = {
    name: f"{RESULTS}/scisumm/{file}"
    for name, file in {
        "metrics": "metrics.csv",
        "per_query": "per_query.parquet",
        "significance": "significance.csv",
        "human": "human.csv",
        "lengths": "lengths.csv",
    }.items()
}
"""What the evaluation writes."""


def can_use_contextual():
    """Tell whether there is the encoder that variants of contextual matching take."""
    return CONTEXTUAL_BASE in SCISUMM_OWN


SCISUMM_VARIANTS = [
    name
    for name in (VARIANTS if SCISUMM["ablation"] is None else SCISUMM["ablation"])
    if can_use_contextual() or not VARIANTS[name].contextual
]
"""The variants of the ablation."""


def scisumm_files(wildcards):
    """Return the files of the release, or the generated ones."""
    require_section("scisumm")
    return SCISUMM_FILES


def word_vector_settings():
    """Return how word vectors are trained, but for what a variant changes."""
    settings = {
        key: SCISUMM["word2vec"][key] for key in ("dimensions", "min_count", "epochs")
    }
    return settings | {"seed": config["seed"]}


def vectors_of_variants():
    """Return the files of the word vectors that the ablation takes, by variant; base is one."""
    needed = [VARIANTS[name].matching.vectors for name in SCISUMM_VARIANTS]
    return {
        variant: SCISUMM_VECTORS.replace("{variant}", variant)
        for variant in dict.fromkeys(["base", *needed])
    }


def contextual_encoder():
    """Return the settings of the encoder of contextual variants; None where there are none."""
    needed = any(VARIANTS[name].contextual for name in SCISUMM_VARIANTS)
    return scisumm_encoder(CONTEXTUAL_ENCODER) if needed else None


def contextual_model_files(wildcards):
    """Return the files of its model."""
    return files_of_model(contextual_encoder()["model"]) if contextual_encoder() else []


def scisumm_encoder(name):
    """Return what determines the embeddings of an encoder."""
    keys = ("model", "max_tokens", "precision", "batch_size")
    return {key: SCISUMM_ENCODERS[name][key] for key in keys}


def own_scisumm_encoder(wildcards):
    """Return the same of the job's encoder."""
    return scisumm_encoder(wildcards.encoder)


def scisumm_model_files(wildcards):
    """Return the files of the model of the job's encoder."""
    return files_of_model(SCISUMM_ENCODERS[wildcards.encoder]["model"])


def own_texts(wildcards):
    """Return the folder or archive of the user's own full texts; none where none is given."""
    return SCISUMM["word2vec"]["texts"] or []


def digest_own_texts():
    """Return a digest of what lies there: a folder's own time does not tell of files in it."""
    texts = SCISUMM["word2vec"]["texts"]
    return list_digest(texts) if texts else None


def abstracts_to_train_on(wildcards):
    """Return the papers whose abstracts word vectors are trained on, too; none where not wanted."""
    if SCISUMM["word2vec"]["abstracts"] is None:
        return []
    return of_every_shard(f"{RESULTS}/corpus/steps/read/{{shard}}.papers.parquet")(
        wildcards
    )


def folder_of_submission(ranker):
    """Return a function: where a submission lies (a path may hold braces)."""

    def find_folder(wildcards):
        return config["rankers"][ranker]["path"]

    return find_folder


def files_of_submission(ranker):
    """Return a function: the CSV files of a submission."""

    def list_files(wildcards):
        return list_submitted(config["rankers"][ranker]["path"])

    return list_files


def copies_of_submission(ranker):
    """Return the files of a submission, as they are copied."""
    return [
        f"{RESULTS}/scisumm/runs/{ranker}/Task1/{Path(file).name}"
        for file in list_submitted(config["rankers"][ranker]["path"])
    ]


def imported_rows():
    """Return the rows of each submission, as they are imported."""
    return [
        SCISUMM_IMPORTED.replace("{ranker}", ranker) for ranker in SCISUMM_SUBMISSIONS
    ]


def rankings_of(rankers):
    """Return the rankings of some rankers."""
    return [SCISUMM_RANKING.replace("{ranker}", ranker) for ranker in rankers]


def runs_of_scisumm():
    """Return the submissions that our rankers' choices are written to, for every paper."""
    return [
        f"{RESULTS}/scisumm/runs/{ranker}/Task1/{paper_id}.csv"
        for ranker in SCISUMM_OWN
        for papers in SCISUMM_PAPERS.values()
        for paper_id in papers
    ]


def scisumm_published():
    """Return the papers' name for each ranker, or None."""
    own = {name: SCISUMM["published"].get(name) for name in SCISUMM_OWN}
    return own | published_settings(SCISUMM_SUBMISSIONS)


def n_folds():
    """Return the folds of best: a small demo has fewer reference papers than the default."""
    return (
        min(SCISUMM["folds"], len(SCISUMM_PAPERS["train"]))
        if IS_DEMO
        else SCISUMM["folds"]
    )


def is_released_scisumm():
    """Tell whether the reference papers are the released ones, on which the paper's figures are."""
    n_papers = {split: len(papers) for split, papers in SCISUMM_PAPERS.items()}
    return not IS_DEMO and n_papers == {"train": 40, "test": 20}


def scisumm_section():
    """Return what the report's section on cited text identification is made of, and its page."""
    vectors = SCISUMM_VECTORS.replace("{variant}", "base")
    files = {
        **{
            name: SCISUMM_TABLES[name]
            for name in ("metrics", "significance", "human", "lengths")
        },
        **{
            name: f"{RESULTS}/scisumm/{name}.csv"
            for name in ("ablation", "powers", "corpus", "malformed")
        },
        **{name: SCISUMM_STEPS[name] for name in ("sentences", "citances", "gold")},
        "checks": f"{RESULTS}/scisumm/checks.json",
        "published": PUBLISHED["scisumm"],
        "vectors": vectors.replace(".parquet", ".json"),
        "word_vectors": vectors,
        "rankings": rankings_of(SCISUMM_OWN),
        "submissions": imported_rows(),
    }
    if BEST in SCISUMM_OWN:
        files["best"] = f"{RESULTS}/scisumm/best.json"
    return {
        "files": files,
        "keys": {"rankings": SCISUMM_OWN, "submissions": SCISUMM_SUBMISSIONS},
        "settings": {
            "rankers": SCISUMM_RANKERS,
            "published_names": published_names("scisumm", scisumm_published()),
            "baselines": SCISUMM_BASELINES,
            "confidence": config["evaluation"]["confidence"],
            "k": config["scisumm"]["k"],
            "best_sentences": config["scisumm"]["best_sentences"],
            "is_released": is_released_scisumm(),
        },
    }


def scisumm_targets(wildcards):
    """Return what the scisumm section makes."""
    require_section("scisumm")
    return [
        f"{RESULTS}/config.yaml",
        *SCISUMM_TABLES.values(),
        f"{RESULTS}/scisumm/corpus.csv",
        f"{RESULTS}/scisumm/malformed.csv",
        f"{RESULTS}/scisumm/ablation.csv",
        f"{RESULTS}/scisumm/powers.csv",
        f"{RESULTS}/scisumm/tuning.csv",
        *runs_of_scisumm(),
    ]
