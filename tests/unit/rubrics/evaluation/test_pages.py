"""The page of an evaluation needs nothing else, runs nothing, and shows what it is given as text."""

import re
from dataclasses import replace
from html.parser import HTMLParser

from bridge.render import rubric_evaluation_html, rubric_evaluation_text
from bridge.render.rubric_evaluation_plots import curves_plot, shown
from bridge.rubrics.evaluation.ci_gates import Bounds, ci_gates
from bridge.rubrics.evaluation.report import Evaluation
from bridge.rubrics.evaluation.sweep import read_sweep, swept
from tests.unit.rubrics.building import rubric
from tests.unit.rubrics.evaluation.labelled import evaluation

HOSTILE = "<script>alert(1)</script>\"'&\u202e\x1b[31m"


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def hostile() -> Evaluation:
    of = evaluation(("pass", "fail"), ("fail", "fail"))
    first, second = of.observed
    changed = replace(first, case=replace(first.case, id=HOSTILE, category=HOSTILE))
    sweep = swept(read_sweep("release-note|score.clarity|score=0,1.7,2", of.rubrics), rubric(), of.observed)
    cases = (changed.case, second.case)
    return replace(of, cases=cases, observed=(changed, second), failed=((HOSTILE, HOSTILE),), sweeps=(sweep,))


def test_the_page_is_well_formed_and_holds_no_script_and_no_address() -> None:
    of = hostile()
    page = rubric_evaluation_html.evaluation(of, ci_gates(of, Bounds(min_agreement=0.9)))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert {"svg", "table", "polyline", "circle", "rect"} <= tags.seen
    assert not tags.seen & {"script", "link", "img", "iframe", "image", "use", "foreignobject", "a"}
    assert not {name for name in tags.attributes if name.startswith("on") or name in ("src", "href", "xlink:href")}
    assert set(re.findall(r"https?://[^\"' <]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "default-src &#x27;none&#x27;" in page or "default-src 'none'" in page


def test_names_from_elsewhere_are_text() -> None:
    of = hostile()
    page = rubric_evaluation_html.evaluation(of, ())
    text = rubric_evaluation_text.evaluation(of, ())
    assert "<script>" not in page
    assert not set("\u202e\x1b") & set(page + text)
    assert shown(HOSTILE) in page
    assert shown("\"<'") == "&quot;&lt;&#x27;"


def test_a_plot_of_nothing_is_nothing_and_one_of_one_point_is_a_plot() -> None:
    assert curves_plot("t", "x", [("a", [])]) == ""
    assert "nan" not in curves_plot("t", "x", [("a", [(0.5, 0.5)])], marks=[("now", 0.5)], band=(0.5, 0.5))


def test_an_evaluation_of_nothing_has_both_forms() -> None:
    of = evaluation(missing=1)
    assert "of nothing" in rubric_evaluation_text.evaluation(of, ci_gates(of, Bounds(min_coverage=1)))
    assert "of nothing" in rubric_evaluation_html.evaluation(of, ())
