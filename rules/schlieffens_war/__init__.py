"""Schlieffen's War, chapter by chapter: the first six weeks in the west, 1914.

| chapter | folder or file |
|---|---|
| 2 what is printed | ``printed/``: board, counters, charts |
| the position | ``position/``: ``state``, how it changes (``changes``), who sees what (``fog_of_war``, 6.6) |
| what happens | ``facts/``: all that can change a position, a file a chapter |
| 3 set-up | ``setup`` |
| 4 victory | ``victory`` |
| 5 sequence | ``sequence`` (the tree), ``procedure`` (what happens by itself) |
| 6 stacking, command | ``stacking``, ``command`` (6.7) |
| 7 zones of control | ``zoc`` |
| 8 supply | ``supply`` |
| 9 regrouping | ``regrouping/``: ``orders``, ``reinforcements``, ``returns``, ``eastern_front`` |
| 9.6 élan and fatigue | ``morale`` |
| 10 movement | ``movement/``: ``orders``, ``allowance``, ``reach`` |
| 11 combat | ``combat/``: ``probes``, ``declaring``, ``column_shifts``, ``battle`` (its stages), ``losses`` |
| 11.23 siege artillery | ``combat.heavy_artillery`` |

What viewers see, read and may ask is in ``shown/``, small decisions answered beforehand in ``standing/``, a side's next
turn in ``next_turn``, two commanders a side in ``teams``, and programs that play a side in ``players/``.
"""
