"""§20.0 Pre-war events, an option of the campaign: ``drawing`` has the draw, the choice and the reveal, ``terms`` what
the events change for good, ``set_up`` the units that they take, ``british_entry`` when the British join the war of
Moltke's plan, ``gambit`` their fleet in the Baltic. Where an event changes another chapter,
that chapter asks ``position.pre_war_state``."""
