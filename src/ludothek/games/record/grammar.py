"""The grammar of text records: headers, words, comments and variations, without their meaning.

`read_sheet` turns a text into a `Sheet`, which knows where everything stands.
"""

import re
from dataclasses import dataclass
from typing import Final, NoReturn

from ludothek.games.protocol import Outcome
from ludothek.games.record import Decision, Line, Place, RecordError
from ludothek.games.record.check import CONTROL, MAX_DEPTH, SURROGATE

_HEADER: Final = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9]*):[ \t]+(?P<value>.*)")
_NAME: Final = re.compile(r"Game|Rules|Options|p[1-9]|Date|Position|Result")
_RESULT: Final = re.compile(r"(?:(?P<winners>(?:p[1-9])+)win|draw) (?P<reason>[a-z]+(?:-[a-z]+)*)")
_NEEDED: Final = ("Game", "Rules", "p1", "Result")
_UNTYPED: Final = re.compile(rf"(?![\n\t])(?:{CONTROL.pattern}|{SURROGATE.pattern})")
_TOKEN: Final = re.compile(
    r"\{(?P<comment>(?:[^\\{}]|\\.)*)\}|(?P<bracket>[()])|(?P<word>[^ \t\n(){}]+)|(?P<brace>[{}])",
    re.DOTALL,
)
_TURN: Final = re.compile(r"(?P<number>[1-9][0-9]{0,5})\.")
_BLANKS: Final = re.compile(r"[ \t\n]+")
_TO_ESCAPE: Final = re.compile(rf"^ | \Z|(?<=[ \n]) |[\\{{}}]|{CONTROL.pattern}")
_ESCAPED: Final = re.compile(
    r"\\(?:(?P<break>n ?)|(?P<space>_)|(?P<self>[\\{}])|u(?P<code>(?!d[89a-f])[0-9a-f]{4}))"
    r"|(?P<wrong>\\)"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a bracket or a whole comment, and where it starts."""

    kind: str  # "word", "(", ")" or "comment"
    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A decision's place in the text, and the turn number written before it, or 0."""

    offset: int
    turn: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a text says, and where."""

    text: str
    headers: dict[str, Token]
    line: Line
    marks: tuple[Mark, ...]  # of the decisions, in reading order
    result: Outcome | None

    def where(self, place: Place | None) -> tuple[int, int]:
        """Line and column of a decision or of a header's value."""
        if isinstance(place, int):
            return _position(self.text, self.marks[place - 1].offset)
        return _position(self.text, self.headers.get(place or "", self.headers["Game"]).offset)


def read_sheet(text: str) -> Sheet:
    """Read the grammar of a record."""
    if match := _UNTYPED.search(text):
        code = f"U+{ord(match[0]):04X}"
        _fail(text, match.start(), "character", f"the character {code} is not allowed here")
    headers, body = _read_headers(text)
    result = _read_result(text, headers["Result"])
    tokens = _read_tokens(text, body)
    if not tokens or tokens[-1].text != last_word(result):
        sentence = f"the record ends with {last_word(result)}, as its header says"
        _fail(text, tokens[-1].offset if tokens else len(text), "end", sentence)
    reader = _Reader(text, tokens[:-1])
    line = reader.line(0)
    reader.finish()
    return Sheet(text, headers, line, tuple(reader.marks), result)


def last_word(result: Outcome | None) -> str:
    """The word a record ends with."""
    return result.text if result else "unfinished"


def escape(comment: str) -> str:
    """A comment as it is written: single spaces between words, all else with backslashes."""
    return _TO_ESCAPE.sub(_escaped, comment).strip(" ")


def unescape(written: str) -> str:
    """The comment that is meant."""
    return _ESCAPED.sub(_meant, _BLANKS.sub(" ", written).strip(" "))


class _Reader:
    """Reads lines from tokens, and marks where the decisions stand."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.marks: list[Mark] = []
        self._text = text
        self._tokens = tokens
        self._next = 0

    def line(self, depth: int) -> Line:
        """A comment, perhaps, and decisions."""
        comment = self._comment()
        decisions = []
        while self._sees("word"):
            decisions.append(self._decision(depth))
        return Line(tuple(decisions), comment)

    def finish(self) -> None:
        """Fail if anything is left that belongs nowhere."""
        if self._next == len(self._tokens):
            return
        token = self._tokens[self._next]
        sentence = {
            "comment": "a decision has one comment, and it stands right after the decision",
            "(": "a variation stands after the decision it replaces",
            ")": "no variation is open here",
        }[token.kind]
        self._fail(token, "misplaced", sentence)

    def _decision(self, depth: int) -> Decision:
        word = self._take()
        turn = 0
        if match := _TURN.fullmatch(word.text):
            if not self._sees("word"):
                self._fail(word, "turn", "a turn number stands before the turn's first decision")
            turn, word = int(match["number"]), self._take()
        self.marks.append(Mark(word.offset, turn))
        comment = self._comment()
        variations = []
        while self._sees("("):
            variations.append(self._variation(depth + 1))
        return Decision(word.text, comment, tuple(variations))

    def _variation(self, depth: int) -> Line:
        opening = self._take()
        if depth > MAX_DEPTH:
            self._fail(opening, "too-deep", f"variations nest at most {MAX_DEPTH} deep")
        line = self.line(depth)
        if self._next == len(self._tokens):
            self._fail(opening, "open", "this variation is not closed")
        if not self._sees(")"):
            self.finish()
        closing = self._take()
        if not line.decisions:
            self._fail(closing, "empty", "a variation has at least one decision")
        return line

    def _comment(self) -> str:
        if not self._sees("comment"):
            return ""
        token = self._take()
        for match in _ESCAPED.finditer(token.text):
            if match["wrong"]:
                _fail(
                    self._text,
                    token.offset + 1 + match.start(),
                    "escape",
                    r"a backslash is followed by n, _, u and four hex digits, \, { or }",
                )
        comment = unescape(token.text)
        if not comment:
            self._fail(token, "empty", "a comment is not empty")
        return comment

    def _sees(self, kind: str) -> bool:
        return self._next < len(self._tokens) and self._tokens[self._next].kind == kind

    def _take(self) -> Token:
        self._next += 1
        return self._tokens[self._next - 1]

    def _fail(self, token: Token, code: str, sentence: str) -> NoReturn:
        _fail(self._text, token.offset, code, sentence)


def _read_headers(text: str) -> tuple[dict[str, Token], int]:
    """The headers, and where the first line after them starts."""
    headers: dict[str, Token] = {}
    offset = 0
    for line in text.split("\n"):
        if not line.strip(" \t"):
            break
        match = _HEADER.fullmatch(line)
        if not match:
            _fail(text, offset, "header", "expected a header as 'Game: robotory', or an empty line")
        name = match["name"]
        if not _NAME.fullmatch(name):
            _fail(text, offset, "header-unknown", f"there is no header {name!r}")
        if name in headers:
            _fail(text, offset, "header-twice", f"the header {name!r} stands here a second time")
        headers[name] = Token("word", match["value"].rstrip(" \t"), offset + match.start("value"))
        offset += len(line) + 1
    for name in (*_NEEDED, *_seats_before(headers)):
        if name not in headers:
            _fail(text, min(offset, len(text)), "header-missing", f"the header {name!r} is missing")
    return headers, min(offset, len(text))


def _seats_before(headers: dict[str, Token]) -> list[str]:
    """p1 to the last seat that has a header."""
    last = max((int(name[1:]) for name in headers if name[0] == "p"), default=1)
    return [f"p{seat}" for seat in range(1, last + 1)]


def _read_result(text: str, header: Token) -> Outcome | None:
    if header.text == "unfinished":
        return None
    match = _RESULT.fullmatch(header.text)
    if not match:
        _fail(
            text,
            header.offset,
            "result",
            "a result is written as 'p1win resigned', 'draw agreed' or 'unfinished'",
        )
    winners = (match["winners"] or "").split("p")[1:]
    return Outcome(tuple(map(int, winners)), match["reason"])


def _read_tokens(text: str, start: int) -> list[Token]:
    tokens = []
    for match in _TOKEN.finditer(text, start):
        kind = str(match.lastgroup)
        if kind == "brace":
            opens = match[0] == "{"
            sentence = (
                r"this comment is not closed, or a brace in it is not written \{"
                if opens
                else "no comment is open here"
            )
            _fail(text, match.start(), "brace", sentence)
        tokens.append(Token(match[0] if kind == "bracket" else kind, match[kind], match.start()))
    return tokens


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    if char in r"\{}":
        return f"\\{char}"
    return {" ": r"\_", "\n": r"\n "}.get(char, f"\\u{ord(char):04x}")


def _meant(match: re.Match[str]) -> str:
    if match["code"]:
        return chr(int(match["code"], 16))
    return match["self"] or ("\n" if match["break"] else " ")


def _position(text: str, offset: int) -> tuple[int, int]:
    line_start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - line_start + 1


def _fail(text: str, offset: int, code: str, sentence: str) -> NoReturn:
    raise RecordError(code, sentence, None, _position(text, offset))
