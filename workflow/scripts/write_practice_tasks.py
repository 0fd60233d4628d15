"""Write the tasks of the practice round; in a demo imagined annotators grade them."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import read_scheme
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import read_material, read_other_papers
from paperpool.workflow.annotation.practice import (
    PRACTICE,
    draw_practice,
    make_practice_tasks,
    settle_titles,
    settled_pairs,
    warn_of_pairs,
    write_settled,
)
from paperpool.workflow.annotation.task_tables import write_task_table
from paperpool.workflow.annotation.tasks import order_items, write_tasks
from paperpool.workflow.annotation.worked_examples import read_examples
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    files = snakemake.input
    output = snakemake.output
    params = snakemake.params

    scheme = read_scheme(files.scheme)
    material = read_material(
        scheme,
        files.collection,
        files.pools,
        files.queries,
        files.papers,
        files.sentences,
        files.labels,
    )
    sources = (files.collection, files.papers, files.sentences)
    tasks = frozenset(material.items())
    shown: frozenset[Item] = frozenset()
    if files.examples:
        examples = read_examples(files.examples, scheme).examples
        shown = frozenset(example.item for example in examples)
    if files.pairs:
        read = read_examples(files.pairs, scheme, tells_why=False)
        pairs = read.examples
        papers = read.papers | read_other_papers(read.ids(), material, *sources)
        read.check_papers(papers)
    else:
        collection = read_collection(Path(files.collection[0]).parent, evaluable=False)
        known = settled_pairs(collection)
        pairs = draw_practice(known, params.n_pairs, params.seed, tasks | shown, scheme)
        ids = set()
        for pair in pairs:
            ids.update((pair.item.query_id, pair.item.candidate_id))
        papers = {paper_id: collection.labelled(paper_id) for paper_id in sorted(ids)}
    warn_of_pairs(pairs, tasks, shown)
    settled = settle_titles(pairs, papers)
    write_tasks(make_practice_tasks(pairs, papers, scheme, params.seed), output.tasks)
    items = order_items(sorted(example.item for example in pairs), params.seed)
    write_task_table(items, papers, scheme, PRACTICE, output.table)
    write_settled(output.settled, settled)
    if output.simulated:
        from paperpool.extras.demo.simulated_annotators import write_practice  # may be left out

        write_practice(settled, params.seed, output.simulated)
    logger.info("%d pairs to practise on: %s", len(pairs), output.tasks)
