"""Choose the ranker that does best on the train split, and rank by it."""

from paperpool.files import write_json
from paperpool.scisumm.judging import load_judge, read_ranking
from paperpool.scisumm.overlap import corrected_counts, micro
from paperpool.scisumm.rows import submitted_sentences
from paperpool.scripts import running
from paperpool.tables import write_table

with running(snakemake):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    judge = load_judge(inputs.sentences, inputs.citances, inputs.gold, params.k)
    rankings = dict(zip(params.rankers, map(read_ranking, inputs.rankings), strict=True))
    gold = judge.rows("train")
    f1 = {
        name: micro(
            corrected_counts(
                gold, submitted_sentences(judge.submit(ranking)["train"].rows)
            ).values()
        ).f1
        for name, ranking in rankings.items()
    }
    chosen = max(f1, key=f1.get)
    write_table(output.ranking, rankings[chosen])
    write_json(output.chosen, {"ranker": chosen, "f1": f1})
