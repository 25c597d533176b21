"""For each rule of the convention, a program that breaks it and nothing else, and with it a guarantee."""

from typing import Final

_HEAD: Final = """\
ontology "shop" version "1".
evaluate at 2026-08-14T12:00:00Z.
authority agent-proposed, tool-reported, human-authorized, model-judged.
"""

BAD_PROGRAMS: Final = {
    "RSN101": _HEAD
    + """\
admit tool-reported, model-judged by default.
admit only model-judged for judged_fit.
admit nothing for shipped.
predicate packed(box: string).
predicate judged_fit(box: string, answer: "yes" | "no").
predicate shipped(box: string).
rule ship: shipped($box) if packed($box), judged_fit($box, "yes").
query shipped("b7").
""",
    "RSN102": _HEAD
    + """\
admit tool-reported by default.
admit only human-authorized, model-judged for released.
predicate released(lot: string).
predicate open(lot: string).
rule open_up: open($lot) if released($lot).
query open("l1").
""",
    "RSN103": _HEAD
    + """\
admit human-authorized by default.
admit only model-judged, tool-reported for judged_clean.
admit nothing for usable.
predicate washed(cup: string).
predicate judged_clean(cup: string, answer: "spotless" | "stained").
predicate usable(cup: string).
rule use_it: usable($cup) if washed($cup), judged_clean($cup, "spotless").
query usable("c").
""",
    "RSN104": _HEAD
    + """\
admit human-authorized by default.
admit only model-judged for judged_risk.
admit nothing for cleared, paid.
predicate invoice(id: string).
predicate judged_risk(id: string, level: "low" < "high").
predicate cleared(id: string).
predicate paid(id: string, sum: integer).
rule clear: cleared($id) if judged_risk($id, "low").
rule pay: paid($id, 5) if invoice($id), cleared($id).
query paid("i", 5).
""",
    "RSN105": _HEAD
    + """\
admit human-authorized by default.
admit only model-judged for judged_ok.
admit nothing for go.
predicate asked(who: string).
predicate judged_ok(who: string).
predicate go(who: string).
rule made_up: judged_ok($who) if asked($who).
rule start: go($who) if asked($who), judged_ok($who).
query go("me").
""",
    "RSN106": _HEAD
    + """\
admit human-authorized by default.
admit only model-judged, human-authorized for judged_safe.
admit nothing for enter.
predicate invited(who: string).
predicate judged_safe(who: string, answer: "yes" | "no").
predicate enter(who: string).
fact guard: not judged_safe("eve", "yes") from human-authorized observed 2026-08-14T09:00:00Z.
fact model: judged_safe("eve", "yes") from model-judged observed 2026-08-14T10:00:00Z supersedes guard.
rule let_in: enter($who) if invited($who), judged_safe($who, "yes").
query enter("eve").
""",
    "RSN107": _HEAD
    + """\
admit human-authorized by default.
admit only model-judged for judged_done.
admit only tool-reported for tested.
predicate built(part: string).
predicate judged_done(part: string, answer: "yes" | "no").
predicate tested(part: string).
rule testing: tested($part) if built($part), judged_done($part, "yes").
query tested("p").
""",
}

BAD_POLICY: Final = """\
action policy "door" version "1".
authority human-authorized, model-judged.
admit human-authorized by default.
admit only model-judged for judged_calm.
predicate resident(name: string).
predicate judged_calm(action: string, answer: "yes" | "no").
rule known: action_authorized($action) if
  action_tool($action, "open"), action_argument($action, "name", $name), resident($name).
rule calm: action_authorized($action) if
  action_tool($action, "unlock"), action_effect($action, "turn", "key", _), judged_calm($action, "yes").
"""
