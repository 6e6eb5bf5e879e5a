"""The screen layout: the board, with the state of the game beside or below it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO, TextIOWrapper
from typing import Any, Final, cast

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludothek.cli.boards import Scene, Supply, drawing, seat_style
from ludothek.cli.inputs import placement_input
from ludothek.cli.play.choices import summary
from ludothek.cli.play.match import Match
from ludothek.cli.terminal.console import SPELLER, WIDE, Display, display_of
from ludothek.cli.terminal.game_texts import outcome_sentence
from ludothek.cli.terminal.last_move import marked, recent_events
from ludothek.games import AnyGame, Outcome
from ludothek.games.protocol import View

WORDS: Final = 40  # columns that words beside a board need


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is shown of a game at one moment."""

    title: str
    scene: Scene
    players: tuple[str, ...] = ()  # who sits at p1, p2, …; none: nobody knows
    recent: tuple[str, ...] = ()  # what happened last
    question: str = ""  # what the seat to decide is asked
    choices: str = ""  # its decisions, in short


def picture_of(
    game: AnyGame,
    scene: Scene,
    outcome: Outcome | None,
    players: tuple[str, ...] = (),
    recent: Sequence[str] = (),
) -> Picture:
    """A position with its question or its result."""
    options = cast("Mapping[str, str]", scene.view["options"])
    chosen = [
        f"{option.name}={options[option.name]}"
        for option in game.options
        if options[option.name] != option.values[0]
    ]
    title = " · ".join([game.title, *chosen])
    if outcome:
        return Picture(title, scene, players, tuple(recent), outcome_sentence(outcome))
    question = f"p{scene.view['to_move']}: {drawing(game.name).phase(scene)}"
    return Picture(title, scene, players, tuple(recent), question, summary(scene.legal))


def match_picture(match: Match, display: Display, table: View | None = None) -> Picture:
    """A game as it stands; with what a simulated table adds to the board."""
    view = match.game.view(match.state, match.to_move)
    view["board"] = {**cast("View", view["board"]), **(table or {})}
    scene = Scene(view, display, marked(match))
    picture = picture_of(match.game, scene, match.outcome, match.record.names, recent_events(match))
    if not match.asks_people():
        return replace(picture, choices="")
    if table is not None and match.awaits_report():
        return replace(picture, choices=placement_input.choices(match.faces))
    return picture


def compose(picture: Picture) -> RenderableType:
    """Words beside the board where there is room, below it elsewhere."""
    board = drawing(str(picture.scene.view["game"])).board(picture.scene)
    title = Text(picture.scene.display.spell(picture.title), "bold")
    words = _words(picture)
    width = max(map(len, board.plain.splitlines()))
    if not picture.scene.display.wide or picture.scene.display.width < width + WORDS:
        return Group(title, board, *words)
    grid = Table.grid(padding=(0, 4, 0, 0))
    grid.add_column(no_wrap=True, min_width=width)
    grid.add_row(board, Group(title, "", *words))
    return grid


def plain_text(game: AnyGame, state: Any, ascii_only: bool) -> str:
    """A position for a file: no colours, stacked."""
    encoding = "ascii" if ascii_only else "utf-8"
    sheet = TextIOWrapper(BytesIO(), encoding=encoding, errors=SPELLER)
    print_position(Console(file=sheet, width=WIDE - 1, color_system=None), game, state)
    sheet.seek(0)
    return sheet.read()


def print_position(console: Console, game: AnyGame, state: Any) -> None:
    """A position alone, without a game around it."""
    scene = Scene(game.view(state, game.to_move(state)), display_of(console))
    picture = picture_of(game, scene, game.outcome(state))
    console.print(compose(replace(picture, choices="")))


def _words(picture: Picture) -> list[RenderableType]:
    words: list[RenderableType] = [_supplies(picture)]
    display = picture.scene.display
    gap = [Text()] if display.wide else []
    if picture.recent:
        words += [*gap, *(Text(display.spell(line), "dim") for line in picture.recent)]
    words += [*gap, Text(display.spell(picture.question), "bold")]
    if picture.choices:
        words.append(Text(display.spell(picture.choices), "dim"))
    return words


def _supplies(picture: Picture) -> Table:
    rows = drawing(str(picture.scene.view["game"])).supplies(picture.scene)
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(_owner(picture, row), row.holds)
    return table


def _owner(picture: Picture, row: Supply) -> Text:
    if not row.owner.startswith("p") or not row.owner[1:].isdigit():
        return Text(f"  {row.owner}")
    seat = int(row.owner[1:])
    decides = picture.scene.view["to_move"] == seat and not picture.scene.view["outcome"]
    mark = picture.scene.display.pick("▶", ">") if decides else " "
    player = f" {picture.players[seat - 1]}" if picture.players else ""
    return Text.assemble((f"{mark} ", "bold"), (row.owner, seat_style(seat)), player)
