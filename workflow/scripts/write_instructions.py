"""Write the instructions for annotators, with worked examples."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import read_scheme
from paperpool.io.files import write_text
from paperpool.pages.run_info import RunLabel
from paperpool.workflow.annotation.material import read_material, read_other_papers
from paperpool.workflow.annotation.worked_examples import read_examples, scheme_examples
from paperpool.workflow.report.annotation.instructions import Practice, build_instructions
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    files = snakemake.input
    params = snakemake.params

    scheme = read_scheme(files.scheme)
    read = scheme_examples(scheme, files.scheme)
    if files.examples:
        read = read_examples(files.examples, scheme)
    if files.guideline:
        released = read_collection(Path(files.collection[0]).parent, evaluable=False)
        known = {paper_id: released.labelled(paper_id) for paper_id in released.papers}
        read = read.with_released(read_examples(files.guideline, scheme), known)
    papers = dict(read.papers)
    if files.examples:
        sources = (files.collection, files.papers, files.sentences)
        material = read_material(
            scheme,
            files.collection,
            files.pools,
            files.queries,
            files.papers,
            files.sentences,
            files.labels,
        )
        papers |= read_other_papers(read.ids(), material, *sources)
        read.check_papers(papers)
        told = set(material.items()) & {example.item for example in read.examples}
        if told:
            logger.warning(
                "%d worked examples are tasks too: annotators are told their grades.", len(told)
            )
    practice = Practice(**params.practice) if params.practice else None
    label = RunLabel(**params.run)
    page = build_instructions(label, scheme, read.examples, papers, practice)
    write_text(snakemake.output.page, page)
    logger.info("Instructions for annotators: %s", snakemake.output.page)
