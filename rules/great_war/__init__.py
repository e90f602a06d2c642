"""The Great War in Europe, chapter by chapter. The catalogue names it as a game under construction.

What is printed: ``data``, ``counters``, ``arrivals``, ``chits``, ``charts``, ``scenarios``, ``board`` (from ``fronts``
and the atlas), together ``plans.Table``. The position: ``state``; how it changes: ``changes`` and ``events/``; answers
about it that are kept: ``keeping.kept`` within one state, ``state.memory`` from state to state.

| chapter | file |
|---|---|
| 4 sequence | ``sequence`` (the tree), ``procedure`` (who is asked, what happens by itself), ``phases`` (keys) |
| 5 strategic turn | ``strategic/`` a file a phase (``strategic.steps`` has their order), ``ledger``, ``subjects`` |
| 6 events | ``chits_played/`` (drawing in ``pools``; its docstring has the files), ``secrecy`` (6.17, 6.47) |
| 7 control, stacking, fog | ``control``, ``stacking``, ``fog_of_war`` |
| 8 movement | ``movement`` (orders), ``reach``, ``allowance`` |
| 9 strategic and sea movement | ``rails`` (orders), ``railways`` (where trains run) |
| 10 combat | ``combat`` (declaring), ``odds``, ``battle`` (its stages), ``losses``, ``advance``, ``marker`` (10.8) |
| 11 supply | ``supply``, ``breakout`` (11.86) |
| 12 weather | ``weather`` |
| 13 new units | ``new_units`` |
| 14 forts, trenches | ``control.forts``, ``hindenburg``, ``trenches``, ``devastation`` |
| 15.1 aircraft | ``aircraft`` |
| 15.4 shock troops | ``chits_played.shock_troops``, ``assessment.is_shock`` |
| 15.93 Red Army | ``strategic.red_army`` |
| 15.55 cavalry on foot | ``conversion`` (``supply.fed_from`` serves shock troops too) |
| 17 nations | ``restrictions``, ``control.barred`` |
| 16 collapse | ``collapse`` (what brings nations down), ``events.revolutions``; ``stacking.mixed`` (16.11) |
| 18 victory | ``strategic.victory``, ``strategic.morale`` (18.2); what comes about at once: ``instant`` |
| 19 to 21 scenarios | ``opening``, ``grounds``, ``setup``, ``dealing``, ``assigning``, ``august`` (codes of 1914) |
| 19.5 August 1914 | ``first_turns``; Turkey's entry in October: ``turkey`` |
| 20 pre-war events | ``pre_war/`` (its docstring has the files) |

A program that plays a side with a purpose is in ``players/``.
"""
