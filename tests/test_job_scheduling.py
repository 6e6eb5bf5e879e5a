"""Job scheduling: which job comes next, by urgency, length and debts."""

from hypothesis import given
from hypothesis import strategies as st

from ludothek.job_scheduling import LATEST, Client, Demand, Ledger, Urgency

CLIENTS = st.builds(Client, st.sampled_from("abcdef"), st.sampled_from("xyz"))
DEMANDS = st.builds(Demand, CLIENTS, st.sampled_from(Urgency), st.floats(0, 1_000))
HISTORY = st.lists(st.tuples(DEMANDS, st.floats(0, 5)), max_size=60)


def _with(history: list[tuple[Demand, float]]) -> tuple[Ledger, float]:
    """A ledger in which these jobs were handed in, each some seconds after the one before."""
    ledger, now = Ledger(), 0.0
    for demand, pause in history:
        now += pause
        ledger.due(demand, now)
    return ledger, now


@given(HISTORY, DEMANDS)
def test_no_job_waits_for_ever(history: list[tuple[Demand, float]], demand: Demand) -> None:
    ledger, now = _with(history)
    assert now <= ledger.due(demand, now) <= now + LATEST


@given(HISTORY, DEMANDS, st.sampled_from(Urgency))
def test_of_one_clients_next_jobs_the_more_urgent_is_due_first(
    history: list[tuple[Demand, float]], demand: Demand, other: Urgency
) -> None:
    dues = []
    for urgency in (demand.urgency, other):
        ledger, now = _with(history)
        dues.append(ledger.due(Demand(demand.client, urgency, demand.seconds), now))
    assert (dues[0] < dues[1]) == (demand.urgency < other)


@given(HISTORY, CLIENTS, st.floats(0, 10), st.floats(0, 10))
def test_a_shorter_job_is_due_no_later_than_a_longer_one(
    history: list[tuple[Demand, float]], client: Client, one: float, other: float
) -> None:
    dues = []
    for seconds in sorted((one, other)):
        ledger, now = _with(history)
        dues.append(ledger.due(Demand(client, Urgency.BOARD, seconds), now))
    assert dues == sorted(dues)


@given(st.integers(2, 200), st.floats(0.01, 5))
def test_whoever_hands_in_many_jobs_waits_behind_a_newcomer(jobs: int, seconds: float) -> None:
    ledger = Ledger()
    greedy, modest = Client("greedy", "one"), Client("modest", "two")
    dues = [ledger.due(Demand(greedy, seconds=seconds), 0.0) for _ in range(jobs)]
    newcomer = ledger.due(Demand(modest, seconds=seconds), 0.0)
    assert sum(due <= newcomer for due in dues) == 1


@given(st.integers(2, 28))
def test_many_guests_of_one_address_wait_behind_somebody_of_another(guests: int) -> None:
    ledger = Ledger()
    for number in range(guests):
        last = ledger.due(Demand(Client(f"guest {number}", "one")), 0.0)
    assert ledger.due(Demand(Client("modest", "two")), 0.0) < last


@given(st.integers(10, 100))
def test_one_greedy_guest_costs_the_others_at_the_address_little(jobs: int) -> None:
    ledger = Ledger()
    dues = [ledger.due(Demand(Client("greedy", "one")), 0.0) for _ in range(jobs)]
    other = ledger.due(Demand(Client("other", "one")), 0.0)
    assert sum(due < other for due in dues) <= 1


def test_a_debt_is_forgiven_with_time_and_what_was_not_used_at_once() -> None:
    ledger, demand = Ledger(), Demand(Client("one"), seconds=2)
    first = ledger.due(demand, 0.0)
    ledger.settle(demand, 0.5, 0.0)
    assert first < ledger.due(demand, 0.0) < 4.5
    assert ledger.due(demand, 60.0) == 62.0
