"""The command `ludothek`: play, replay, analyse, serve, ladder, rules, UGI. It knows no rule."""
