"""Extend a head by a user's labelled sentences, and measure it on held-out papers of them."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_papers
from paperpool.io.tables import write_csv
from paperpool.workflow.facets.extending import HeadExtension, read_split_papers
from paperpool.workflow.facets.head import load_head_to_extend
from paperpool.workflow.facets.sequences import LabellerSettings
from paperpool.workflow.facets.structured import AbstractSplitter
from paperpool.workflow.pools.training_sheet import match_sentences, read_training_sheets
from paperpool.workflow.running.scripts import running

with running(snakemake):
    params = snakemake.params
    rows = read_training_sheets(snakemake.input.sheets, params.labels)
    splitter = AbstractSplitter(params.headings)
    papers = read_split_papers(snakemake.input.papers, rows.keys(), splitter)
    for path in snakemake.input.collection_abstracts:
        for paper_id, paper in read_papers(path).items():
            papers[paper_id] = paper.sentences

    base = load_head_to_extend(
        params.model, LabellerSettings(**params.settings), params.torch_threads
    )
    extension = HeadExtension(base, match_sentences(rows, papers), params.labels)
    write_csv(snakemake.output.held_out, extension.measure(params.seed))
    extension.train().save(Path(snakemake.output.labeller[0]).parent)
