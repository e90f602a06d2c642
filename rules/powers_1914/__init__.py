"""Powers of 1914, chapter by chapter: areas, money, cards; a side is one or more seats, a seat one or more nations.

| chapter | folder or file |
|---|---|
| 1.1 what is printed | ``printed/``: board, pieces, cards, charts, names |
| the position | ``position/``: ``state``, how it changes (``changes``), what is counted over the map (``tally``) |
| what happens | ``facts/``: all that can change a position, a file a chapter |
| 2, 4 set-up | ``setup/``: ``opening``, and where units go (``preparation``) |
| 3.1 sequence | ``sequence`` (the tree), ``procedure`` (what happens by itself) |
| 3.2 movement | ``movement/``: ``reach``, ``march`` |
| 3.3 battles, 3.15 action cards | ``combat/``: ``battle`` (pair by pair), ``strength`` (one fight), ``action_cards`` |
| 3.3.12 artillery, 3.3.14 ships and guns | ``combat.artillery``, ``combat.navy`` |
| 3.5 money | ``economy.money`` |
| 3.6 to 3.9 what money buys | ``economy.production``, ``economy.works``, ``economy.progress`` |
| 3.10 conquest, 5.1 whose flag | ``conquest.conquest``, ``conquest.flags`` |
| 3.12 neutrals | ``conquest.neutrals`` |
| 3.13 the end | ``victory`` |
| 3.14 event cards | ``cards/``: ``event_cards`` (a function an effect), ``duties`` (what they ask), ``card_hand`` |

What viewers see, read and may ask is in ``shown/``, small decisions answered beforehand in ``standing/``, a seat's next
moves in ``next_moves``, and programs that play a seat in ``players/``.
"""
