"""§8.34: rivers run on hexsides. Each passes the towns that stand on it, so no part of a great river is missing."""

from __future__ import annotations

import pytest

from tests.games.great_war.boards import Board

ON_RIVERS = {
    "great-war-west": {
        "Antwerp": "Scheldt",
        "Namur": "Meuse, Sambre",
        "Liège": "Meuse",
        "Verdun": "Meuse",
        "Metz": "Moselle",
        "Cologne": "Rhine",
        "Strassburg": "Upper Rhine",
        "Neubreisach": "Upper Rhine",
        "Paris": "Seine",
        "Rouen": "Seine",
        "Amiens": "Somme",
        "Soissons": "Aisne",
        "Épernay": "Marne",
    },
    "great-war-italy": {
        "Trent": "Adige",
        "Verona": "Adige",
        "Bozen": "Eisack",
        "Franzensfeste": "Eisack",
        "Görz": "Isonzo",
        "Tolmein": "Isonzo",
        "Peschiera": "Mincio",
        "Mantua": "Mincio",
        "Bassano": "Brenta",
        "Belluno": "Piave",
    },
    "great-war-east": {
        "Kovno": "Niemen",
        "Grodno": "Niemen",
        "Brest-Litovsk": "Bug",
        "Warsaw": "Vistula",
        "Thorn": "Vistula",
        "Cracow": "Vistula",
        "Ivangorod": "Vistula",
        "Szegedin": "Theiss",
        "Belgrade": "Danube, Save",
        "Budapest": "Danube",
        "Riga": "Dvina",
        "Dünaburg": "Dvina",
        "Kiev": "Dnieper",
        "Breslau": "Oder",
        "Przemyśl": "San",
        "Lutsk": "Styr",
        "Pinsk": "Pripet",
        "Adrianople": "Maritza",
    },
    "great-war-iraq": {
        "Baghdad": "Tigris",
        "Kut": "Tigris",
        "Samarra": "Tigris",
        "Nasiriya": "Euphrates",
        "Falluja": "Euphrates",
        "Ahwaz": "Karun",
    },
    "great-war-caucasus": {
        "Tiflis": "Kura",
        "Artvin": "Chorokh",
        "Julfa": "Aras",
        "Mosul": "Tigris",
        "Diarbekir": "Tigris",
    },
}


@pytest.mark.parametrize("name", ON_RIVERS)
def test_towns_on_their_rivers(name: str) -> None:
    """History; the drawing and the combat shift across rivers both follow these hexsides."""
    board = Board(name)
    hex_of = {row["name"]: row["hex"] for row in board.table("towns.csv")}
    missing = []
    for town, rivers in ON_RIVERS[name].items():
        beside = {row["river"] for pair, row in board.sides.items() if hex_of[town] in pair}
        missing += [(town, river) for river in rivers.split(", ") if river not in beside]
    assert missing == []
