"""A report as a self-contained HTML page, without scripts."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from ludothek.games import load
from ludothek.research.report.charts import bars, curve, histogram, ladder
from ludothek.research.report.heat_maps import heat_map
from ludothek.research.report.intervals import Estimate
from ludothek.research.report.measures import AI_AI, LUDII, places_of
from ludothek.research.report.plan import OPENING
from ludothek.research.report.words import Numbers, words

Data = Mapping[str, Any]

SHARES: Final = (
    *("advantage_p1", "balance", "completion", "drawishness"),
    *("decision_moves", "decisiveness_moves", "board_coverage"),
)
COMPARED: Final = (
    *("advantage_p1", "drawishness", "duration_turns", "branching_factor"),
    *("decisiveness_moves", "drama", "lead_changes"),
)
_FIRST: Final = 8  # decisions in the table
_STYLE: Final = """
:root { color-scheme: light dark; --paper: #fbf8f3; --card: #fff; --ink: #2b2320; --dim: #6d5f57;
  --line: #e3d9cf; --bar: #a5673f; --mark: #2a5fa8; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c1816; --card: #26211e; --ink: #efe7e0;
  --dim: #b3a59b; --line: #40372f; --bar: #d0905f; --mark: #7fb0ee; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: .2rem 0 .5rem; }
h2 { font-size: 1.2rem; margin: 0 0 .5rem; }
a { color: var(--mark); }
p { margin: .4rem 0; }
.dim, figcaption { color: var(--dim); font-size: .92rem; }
code { overflow-wrap: anywhere; font-size: .92em; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  gap: 1rem; margin-top: 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 1rem 1.1rem; min-width: 0; }
section.wide { grid-column: 1 / -1; }
figure { margin: 0; }
figure svg { display: block; width: 100%; height: auto; max-height: 34rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  gap: 1rem; }
.stack { display: grid; grid-template-rows: auto 1fr; gap: 1rem; min-width: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number, td:first-child code { white-space: nowrap; }
small { color: var(--dim); }
.label { fill: var(--dim); font: 12px system-ui, sans-serif; }
.grid { stroke: var(--line); }
.bar, .dot { fill: var(--bar); }
.curve { fill: none; stroke: var(--bar); stroke-width: 2.5; }
.whisker { stroke: var(--ink); stroke-width: 1.4; }
.mark { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 6 4; }
"""


class Page:
    """A report in one language."""

    def __init__(self, report: Data, language: str, command: str, other: str, data: str) -> None:
        self.report, self.language = report, language
        self.command, self.other, self.data = command, other, data
        self.words, self.numbers = words(language), Numbers(language)
        self.rules = load(report["game"])
        self.main: Data = report["settings"][0]
        self.simulated = self.rules.simulation is not None

    def html(self) -> str:
        """The whole page."""
        title = escape(self.say("report", title=self.report["title"]))
        cards = [
            *(self.wins(), self.length(), self.branching(), self.leader(), self.skill()),
            *(self.reasons(), self.first(), self.use()),
            f'<div class="stack">{self.left()}{self.shortest()}</div>',
            *(self.figures(), self.options()),
        ]
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title}</title><style>{_STYLE}</style></head>\n<body>"
            f"<header><h1>{title}</h1>{self.head()}</header>"
            f'<main class="cards">{"".join(cards)}</main></body></html>\n'
        )

    def say(self, key: str, **values: Any) -> str:
        """A text of the language."""
        return self.words[key].format(**values)

    def head(self) -> str:
        """What was played, and how to do it again."""
        options = ", ".join(f"{name}={value}" for name, value in self.main["options"].items())
        facts = [
            self.say("seats", seats=self.report["seats"]),
            options or self.say("usual"),
            self.say("games", games=self.main["games"]),
            self.say("rules", rules=self.report["rules"]),
        ]
        how = self.say(
            "by_level" if self.simulated else "by_nodes",
            strength=self.numbers.number(self.report["strength"], 0),
            opening=OPENING,
        )
        links = (
            f'<a href="{self.other}" lang="{"de" if self.language == "en" else "en"}">'
            f'{self.say("language")}</a> · <a href="{self.data}">{self.say("data")}</a>'
        )
        return (
            f"<p>{escape(' · '.join(facts))}</p><p>{how}</p>"
            f"<p>{self.say('command')} <code>{escape(self.command)}</code>{self.made_by()}</p>"
            f"<p>{links}</p>"
            f'<p class="dim">{self.say("ranges")}</p>'
        )

    def made_by(self) -> str:
        """Which program played, and with which network; older data do not say so."""
        said = [
            self.say(name, **{name: self.report[name]})
            for name in ("version", "network")
            if self.report.get(name)
        ]
        return f" ({', '.join(said)})" if said else ""

    def card(self, key: str, body: str, caption: str = "", *, wide: bool = False) -> str:
        """A part of the page."""
        below = f"<figcaption>{caption}</figcaption>" if caption else ""
        kind = ' class="wide"' if wide else ""
        return f"<section{kind}><h2>{self.say(key)}</h2><figure>{body}{below}</figure></section>"

    def shown(self, name: str, value: float) -> str:
        """A measure as people read it."""
        if name in SHARES:
            return self.numbers.percent(value)
        return self.numbers.number(value, 3 if name in {"drama", "lead_change"} else 1)

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
        """A table whose last columns, so many, are numbers."""
        first = len(heads) - numbers

        def line(cells: Sequence[str], tag: str) -> str:
            written = [
                f'<{tag} class="number">{cell}</{tag}>' if i >= first else f"<{tag}>{cell}</{tag}>"
                for i, cell in enumerate(cells)
            ]
            return f"<tr>{''.join(written)}</tr>"

        body = "".join(line(row, "td") for row in rows)
        return f'<div class="scroll"><table>{line(heads, "th")}{body}</table></div>'

    def wins(self) -> str:
        """Shares of the seats."""
        seats = [
            (self.say("seat", seat=seat), _estimate(each))
            for seat, each in enumerate(self.main["wins"], 1)
        ]
        chart = bars(self.say("wins"), seats, 1 / len(seats), self.numbers)
        return self.card("wins", chart, self.say("wins_text"))

    def reasons(self) -> str:
        """How games ended, with the codes of the rules."""
        rows = [
            (
                f"{escape(self.reason(reason))}<br><small><code>{escape(reason)}</code></small>",
                self.numbers.percent(each["value"]),
                self.range(each, "balance"),
            )
            for reason, each in self.main["reasons"].items()
        ]
        heads = [self.say(key) for key in ("measure", "value", "range")]
        return self.card("reasons", self.table(heads, rows, 2))

    def reason(self, code: str) -> str:
        """What ended a game; games of other packages have codes of their own."""
        return self.words.get(f"reason_{code}", code)

    def result(self, text: str) -> str:
        """A result as `p1win (stuck)`, in words."""
        who, _, reason = text.removesuffix(")").partition(" (")
        seats = self.say("and").join(re.findall(r"p(\d+)", who))
        won = self.say("won", seats=seats) if seats else self.say("drawn")
        return f"{won} ({self.reason(reason)})"

    def length(self) -> str:
        """Turns and minutes."""
        minutes = self.main["measures"]["minutes"]["value"]
        caption = self.say(
            "length_text", pace=f"{self.report['pace']:g}", minutes=self.numbers.number(minutes, 0)
        )
        chart = histogram(self.say("length"), self.main["turns"], self.say("turns"), self.numbers)
        return self.card("length", chart, caption)

    def branching(self) -> str:
        """Legal decisions over a game."""
        values = [Estimate(value, value, value) for value in self.main["branching"]]
        chart = curve(
            self.say("branching"),
            values,
            self.say("part"),
            self.numbers,
            percent=False,
            middle=True,
        )
        more = self.say("branching_table") if self.simulated else ""
        return self.card("branching", chart, self.say("branching_text") + more)

    def leader(self) -> str:
        """How early the leader wins."""
        values = [_estimate(each) if each else None for each in self.main["leader"]]
        chart = curve(
            self.say("leader"), values, self.say("part"), self.numbers, percent=True, middle=False
        )
        text = self.say("leader_table" if self.simulated else "leader_text")
        return self.card("leader", chart, text)

    def skill(self) -> str:
        """Rating against nodes."""
        rungs = [
            (
                rung["strength"],
                Estimate(
                    rung["rating"], rung["rating"] - rung["error"], rung["rating"] + rung["error"]
                ),
            )
            for rung in self.report["skill"]
        ]
        if len(rungs) < 2:
            return ""
        caption = self.say("level" if self.simulated else "nodes")
        chart = ladder(self.say("skill"), rungs, caption, self.numbers, log=not self.simulated)
        text = self.say(
            "skill_table" if self.simulated else "skill_text", games=self.report["skill_games"]
        )
        return self.card("skill", chart, text)

    def left(self) -> str:
        """What is left at the end."""
        rows = [
            (self.say(f"left_{name}"), self.numbers.number(each["value"]), self.range(each))
            for name, each in self.main["left"].items()
        ]
        heads = [self.say(key) for key in ("measure", "value", "range")]
        return self.card("left", self.table(heads, rows, 2))

    def range(self, each: Data, name: str = "") -> str:
        """Between what a value lies."""
        return f"{self.shown(name, each['least'])} – {self.shown(name, each['most'])}"

    def first(self) -> str:
        """First decisions as two heat maps and a table."""
        share, score = self._first_by_place()
        most = max(share.values(), default=1.0)
        best, worst = max(score.values()), min(score.values())
        heat = {place: (value - worst) / (best - worst or 1) for place, value in score.items()}
        pictures = [
            self.map("first_share", {place: value / most for place, value in share.items()}, share),
            self.map("first_expected" if self.report["expected"] else "first_score", heat, score),
        ]
        rows = [
            (
                f"<code>{escape(each['move'])}</code>",
                str(each["games"]),
                self.numbers.percent(each["score"]["value"]),
                self.range(each["score"], "advantage_p1"),
                self._expected(each["move"]),
            )
            for each in self.main["first"][:_FIRST]
        ]
        columns = ("first_move", "first_games", "first_won", "range", "first_searched")
        shown = len(columns) if self.report["expected"] else len(columns) - 1
        heads = [self.say(key) for key in columns[:shown]]
        maps = f'<div class="pair">{"".join(pictures)}</div>'
        body = maps + self.table(heads, [row[:shown] for row in rows], shown - 1)
        return self.card("first", body, wide=True)

    def _expected(self, move: str) -> str:
        expected = self.report["expected"]
        return self.numbers.percent(expected[move]) if move in expected else "–"

    def _first_by_place(self) -> tuple[dict[str, float], dict[str, float]]:
        games: dict[str, int] = {}
        won: dict[str, float] = {}
        for each in self.main["first"]:
            for place in places_of(self.rules, each["move"]):
                games[place] = games.get(place, 0) + each["games"]
                won[place] = won.get(place, 0.0) + each["games"] * each["score"]["value"]
        share = {place: number / self.main["games"] for place, number in games.items()}
        if self.report["expected"]:
            return share, self._expected_by_place()
        return share, {place: won[place] / number for place, number in games.items()}

    def _expected_by_place(self) -> dict[str, float]:
        """What the search expects for the first seat after its best decision there."""
        best: dict[str, float] = {}
        for move, value in self.report["expected"].items():
            for place in places_of(self.rules, move):
                best[place] = max(best.get(place, 0.0), value)
        return best

    def map(
        self,
        key: str,
        heat: Mapping[str, float],
        values: Mapping[str, float],
        write: Callable[[float], str] | None = None,
    ) -> str:
        """A heat map with its caption."""
        setup = self.rules.setup(self.report["seats"], self.main["options"])
        texts = {place: (write or self.numbers.percent)(value) for place, value in values.items()}
        picture = heat_map(self.rules, setup, heat, texts, self.say(key))
        return f"<figure>{picture}<figcaption>{self.say(key)}</figcaption></figure>"

    def use(self) -> str:
        """Which places are used."""
        used: Mapping[str, float] = self.main["use"]
        setup = self.rules.setup(self.report["seats"], self.main["options"])
        start = {place.name for place in self.rules.drawing.places(self.rules.start(setup))}
        there = {place: value for place, value in used.items() if place in start}
        most = max(there.values(), default=1.0)
        heat = {place: value / most for place, value in there.items()}
        picture = self.map(
            "use_table" if self.simulated else "use_text", heat, there, self.numbers.number
        )
        beyond = sum(used.values()) - sum(there.values())
        share = self.numbers.percent(beyond / (sum(used.values()) or 1))
        more = f"<p>{self.say('use_beyond', share=share)}</p>" if beyond else ""
        return self.card("use_pieces" if self.simulated else "use", picture + more)

    def shortest(self) -> str:
        """The shortest decisive game."""
        game = self.report["shortest"]
        if not game:
            return self.card("shortest", f"<p>{self.say('shortest_none')}</p>")
        head = self.say(
            "shortest_text", decisions=game["decisions"], result=escape(self.result(game["result"]))
        )
        by = self.say(f"shortest_{game['by']}")
        return self.card(
            "shortest", f"<p>{head}; {by}:</p><p><code>{escape(game['moves'])}</code></p>"
        )

    def figures(self) -> str:
        """All measures with their names elsewhere."""
        rows = [
            (
                self.named(name),
                LUDII.get(name, "–"),
                AI_AI.get(name, "–"),
                self.shown(name, each["value"]),
                self.range(each, name),
            )
            for name, each in self.main["measures"].items()
        ]
        heads = [self.say(key) for key in ("measure", "ludii", "ai_ai", "value", "range")]
        return self.card("figures", self.table(heads, rows, 2), wide=True)

    def named(self, measure: str) -> str:
        """A measure; Splash! has pieces where others have places."""
        return self.words.get(
            f"{measure}_table" if self.simulated else measure, self.words[measure]
        )

    def options(self) -> str:
        """All settings side by side."""
        if len(self.report["settings"]) < 2:
            return ""
        heads = [self.say("option"), *(self.say(name) for name in COMPARED)]
        rows = [self._compared(setting) for setting in self.report["settings"]]
        caption = self.say("options_text", games=self.main["games"])
        return self.card("options", self.table(heads, rows, len(COMPARED)), caption, wide=True)

    def _compared(self, setting: Data) -> list[str]:
        changed = {
            name: value
            for name, value in self._full(setting).items()
            if self._full(self.main)[name] != value
        }
        written = ", ".join(f"{name}={value}" for name, value in changed.items())
        cells = [f"<code>{escape(written)}</code>" if written else self.say("above")]
        for name in COMPARED:
            each, usual = (of["measures"].get(name) for of in (setting, self.main))
            if each is None:
                cells.append("–")
                continue
            value = self.shown(name, each["value"])
            if usual and _estimate(each).apart(_estimate(usual)):
                value = f"<strong>{value}</strong>"
            cells.append(f"{value}<br><small>{self.range(each, name)}</small>")
        return cells

    def _full(self, setting: Data) -> dict[str, str]:
        return dict(self.rules.setup(self.report["seats"], setting["options"]).options)


def _estimate(each: Data) -> Estimate:
    return Estimate(each["value"], each["least"], each["most"])
