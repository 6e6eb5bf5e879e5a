"""One client does not stop the others."""

from tests.attacks.conftest import NewTarget
from tests.attacks.requests import (
    blanks_in_a_record,
    crowd,
    endless_headers,
    floods,
    half_open,
    long_matches,
    long_records,
    many_short_records,
)
from tests.server.visitors import Visitor


def test_a_record_full_of_blanks_is_refused_and_holds_nobody_up(new_target: NewTarget) -> None:
    target = new_target()
    blanks_in_a_record.attack(target, uploads=2)
    assert target.statuses == {(422, "record.header-missing"): 1, (422, "record.name"): 1}


def test_everything_about_a_long_match_is_shown_and_holds_nobody_up(new_target: NewTarget) -> None:
    target = new_target(max_plies=300, max_takebacks=4)
    long_matches.attack(target, plies=300, takebacks=6, rounds=20)
    assert target.statuses["message"] >= 4
    assert target.statuses["takeback 200"] == 4
    assert target.statuses["takeback 409"] == 2
    assert target.statuses["watched"] == 20
    for kind in ("picture.svg", "frames", "record"):
        assert target.statuses[f"{kind} 200"] >= 10
    assert all(str(status).rpartition(" ")[2][0] != "5" for status in target.statuses)


def test_a_record_with_thousands_of_variations_is_read_elsewhere(new_target: NewTarget) -> None:
    target = new_target()
    long_records.attack(target, uploads=2, plies=250, length=10)
    assert target.statuses == {201: 2}


def test_many_short_records_are_written_elsewhere(new_target: NewTarget) -> None:
    target = new_target()
    many_short_records.attack(target, guests=2, decisions=4)
    assert target.statuses[200] >= 2
    assert set(target.statuses) <= {"message", 200, 429}


def test_a_head_without_end_is_refused_and_its_connection_closed(new_target: NewTarget) -> None:
    target = new_target()
    endless_headers.attack(target, connections=1, megabytes=1)
    assert set(target.statuses) <= {"431", "closed"}
    assert target.statuses["431"] >= 1


def test_who_never_finishes_is_closed_while_others_play(new_target: NewTarget) -> None:
    target = new_target(header_seconds=0.5, body_seconds=0.5)
    half_open.attack(target, connections=8, seconds=3)
    assert set(target.statuses) <= {"408", "closed"}


def test_connections_of_one_address_are_counted(new_target: NewTarget) -> None:
    target = new_target(max_connections_per_address=10)
    half_open.attack(target, connections=15, seconds=0)
    assert target.statuses == {"open": 10, "429": 5}


def test_when_all_places_are_taken_who_waits_longest_makes_room(new_target: NewTarget) -> None:
    target = new_target(max_connections=12)
    half_open.attack(target, connections=40, seconds=0)
    assert target.statuses["open"] < 12
    with Visitor(target.url, None) as other:
        assert other.http.get("/healthz").status_code == 200


def test_floods_of_frames_and_requests_are_cut_off(new_target: NewTarget) -> None:
    target = new_target()
    floods.attack(target, frames=5_000, requests=2_000)
    assert "pipelined: cut off" in target.statuses
    assert set(target.statuses) <= {1002, 1008, 1013, 1006, "pipelined: cut off"}


def test_a_crowd_that_asks_for_the_same_without_a_pause_holds_nobody_up(
    new_target: NewTarget,
) -> None:
    target = new_target(**crowd.SETTINGS)
    crowd.attack(target, guests=3, decisions=1, plies=64)
    assert len(target.notes) == len(crowd.REQUESTS) + len(crowd.TALKS)
    kinds = {str(status).rpartition(" ")[0] for status in target.statuses}
    assert len(kinds) >= len(target.notes), target.statuses
    assert all(str(status).rpartition(" ")[2][0] != "5" for status in target.statuses)
