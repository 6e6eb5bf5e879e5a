"""Computing is shared fairly."""

from tests.attacks.computing import endless_rematches, many_analyses, many_matches, many_tables
from tests.attacks.conftest import NewTarget


def test_many_matches_of_one_guest_leave_the_computer_to_others(new_target: NewTarget) -> None:
    target = new_target()
    before = len(target.normal.samples)
    many_matches.attack(target, matches=20, decisions=4)
    assert target.statuses == {"set up": 20}
    assert len(target.normal.samples) > before


def test_analyses_of_many_guests_leave_a_hint_to_others(new_target: NewTarget) -> None:
    target = new_target()
    many_analyses.attack(target, guests=10, each=3, hints=2, decisions=4)
    assert target.statuses["hint done"] == 2
    assert target.statuses[202] == 30


def test_many_guests_at_the_table_leave_a_placement_to_others(new_target: NewTarget) -> None:
    target = new_target()
    many_tables.attack(target, guests=8, placements=2, decisions=4)
    assert target.statuses["placed"] == 2
    assert target.statuses[200] >= 1


def test_all_guests_of_an_address_have_one_budget(new_target: NewTarget) -> None:
    target = new_target(rate=0.25)  # five matches at once for a person, twenty for an address
    for _ in range(6):
        with target.visitor() as mallory:
            new = {"game": "robotory", "seats": [{"kind": "me"}, {"kind": "open"}]}
            for _ in range(5):
                target.note(mallory.http.post("/api/matches", json=new).status_code)
    assert target.statuses[201] >= 20
    assert target.statuses[429] >= 1


def test_rematches_of_one_guest_count_like_other_matches(new_target: NewTarget) -> None:
    target = new_target()
    endless_rematches.attack(target, rematches=30)
    assert 15 <= target.statuses[200] <= 25
    assert target.statuses["too-often"] >= 5
