"""What a person does with a page: plays, taps, invites, tells the referee."""
