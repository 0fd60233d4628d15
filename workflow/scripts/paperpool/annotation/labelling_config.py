"""The labelling configuration of Label Studio: how a task looks and what it asks.

Query and candidate stand side by side, title and abstract alone; authors, venues, years and ids
stay hidden (CSFCube, section 4). What differs between tasks, the definitions of the task's facet
too, comes from the task's data as HTML (``paperpool.annotation.tasks``). Label Studio shows a
choice's ``value`` and exports its ``alias``, here the bare grade.
"""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from paperpool.annotation.guidelines import GRADES

CONTROL = "grade"
"""The name of the choice that holds the grade."""

CANDIDATE = "candidate"
"""The name of the object that the grade belongs to."""

_STYLE = """
    .pp-guide { background: #f4f6fa; color: #1d2330; padding: 2px 14px; border-radius: 6px;
      font-size: 14px; line-height: 1.35; }
    .pp-guide h3, .pp-guide p, .pp-guide ul { margin: 6px 0; }
    .pp-papers { display: flex; gap: 24px; align-items: flex-start; margin: 12px 0; }
    .pp-paper { flex: 1 1 0; min-width: 0; overflow-wrap: anywhere; line-height: 1.5; }
    .pp-grade { position: sticky; bottom: -12px; background: #f4f6fa; color: #1d2330;
      padding: 2px 14px; border-radius: 6px; }
    .pp-paper b { background: #fff1b8; color: #1d2330; }
"""


def labelling_config(links: bool = False) -> str:
    """Return the configuration as XML; one serves annotation and adjudication.

    ``links`` says whether those in a paper's HTML can be followed.
    """
    shown = 'inline="true" selectionEnabled="false"'
    if links:
        shown += ' clickableLinks="true"'
    choices = "\n".join(
        f'      <Choice value={quoteattr(name)} alias="{grade}" hotkey="{grade}"/>'
        for grade, name in GRADES.items()
    )
    return f"""<View>
  <Style>{_STYLE}  </Style>
  <View className="pp-guide">
    <HyperText name="guide" value="$guide_html" inline="true" selectionEnabled="false"/>
  </View>
  <View className="pp-papers">
    <View className="pp-paper">
      <Header value="Query" size="4"/>
      <HyperText name="query" value="$query_html" {shown}/>
    </View>
    <View className="pp-paper">
      <Header value="Candidate" size="4"/>
      <HyperText name="{CANDIDATE}" value="$candidate_html" {shown}/>
    </View>
  </View>
  <View className="pp-grade">
    <Choices name="{CONTROL}" toName="{CANDIDATE}" choice="single-radio" required="true"
             requiredMessage="Choose a grade." showInline="true">
{choices}
    </Choices>
  </View>
</View>
"""


_CHOICES = {str(grade): grade for grade in GRADES} | {name: grade for grade, name in GRADES.items()}


def parse_choice(choice: object) -> int | None:
    """Return the grade of an exported choice, its alias or its name; None for any other."""
    return _CHOICES.get(choice) if isinstance(choice, str) else None
