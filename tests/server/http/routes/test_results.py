"""Stored results: statistics and filters of one's own matches, on both databases."""

from ludothek.server.storage.statistics import summed_up
from tests.server.conftest import Welcome
from tests.server.visitors import Visitor, meet

GIVE_UP = {"type": "resign"}


def given_up(person: Visitor, *seats: str, game: str = "robotory") -> str:
    """A match against a computer, lost at once."""
    match: str = person.create(game, *seats)["match"]["id"]
    person.act(match, GIVE_UP)
    return match


def test_results_are_counted_by_game_and_level_with_streaks(welcome: Welcome) -> None:
    ada = welcome("Ada")
    for _ in range(2):
        given_up(ada, "me", "computer:2")
    given_up(ada, "me", "computer:3", game="repulso")
    assert [
        (tally["game"], tally["level"], tally["won"], tally["lost"], tally["streak"])
        for tally in ada.get("/api/me/statistics")["tallies"]
    ] == [("repulso", 3, 0, 1, 0), ("robotory", 2, 0, 2, 0)]


def test_a_match_between_people_counts_for_both_and_a_streak_goes_on_until_a_loss(
    welcome: Welcome,
) -> None:
    ada, bo, match = meet(welcome)
    bo.act(match, GIVE_UP)
    for person, won, lost in ((ada, 1, 0), (bo, 0, 1)):
        [tally] = person.get("/api/me/statistics")["tallies"]
        assert (tally["level"], tally["won"], tally["lost"]) == (0, won, lost)
        assert (tally["streak"], tally["best_streak"]) == (won, won)
    ada.act(match, {"type": "offer", "what": "rematch"})
    bo.act(match, {"type": "answer", "what": "rematch", "accept": True})
    following = ada.get(f"/api/matches/{match}")["match"]["next"]
    ada.act(following, GIVE_UP)
    [tally] = ada.get("/api/me/statistics")["tallies"]
    assert (tally["won"], tally["lost"]) == (1, 1)
    assert (tally["streak"], tally["best_streak"]) == (0, 1)


def test_own_matches_are_filtered_by_opponent(welcome: Welcome) -> None:
    ada, bo, match = meet(welcome)
    bo.act(match, GIVE_UP)
    other = given_up(ada, "me", "computer:1")
    both_seats = ada.create("robotory", "me", "here:Cleo")["match"]["id"]
    ada.act(both_seats, GIVE_UP)
    for against, expected in (("people", [match]), ("computer", [other])):
        listed = ada.get("/api/me/matches", against=against)["matches"]
        assert [each["id"] for each in listed] == expected
    assert len(ada.get("/api/me/matches?status=finished")["matches"]) == 3
    for wish, expected in (
        ({"level": 1}, [other]),
        ({"level": 2}, []),
        ({"opponent": "Bo"}, [match]),
        ({"opponent": "Ada"}, []),  # nobody is the own opponent
        ({"opponent": "Cleo"}, []),  # somebody on this device is nobody the server knows
    ):
        listed = ada.get("/api/me/matches", **wish)["matches"]
        assert [each["id"] for each in listed] == expected
    assert ada.get("/api/me/statistics")["opponents"] == ["Bo"]
    assert bo.get("/api/me/statistics")["opponents"] == ["Ada"]
    ada.get("/api/me/matches", 422, against="nobody")


def test_results_since_a_moment_are_told_one_by_one_and_not_summed_up(welcome: Welcome) -> None:
    ada = welcome("Ada")
    for level in (1, 2, 1):
        given_up(ada, "me", f"computer:{level}")
    first, *later = ada.get("/api/me/statistics", since=0)["recent"]
    assert [each["level"] for each in (first, *later)] == [1, 2, 1]
    assert ada.get("/api/me/statistics", since=0)["tallies"] == []
    assert ada.get("/api/me/statistics")["recent"] == []
    since = ada.get("/api/me/statistics", since=later[-1]["at"] + 1)
    assert since["recent"] == []
    assert sum(tally["lost"] for tally in since["tallies"]) == 3
    assert {each["score"] for each in later} == {"lost"}


def test_who_gives_up_among_three_has_lost_though_the_match_goes_on(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    created = ada.create("nexus", "me", "open", "computer:1")
    bo.join(created)
    match = created["match"]["id"]
    bo.act(match, GIVE_UP)
    [tally] = bo.get("/api/me/statistics")["tallies"]
    assert (tally["game"], tally["level"], tally["won"], tally["lost"]) == ("nexus", 0, 0, 1)
    assert bo.get("/api/me/matches")["matches"] == []
    ada.act(match, GIVE_UP)
    [played] = bo.get("/api/me/matches?status=finished")["matches"]
    assert [(seat["you"], seat["given_up"]) for seat in played["seats"]][1] == (True, True)
    [tally] = bo.get("/api/me/statistics")["tallies"]
    assert (tally["won"], tally["lost"]) == (0, 1), "a loss counts once"


def test_who_gave_up_among_three_is_told_so_and_keeps_the_name(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    created = ada.create("nexus", "me", "open", "computer:1")
    bo.join(created)
    match = created["match"]["id"]
    bo.act(match, GIVE_UP)
    for person, seats in ((bo, [2]), (ada, [])):
        shown = person.get(f"/api/matches/{match}")["match"]
        assert shown["gave_up"] == seats
        seat = shown["seats"][1]
        assert (seat["kind"], seat["name"]) == ("computer", "Bo")
        assert (seat["given_up"], seat["timed_out"]) == (True, False)


def test_one_device_for_several_seats_gives_up_without_a_result(welcome: Welcome) -> None:
    ada = welcome("Ada")
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    ada.act(match, GIVE_UP)
    [played] = ada.get("/api/me/matches?status=finished")["matches"]
    assert [seat["given_up"] for seat in played["seats"]] == [False, False]


def test_results_against_the_former_levels_stay_apart() -> None:
    rows = [
        ("robotory", 8, 1, "won"),
        ("robotory", 8, 2, "lost"),
        ("splash", 5, 1, "won"),
        ("splash", 5, 2, "won"),
        ("robotory", 0, 1, "won"),
        ("robotory", 0, 2, "won"),
    ]
    counted = [(each.game, each.level, each.former, each.won) for each in summed_up(rows)]
    assert counted == [
        ("robotory", 0, False, 2),
        ("robotory", 8, False, 0),
        ("robotory", 8, True, 1),
        ("splash", 5, False, 2),
    ]
