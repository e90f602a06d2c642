"""§20.0 Pre-war events, an option of the campaign: ``drawing`` has the draw, the choice and the reveal, ``record`` what
the state keeps of it, ``terms`` what the events change for good, ``set_up`` the units that they take, ``italian_entry``
the chit that the Allies may pick, ``british_entry`` when the British join the war of Moltke's plan, ``gambit`` their
fleet in the Baltic. Where an event changes another chapter, that chapter asks ``position.pre_war_state``."""
