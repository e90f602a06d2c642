"""Empires & Alliances, chapter by chapter: each folder's first lines say what is in it.

| chapter | folder or file |
|---|---|
| 1.1, 4 what is printed | ``printed/``: board, counters, charts, places, scenarios |
| the position | ``position/``: ``state``, how it changes (``changes``), who controls what (``control``) |
| what happens | ``facts/``: all that can change a position, a file a chapter |
| 1.4, 2.4, 3.4 set-up | ``setup/``; by several commanders: ``shared_set_up`` |
| 1.7, 2.8, 3.7 victory | ``victory`` |
| 2.5, 2.67 what countries send away | ``countries.boxes`` |
| 5 zones of control | ``terrain.zones`` |
| 6 stacking | ``stacking`` |
| 7 sequence | ``sequence`` (the tree), ``procedure`` (what happens by itself) |
| 8, 9, 11 movement | ``movement/``: ``orders``, ``journeys``; ``trains`` (9), ``ships`` (11) |
| 10 railheads | ``movement.railheads`` |
| 11.7 invasions | ``invasions/`` |
| 12, 13 combat | ``attacks/`` (who may attack, with what strength), ``combat/`` (from declaration to rally) |
| 14 supply | ``supply/`` |
| 15 forts, trenches | ``movement.forts``, ``movement.digging`` |
| 16 aircraft | ``movement.aircraft``, ``combat.aircraft`` |
| 17 reinforcements, replacements | ``arrivals/``; points: ``countries.economy`` |
| 18 politics | ``politics/``; what binds one country or month: ``restrictions/`` |
| 19, 21 economy, national morale | ``countries/`` |
| 20 weather | ``terrain.weather`` |
| 22 optional rules | with the chapter they change; Plan 17: ``attacks.plan_17``; the Argonne: ``terrain.argonne`` |

What viewers see and read is in ``shown/``, small decisions answered beforehand in ``standing``, two commanders a side
in ``teams``, and programs that play a side in ``players/``.
"""
