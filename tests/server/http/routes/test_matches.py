"""Requests about matches, on both kinds of database."""

from typing import Any

import pytest

from tests.server.conftest import Welcome
from tests.server.visitors import eventually


def test_the_games_are_told_with_their_options(welcome: Welcome) -> None:
    games = {game["name"]: game for game in welcome(None).get("/api/games")}
    assert set(games) == {"repulso", "robotory", "splash", "nexus"}
    assert games["robotory"]["options"] == [{"name": "end", "values": ["colour", "all"]}]
    assert games["robotory"]["rulebooks"]["en"] == {"end": "all"}
    assert games["robotory"]["rulebooks"]["de"] == {"end": "colour"}
    assert "it" not in games["robotory"]["rulebooks"]


def test_a_match_is_set_up_by_a_rulebook_and_named_options_win(welcome: Welcome) -> None:
    ada = welcome("Ada")
    english = ada.create(rulebook="en")["match"]["options"]
    otherwise = ada.create(rulebook="en", options={"end": "colour"})["match"]["options"]
    assert english == {"end": "all"}
    assert otherwise == {"end": "colour"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess"}, "game-unknown"),
        ({"seats": [{"kind": "me"}]}, "seat-count"),
        ({"options": {"end": "never"}}, "option-value"),
        ({"options": {"colour": "red"}}, "option-unknown"),
        ({"rulebook": "it"}, "rulebook-unknown"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "me-twice"),
        ({"seats": [{"kind": "me"}, {"kind": "here"}]}, "seat-name"),
        ({"seats": [{"kind": "me"}, {"kind": "computer"}]}, "seat-level"),
        ({"seats": [{"kind": "computer", "level": 1}] * 2}, "nobody"),
        ({"clock": {"kind": "turn"}}, "clock"),
        ({"clock": {"kind": "days", "seconds": 5, "days": 1}}, "clock"),
        ({"clock": {"kind": "none", "seconds": 5}}, "clock"),
        ({"position": "nonsense"}, "position"),
        ({"position": "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w0b10 -"}, "position-over"),
        ({"surprise": True}, "invalid"),
        ({"seats": [{"kind": "king"}]}, "invalid"),
        ({"public": "yes"}, "invalid"),
        ({"origin": {"match": "0" * 16, "ply": 0}, "position": "x"}, "match-unknown"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_a_reason(
    welcome: Welcome, body: dict[str, Any], code: str
) -> None:
    new = {"game": "robotory", "seats": [{"kind": "me"}, {"kind": "open"}], **body}
    status = 404 if code == "match-unknown" else 422
    problem = welcome().post("/api/matches", new, status)
    assert problem["code"] == code
    assert problem["message"]


def test_without_an_identity_nothing_is_set_up(welcome: Welcome) -> None:
    assert welcome(None).create(status=401)["code"] == "who"


def test_nobody_sees_or_makes_the_links_of_another(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    created = ada.create()
    match = created["match"]["id"]
    token = created["links"][0]["token"]
    assert ada.get(f"/api/matches/{match}/links")["links"] == created["links"]
    assert bo.get(f"/api/matches/{match}/links", 403)["code"] == "not-owner"
    assert bo.post(f"/api/matches/{match}/links/2", status=403)["code"] == "not-owner"
    pages = [bo.http.get(f"/api/matches/{match}").text, bo.http.get("/api/matches").text]
    assert all(token not in text and ada.me["id"] not in text for text in pages)


def test_a_link_cannot_be_guessed_or_changed(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    token = ada.create("nexus", "me", "open", "open")["links"][0]["token"]
    match, _, number, signature = token.split(".")
    forged = f"{match}.3.{number}.{signature}"
    assert bo.post(f"/api/links/{forged}", status=404)["code"] == "link-unknown"


def test_a_link_shows_the_match_and_is_used_once(welcome: Welcome) -> None:
    ada, bo, cy = welcome("Ada"), welcome("Bo"), welcome("Cy")
    created = ada.create("nexus", "me", "open", "open")
    token = created["links"][0]["token"]
    assert bo.get(f"/api/links/{token}")["match"]["id"] == created["match"]["id"]
    bo.join(created)
    assert cy.post(f"/api/links/{token}", status=410)["code"] == "link-used"
    assert bo.join(created)["match"]["you"] == [2]


def test_a_full_match_and_a_private_match_cannot_be_joined(welcome: Welcome) -> None:
    ada, bo, cy = welcome("Ada"), welcome("Bo"), welcome("Cy")
    private = ada.create()["match"]["id"]
    assert bo.act(private, {"type": "join"}, 403)["code"] == "private"
    public = ada.create(public=True)["match"]["id"]
    assert bo.act(public, {"type": "join"})["match"]["status"] == "playing"
    assert cy.act(public, {"type": "join"}, 409)["code"] == "full"


def test_nobody_acts_for_another_seat(welcome: Welcome) -> None:
    ada, bo, cy = welcome("Ada"), welcome("Bo"), welcome("Cy")
    created = ada.create()
    match = created["match"]["id"]
    bo.join(created)
    assert bo.decide(match, "w@a1", status=409)["code"] == "not-your-turn"
    assert cy.decide(match, "w@a1", status=403)["code"] == "not-seated"
    smuggled = {"type": "decide", "ply": 0, "decisions": ["w@a1"], "seat": 1}
    assert bo.act(match, smuggled, 422)["code"] == "invalid"
    assert ada.get(f"/api/matches/{match}")["match"]["ply"] == 0


def test_open_invitations_and_own_matches_are_listed(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    public = ada.create(public=True)["match"]["id"]
    private = ada.create()["match"]["id"]
    listed = [match["id"] for match in bo.get("/api/matches", game="robotory")["matches"]]
    assert public in listed
    assert private not in listed
    mine = ada.get("/api/me/matches?status=open")["matches"]
    assert {public, private} == {match["id"] for match in mine}
    assert bo.get("/api/me/matches")["matches"] == []
    seat = {"kind": "person", "name": "Ada", "level": None, "former": False}
    seat |= {"you": True, "given_up": False}
    assert mine[0]["seats"][0] == seat


def test_long_lists_come_in_pages(welcome: Welcome) -> None:
    ada = welcome()
    made = [ada.create()["match"]["id"] for _ in range(35)]
    first = ada.get("/api/me/matches")
    second = ada.get("/api/me/matches", before=first["next"])
    listed = [match["id"] for match in first["matches"] + second["matches"]]
    assert listed == made[::-1]
    assert second["next"] is None


def test_who_begins_is_drawn_by_lot_where_that_is_wanted(welcome: Welcome) -> None:
    ada = welcome()
    seats = {tuple(ada.create(starter="random")["match"]["you"]) for _ in range(30)}
    assert seats == {(1,), (2,)}


def test_a_turn_is_tried_and_nothing_is_stored(welcome: Welcome) -> None:
    ada = welcome()
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    tried = ada.post(f"/api/matches/{match}/preview", {"ply": 0, "decisions": ["w@a1"]})
    assert tried["ply"] == 1
    assert tried["view"]["board"]["discs"] == {"a1": "w"}
    assert tried["happened"][0]["events"][0]["event"] == "placed"
    assert ada.get(f"/api/matches/{match}")["match"]["ply"] == 0
    wrong = {"ply": 0, "decisions": ["w@b3"]}
    refused = ada.post(f"/api/matches/{match}/preview", wrong, 422)
    assert refused["code"] == "robotory.robot-there"
    stale = ada.post(f"/api/matches/{match}/preview", {"ply": 3, "decisions": []}, 409)
    assert stale["code"] == "stale"


def test_only_the_own_turn_is_tried(welcome: Welcome) -> None:
    ada, bo, cy = welcome("Ada"), welcome("Bo"), welcome("Cy")
    created = ada.create()
    path = f"/api/matches/{created['match']['id']}/preview"
    bo.join(created)
    body = {"ply": 0, "decisions": ["w@a1"]}
    assert bo.post(path, body, 409)["code"] == "not-your-turn"
    assert cy.post(path, body, 403)["code"] == "not-seated"


def test_any_position_can_be_tried(welcome: Welcome) -> None:
    nobody = welcome(None)
    tried = nobody.post("/api/try", {"game": "robotory", "decisions": ["b@c3", "b@c2", "Bc3"]})
    assert tried["view"]["board"]["moving"] == "B"
    assert [decision["text"] for decision in tried["view"]["legal"]] == ["Bc2", "stop"]
    problem = nobody.post("/api/try", {"game": "robotory", "position": "nonsense"}, 422)
    assert problem["code"] == "position"


def test_a_match_is_replayed_ply_by_ply(welcome: Welcome) -> None:
    ada = welcome()
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    ada.decide(match, "b@c3", "b@c2", "Bc3", "stop")
    frames = ada.get(f"/api/matches/{match}/frames", start=1, count=2)
    assert frames["plies"] == 4
    assert [frame["ply"] for frame in frames["frames"]] == [1, 2]
    assert frames["frames"][0]["happened"]["decision"] == "b@c3"
    assert frames["frames"][1]["view"]["board"]["discs"] == {"c2": "b", "c3": "b"}
    whole = ada.get(f"/api/matches/{match}/frames", count=200)["frames"]
    assert len(whole) == 5
    assert whole[0]["happened"] is None
    assert ada.get(f"/api/matches/{match}/frames", 404, start=5)["code"] == "ply-unknown"


def test_a_record_goes_out_and_comes_in_again(welcome: Welcome) -> None:
    ada = welcome("Ada")
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    ada.decide(match, "b@c3", "b@c2")
    ada.act(match, {"type": "resign"})
    for form in ("text", "json"):
        record = ada.http.get(f"/api/matches/{match}/record", params={"form": form}).text
        uploaded = ada.post("/api/records", {"record": record}, 201)["match"]
        assert uploaded["status"] == "finished"
        assert uploaded["result"] == {"winners": [2], "reason": "resigned"}
        assert [seat["name"] for seat in uploaded["seats"]] == ["Ada", "Bo"]
        again = ada.http.get(f"/api/matches/{uploaded['id']}/record", params={"form": form}).text
        assert again == record


def test_a_wrong_record_is_refused_with_line_and_column(welcome: Welcome) -> None:
    ada = welcome()
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    ada.decide(match, "b@c3")
    record = ada.http.get(f"/api/matches/{match}/record").text.replace("b@c3", "b@b3")
    problem = ada.post("/api/records", {"record": record}, 422)
    assert problem["code"] == "record.robot-there"
    assert problem["message"].startswith("line 9, column 4")


def test_an_unfinished_record_is_kept_as_abandoned(welcome: Welcome) -> None:
    ada = welcome()
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    record = ada.http.get(f"/api/matches/{match}/record").text
    uploaded = ada.post("/api/records", {"record": record}, 201)["match"]
    assert uploaded["status"] == "abandoned"
    assert (
        ada.act(uploaded["id"], {"type": "offer", "what": "rematch"}, 403)["code"] == "not-seated"
    )


def test_a_match_goes_on_from_a_position_of_another(welcome: Welcome) -> None:
    ada = welcome()
    old = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    ada.decide(old, "b@c3", "b@c2")
    new = ada.create("robotory", "me", "computer:1", origin={"match": old, "ply": 1})
    assert new["view"]["board"]["discs"] == {"c3": "b"}
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": "robotory", "seats": seats, "origin": {"match": old, "ply": 9}}
    assert ada.post("/api/matches", body, 422)["code"] == "origin"


def test_a_picture_shows_a_position(welcome: Welcome) -> None:
    ada = welcome()
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    answer = ada.http.get(f"/api/matches/{match}/picture.svg", params={"ply": 0})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert ada.http.get(f"/api/matches/{match}/picture.svg?ply=7").status_code == 404


def test_a_rematch_turns_the_seats(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    created = ada.create(clock={"kind": "fischer", "seconds": 60, "increment": 2})
    match = created["match"]["id"]
    bo.join(created)
    ada.act(match, {"type": "resign"})
    bo.act(match, {"type": "offer", "what": "rematch"})
    after = ada.act(match, {"type": "answer", "what": "rematch", "accept": True})
    follows = ada.get(f"/api/matches/{after['match']['next']}")["match"]
    assert follows["you"] == [2]
    assert follows["previous"] == match
    assert follows["clock"]["running"] == 1
    assert follows["status"] == "playing"


def test_hints_are_given_to_who_is_to_move_and_where_they_are_allowed(welcome: Welcome) -> None:
    ada, bo = welcome("Ada"), welcome("Bo")
    created = ada.create(hints=True)
    match = created["match"]["id"]
    bo.join(created)
    assert bo.post(f"/api/matches/{match}/hint", status=409)["code"] == "not-your-turn"
    job = ada.post(f"/api/matches/{match}/hint", status=202)
    done = eventually(lambda: _finished(ada.get(f"/api/jobs/{job['id']}")))
    assert done["state"] == "done"
    assert done["evaluations"][0]["best"]
    assert bo.get(f"/api/jobs/{job['id']}", 404)["code"] == "job-unknown"
    between = ada.create("robotory", "me", "open")["match"]
    assert not between["hints"]
    strict = ada.create("robotory", "me", "computer:1", hints=False)["match"]["id"]
    assert ada.post(f"/api/matches/{strict}/hint", status=409)["code"] == "no-hints"


def test_a_finished_match_is_analysed_and_the_result_is_kept(welcome: Welcome) -> None:
    ada = welcome()
    match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
    ada.decide(match, "b@c3", "b@c2")
    path = f"/api/matches/{match}/analysis"
    assert ada.post(path, {"level": 2}, 409)["code"] == "not-over"
    ada.act(match, {"type": "resign"})
    with ada.live() as live:
        job = ada.post(path, {"level": 2}, 202)
        news = live.expect("job", lambda m: m["job"]["state"] == "done")
    assert news["job"]["id"] == job["id"]
    assert [
        (evaluation["ply"], evaluation["seat"]) for evaluation in news["job"]["evaluations"]
    ] == [
        (0, 1),
        (1, 2),
        (2, 1),
    ]
    assert sum(news["job"]["evaluations"][0]["shares"]) == pytest.approx(1)
    for person in (ada, welcome("Bo")):
        again = person.post(path, {"level": 2}, 202)
        assert again == person.get(f"/api/jobs/{again['id']}") == news["job"]
    assert ada.post(path, {"level": 1}, 202)["id"] != job["id"], "another level is another look"


def test_an_analysis_tells_what_is_certain_and_which_decision_threw_the_game_away(
    welcome: Welcome,
) -> None:
    ada = welcome()
    start = "R3/5/6/2Ww1/3B p2 w2b2,w0b2 w2b10 -"
    match = ada.create("robotory", "me", "here:Bo", position=start)["match"]["id"]
    ada.decide(match, "+w2b0")
    job = ada.post(f"/api/matches/{match}/analysis", {"level": 7}, 202)
    done = eventually(lambda: _finished(ada.get(f"/api/jobs/{job['id']}")))
    (evaluation,) = done["evaluations"]
    assert evaluation["proof"]["result"] == "win"
    assert (evaluation["seat"], evaluation["verdict"], evaluation["loss"]) == (2, "win-thrown", 1)


def test_a_job_can_be_cancelled(welcome: Welcome) -> None:
    ada = welcome()
    match = ada.create("nexus", "me", "here:Bo", hints=True)["match"]["id"]
    job = ada.post(f"/api/matches/{match}/hint", status=202)["id"]
    cancelled = ada.http.delete(f"/api/jobs/{job}").json()
    assert cancelled["state"] in {"cancelled", "done"}


def _finished(job: dict[str, Any]) -> Any:
    return job if job["state"] in {"done", "failed"} else None
