"""The Great War, chapter by chapter: each folder's first lines say what is in it.

| chapter | folder or file |
|---|---|
| 3 what is printed | ``printed/``: boards, fronts, places, counters, chits, charts, scenarios |
| the position | ``position/``: ``state``, how it changes (``changes``), what is said of each hex (``unit_index``) |
| what happens | ``facts/``: all that can change a position, a file a chapter |
| 4 sequence | ``sequence`` (the tree), ``procedure`` (what happens by itself), ``turn/`` (whom a step asks) |
| 5 strategic turn | ``strategic/`` a file a phase (``strategic.steps`` has their order) |
| 6 events | ``chits_played/`` (drawing in ``pools``), ``restrictions.event_bans``, ``position.secrecy`` (6.17, 6.47) |
| 7 control, stacking, fog | ``position.control``, ``stacking``, ``position.fog_of_war``, ``units.cooperation`` (7.24) |
| 8, 9 movement | ``movement/``: ``orders``, ``eligibility``, ``reach``; ``rails``, ``railways`` (9) |
| 10 combat | ``combat/``: ``declaring``, ``odds``, ``battle`` (its stages), ``losses``, ``advance`` |
| 10.8 headquarters' markers | ``movement.marker``, since they are placed as movement ends |
| 11 supply | ``supply/``; ``chits_played.breakout`` (11.86) |
| 12 weather | ``turn.weather`` |
| 13 new units | ``new_units/`` |
| 14 forts, trenches | ``position.control.forts``, ``works/`` |
| 15.1 aircraft, 15.93 Red Army | ``combat.aircraft``, ``strategic.red_army`` |
| 15.4 shock troops | ``units.shock``, ``new_units.shock_troops`` |
| 15.5 cavalry | ``units.mounted``, ``new_units.conversion`` (15.55) |
| 16 collapse | ``collapse/`` |
| 17 nations | ``restrictions/``, ``position.control.barred_hexes``; Turkey's entry in October: ``collapse.turkey`` |
| 18 victory | ``strategic.victory``, ``strategic.morale`` (18.2); what comes about at once: ``collapse.immediate`` |
| 19 to 21 scenarios | ``setup/``; ``restrictions.first_turns`` (19.5) |
| 20 pre-war events | ``pre_war/`` (its docstring has the files), ``position.pre_war_state`` |

What viewers see, read and may ask is in ``shown/``, small decisions answered beforehand in ``standing``, two commanders
a side in ``teams``, and programs that play a side in ``players/``.
"""
