"""A slow second implementation of Repulso's rules, as a reference for the fast one."""

from collections.abc import Iterator

Table = dict[str, str]  # square → o, x, * or .

SQUARES = [f"{column}{row}" for row in range(6, 0, -1) for column in "abcdef"]
DIRECTIONS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
SYMBOLS = {"p1": "o", "p2": "x"}


def step(square: str, direction: tuple[int, int]) -> str:
    """The next square, or a name off the board."""
    return chr(ord(square[0]) + direction[0]) + str(int(square[1]) + direction[1])


def neighbours(square: str) -> list[str]:
    return [near for d in DIRECTIONS if (near := step(square, d)) in SQUARES]


def ends(table: Table, square: str) -> set[str]:
    """Where a piece can slide to."""
    squares = set()
    for direction in DIRECTIONS:
        end = square
        while table.get(step(end, direction)) == ".":
            end = step(end, direction)
        squares.add(end)
    return squares - {square}


def spots(table: Table, symbol: str) -> set[str]:
    """Where a piece may be placed."""
    return {
        square
        for square in SQUARES
        if table[square] == "." and symbol not in [table[near] for near in neighbours(square)]
    }


def able(table: Table, symbol: str, affected: set[str]) -> list[str]:
    return [sq for sq in sorted(affected) if table[sq] == symbol and ends(table, sq)]


def movements(table: Table, order: str, affected: set[str]) -> Iterator[Table]:
    """All tables a movement can lead to."""
    for symbol in order:
        if movable := able(table, symbol, affected):
            for square in movable:
                for end in ends(table, square):
                    moved = table | {square: ".", end: symbol}
                    yield from movements(moved, order, affected - {square})
            return
    yield table


def after_a_stone(table: Table, symbol: str) -> Iterator[Table]:
    """All tables that a stone on any empty square can lead to."""
    order = symbol + ("x" if symbol == "o" else "o")
    for square in [sq for sq in SQUARES if table[sq] == "."]:
        affected = {near for near in neighbours(square) if table[near] in "ox"}
        yield from movements(table | {square: "*"}, order, affected)


def has_prospect(table: Table, symbol: str, stones: int) -> bool:
    """Does some way to lay up to so many stones lead to a place for a piece?"""
    seen: set[str] = set()

    def leads_on(now: Table, left: int) -> bool:
        if spots(now, symbol):
            return True
        name = "".join(now.values())
        if not left or name in seen:
            return False
        seen.add(name)
        return any(leads_on(after, left - 1) for after in after_a_stone(now, symbol))

    return leads_on(table, stones)


def read(rows: str) -> Table:
    for number in range(1, 7):
        rows = rows.replace(str(number), "." * number)
    return dict(zip(SQUARES, rows.replace("/", ""), strict=True))


def legal(position: str, stuck: str) -> set[str]:
    """The texts of all legal decisions in a position written without options."""
    rows, decides, _, supplies, affected = position.split(" ")
    table, symbol = read(rows), SYMBOLS[decides]
    if affected != "-":
        movable = able(table, symbol, set(affected.split(",")))
        return {f"{square}-{end}" for square in movable for end in ends(table, square)}
    pieces, stones = map(int, supplies.split(",")[int(decides[1]) - 1].split("+"))
    texts = spots(table, symbol) if pieces else set()
    looks = stuck == "no-prospect" and pieces and stones and not texts
    lost = looks and not has_prospect(table, symbol, stones)
    if stones and not lost:
        texts = texts | {f"*{square}" for square in SQUARES if table[square] == "."}
    return texts


def group_sizes(rows: str, symbol: str) -> list[int]:
    """How large the groups of one colour are, the largest first."""
    left = {square for square, lies in read(rows).items() if lies == symbol}
    sizes = []
    while left:
        reached, todo = set(), [min(left)]
        while todo:
            square = todo.pop()
            reached.add(square)
            todo += [near for near in neighbours(square) if near in left - reached]
        sizes.append(len(reached))
        left -= reached
    return sorted(sizes, reverse=True)
