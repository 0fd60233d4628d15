"""The second pass from full texts through the workflow: tasks out, exports in, agreement."""

import csv
import json

from paperpool.extras.demo.simulated_annotators import format_export
from paperpool.workflow.annotation.full_text_pairs import PASSES, read_pairs


def test_the_pairs_go_out_and_their_exports_come_in(workplace, real_data):
    folder = workplace.folder / "results/two/annotation"
    settings = {"run": "two", "data": {"csfcube": str(real_data("csfcube"))}}
    assert workplace.run("full_text", **settings).jobs()["full_text"] == 1
    items = read_pairs(folder / "full_text/pairs.csv")
    tasks = json.loads((folder / "full_text/full_text_tasks.json").read_text())
    assert len(tasks) == len(items) == 45
    exports = {}
    for k, stage in enumerate(PASSES):
        grades = {item: {5: (i + k * (i % 5 == 0)) % 4} for i, item in enumerate(items)}
        file = workplace.folder / f"{stage}.json"
        file.write_text(json.dumps(format_export(grades, stage)))
        exports[f"{stage}s"] = [str(file)]
    done = workplace.run("full_text", **settings, annotation={"full_text": exports})
    assert done.jobs() == {"full_text": 1, "measure_full_text": 1}
    with (folder / "full_text_agreement.csv").open() as file:
        found = {(row["facet"], row["measure"]): row for row in csv.DictReader(file)}
    assert float(found["all", "agreement"]["value"]) == 0.8
    assert found["all", "agreement"]["published"] == "0.73"
    (folder / "full_text_agreement.csv").unlink()
    swapped = {"abstracts": exports["full_texts"], "full_texts": exports["abstracts"]}
    failed = workplace.fail("full_text", **settings, annotation={"full_text": swapped})
    assert "Unknown stage" in failed.output
    assert not (folder / "full_text_agreement.csv").exists()
