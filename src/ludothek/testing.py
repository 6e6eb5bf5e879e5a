"""The contract every game keeps, as a suite that any game can be run through.

    from hypothesis import given
    from ludothek.testing import Contract, walks

    class TestMyGame(Contract):
        game = MY_GAME

Each method checks one promise of `ludothek.games.protocol` on random walks that Hypothesis
steers and shrinks. It needs Hypothesis and a runner that collects classes (pytest).
"""
