"""Rank by a user's run."""

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.collections.mdcr_collection import FieldCollection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Context, Ranker
from paperpool.settings import setting


class ForeignRun(Ranker, group="From outside", needs={"file"}):
    """Somebody's rankings."""

    path: str = setting(
        "the release's JSON, one file per facet ({facet} in the path), a TREC file (query ids "
        "<paper>_<facet>), or a parquet table like csfcube/runs/*.parquet",
        {"description": "a run file, or of scisumm a folder of them", "$ref": "#/$defs/path"},
    )
    benchmark: str = setting(
        "csfcube, or mdcr: then path is a JSON of scores in the official format, "
        '{"<query>_<candidate>": number}, of the test split, or of each where {split} in it stands '
        "for val and test; or scisumm: then path is a folder with a CSV file of the shared task "
        "for each reference paper, <paper>.csv; or the name of one of data.collections: then path "
        "is a TREC file of its topics, or a parquet table",
        {
            "description": "csfcube, mdcr, scisumm or the name of one of data.collections",
            "$ref": "#/$defs/name",
        },
        "csfcube",
    )

    def order(self, collection: Collection, context: Context) -> Run:
        """Read the run, in the form that the collection's benchmark has."""
        from paperpool.evaluation.foreign_runs import read_foreign_run, read_topic_run  # pyarrow
        from paperpool.evaluation.pair_scores import read_run_scores

        if isinstance(collection, OpenCollection):
            return read_topic_run(context.name, self.path, collection.topics())
        if not isinstance(collection, FieldCollection):
            return read_foreign_run(context.name, self.path, collection.scheme.facet_names)
        splits = list(collection.folds["all"]) if "{split}" in self.path else ["test"]
        paths = {split: self.path.replace("{split}", split) for split in splits}
        return read_run_scores(context.name, paths, collection)
