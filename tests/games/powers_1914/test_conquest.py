"""§3.10 Conquering, §3.12 neutrals, §3.13 the end, §4 the scenarios, §5.1 flags."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.powers_1914.economy.money import incomes, nation_income
from rules.powers_1914.facts.conquest import NationFell
from rules.powers_1914.facts.victory import MatchEnded
from rules.powers_1914.game import GAME
from rules.powers_1914.position.frames import PhaseFrame
from rules.powers_1914.position.state import NationState, State
from rules.powers_1914.position.tally import conquests
from tests.games.powers_1914.kit import (
    CALM_DECK,
    at,
    beat,
    coins,
    denied,
    dice,
    go,
    happened,
    next_turn,
    offer,
    options,
    order,
    passed,
    position,
    told,
    wealth,
)

HOLD = {"england": "BR 1 infantry", "paris": "FR 1 infantry", "petrograd": "RU 1 infantry"}


# --- fields and countries (§3.10) ---------------------------------------------------------------------------------


def test_3_10_a_field_without_enemies_changes_its_flag() -> None:
    """§3.10, §3.5: Champagne is German, France goes on."""
    state = go(position({"alsace": "GE 1 infantry", "paris": "FR 1 infantry"}), "central", "GE.infantry.1", "champagne")
    assert state.control["champagne"] == "GE"
    assert not state.nations["FR"].fallen


def test_3_10_1_a_country_without_a_land_unit_at_home_is_conquered_on_entry() -> None:
    """§3.10.1: wherever the enemy enters it; its ships, and its troops on other countries' ground, do not save it."""
    places = {"alsace": "GE 1 infantry", "west-med": "FR 1 ship 1 infantry", "england": "BR 1 infantry"}
    state = position({**places, "brussels": "FR 1 infantry"})
    state, events = told(state, "central", "move", units=["GE.infantry.1"], path=["champagne"])
    assert happened(events, NationFell)[0].section == "3.10.1"
    assert state.nations["FR"].fallen
    assert state.control["paris"] == state.control["algeria"] == "GE"
    assert at(state, "FR.infantry.1") is None
    assert at(state, "FR.infantry.2") is None


@pytest.mark.parametrize("who", ["FR 1 infantry", "IT 1 artillery"])
def test_3_10_1_a_garrison_in_a_colony_is_on_its_territory(who: str) -> None:
    """§3.10.1, §2.4: Morocco belongs to France, so that land units there, an ally's too, keep the country."""
    state = position({"alsace": "GE 1 infantry", "morocco": who, "england": "BR 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "champagne")
    assert state.control["champagne"] == "GE"
    assert not state.nations["FR"].fallen


def test_3_10_1_allies_can_protect_it() -> None:
    """§3.10.1: one British unit in Brittany is enough."""
    state = position({"alsace": "GE 1 infantry", "brittany": "BR 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "champagne")
    assert not state.nations["FR"].fallen


def test_3_10_1_entering_a_colony_conquers_the_colony_only() -> None:
    """§3.10.1: Egypt is not Britain."""
    state = go(position({"syria": "OT 1 infantry"}), "central", "OT.infantry.1", "egypt")
    assert state.control["egypt"] == "OT"
    assert not state.nations["BR"].fallen


def test_3_10_2_with_the_capital_goes_everything() -> None:
    """§3.10.2: all units of the country, its colonies, and what it had conquered."""
    places = {
        "champagne": "GE 1 infantry",
        "provence": "FR 3 infantry",
        "tunis": "FR 1 infantry",
        "west-med": "FR 1 ship",
    }
    state = position(
        {**places, "england": "BR 1 infantry"}, flags={"libya": "FR", "champagne": "GE"}, scenario="classic-2"
    )
    state, events = told(state, "central", "move", units=["GE.infantry.1"], path=["paris"])
    (fell,) = happened(events, NationFell)
    assert fell.section == "3.10.2"
    assert not [u for u in state.units if u.startswith("FR.")]
    assert state.control["tunis"] == state.control["provence"] == "GE"
    assert state.control["libya"] == "IT", "an ally of the conqueror gets its own back"


def bulgaria_in_greece(bulgarians: int = 9, **others: str) -> State:
    """Bulgaria has attacked neutral Greece and conquered it by command; the Entente is to move.

    Its last man stands in Athens; whatever ``others`` there are have not moved.
    """
    state = position({"sofia": f"BU {bulgarians} infantry", **others}, deck=CALM_DECK)
    state = order(state, "central", "announce", nation="GR")
    army = [f"BU.infantry.{n}" for n in range(1, bulgarians)]
    state = beat(go(state, "central", army, "salonika"), "central")
    state = beat(go(passed(state, "central"), "central", army, "athens"), "central")
    assert state.nations["GR"] == NationState("entente", "entente", "attacked", True)
    assert state.control["athens"] == state.control["salonika"] == "BU"
    return passed(state, "entente")


def test_3_10_2_what_the_conquered_had_conquered_is_the_conquerors() -> None:
    """§3.10.2: Greece, which Bulgaria attacked as a neutral and took, goes to Serbia with Sofia, money and all."""
    state = bulgaria_in_greece(belgrade="SE 2 infantry", skopje="SE 1 infantry")
    before = nation_income(state, "SE")
    state = beat(go(state, "entente", "SE.infantry.3", "sofia"), "entente")
    assert state.nations["BU"].fallen
    assert state.nations["GR"].fallen, "it was nobody's ally: nobody frees it"
    assert {state.control[a] for a in ("sofia", "varna", "athens", "salonika")} == {"SE"}
    assert nation_income(state, "SE") == before + wealth("BU", "GR")
    assert nation_income(state, "GR") == 0
    state = replace(state, cursor=(PhaseFrame("purchase"),), money={**state.money, "entente": 9})
    state = order(state, "entente", "buy", nation="SE", unit="infantry", area="athens", count=1)
    assert state.troops("athens", "entente")


def test_3_10_2_a_neutral_taken_from_its_conqueror_belongs_to_the_taker() -> None:
    """§3.10.2, §3.7: Britain at Salonika takes Athens and is the richer for it; Greece does not come back."""
    state = bulgaria_in_greece(12, aegean="BR 20 infantry")
    army = [f"BR.infantry.{n}" for n in range(1, 20)]
    state = beat(go(state, "entente", army[:6], "salonika"), "entente")
    assert state.control["salonika"] == "BR"
    before = nation_income(state, "BR")
    state = beat(go(state, "entente", army[6:], "athens"), "entente")
    assert state.control["athens"] == "BR"
    assert nation_income(state, "BR") == before + coins("athens")
    assert state.nations["GR"].fallen
    assert conquests(state, "entente") == 0, "§3.13.3: neutrals count for the attackers only"


def test_3_10_2_with_athens_goes_the_rest_of_a_conquered_greece() -> None:
    """§3.7, §3.10.2: the capital carries the country, but not a field in which its last conqueror stands."""
    state = bulgaria_in_greece(aegean="BR 19 infantry")
    assert not state.troops("salonika", "central")
    state = beat(go(state, "entente", [f"BR.infantry.{n}" for n in range(1, 20)], "athens"), "entente")
    assert state.control["athens"] == state.control["salonika"] == "BR"


def test_3_10_2_allies_who_take_a_conquered_neutral_say_whose_it_is() -> None:
    """§5.1, §3.10.2: it goes home to nobody, so its flag is theirs to choose."""
    state = bulgaria_in_greece(aegean="BR 9 infantry; FR 9 infantry")
    army = [f"{n}.infantry.{i}" for n in ("BR", "FR") for i in range(1, 10)]
    state = beat(go(state, "entente", army, "athens"), "entente")
    assert options(state, "entente", "flag")["of"] == ["BR", "FR"]
    state = order(state, "entente", "flag", nation="FR")
    assert state.control["athens"] == state.control["salonika"] == "FR"


def test_3_13_3_a_neutral_taken_from_its_conqueror_counts_for_the_attackers() -> None:
    """§3.13.3, §3.10.2: conquered by Serbia, then by Bulgaria, Greece is a conquest of the Central Powers."""
    state = position({"skopje": "SE 9 infantry", "sofia": "BU 2 infantry"}, step="entente.action", deck=CALM_DECK)
    state = order(state, "entente", "announce", nation="GR")
    army = [f"SE.infantry.{n}" for n in range(1, 10)]
    state = beat(go(state, "entente", army, "salonika"), "entente")
    state = beat(go(passed(state, "entente"), "entente", army[1:], "athens"), "entente")
    assert state.control["athens"] == state.control["salonika"] == "SE"
    assert conquests(state, "entente") == conquests(state, "central") == 0
    state = beat(go(passed(state, "central"), "central", "BU.infantry.1 BU.infantry.2", "salonika"), "central")
    assert state.control["salonika"] == "BU"
    assert conquests(state, "central") == 1


def test_3_10_2_fields_in_which_allies_of_the_fallen_stand_are_theirs() -> None:
    """§3.10.2: the British keep what they occupy."""
    state = position({"champagne": "GE 1 infantry", "picardy": "BR 1 infantry"}, flags={"champagne": "GE"})
    state = go(state, "central", "GE.infantry.1", "paris")
    assert state.nations["FR"].fallen
    assert state.control["picardy"] == "BR"


def test_3_10_3_austria_hungary_falls_with_both_of_its_cities() -> None:
    """§3.10.3: Vienna alone is not enough, nor is Budapest."""
    home = {"bohemia": "AH 1 infantry", "tyrol": "AH 1 infantry"}
    state = position({"galicia": "RU 1 infantry", "trieste": "IT 1 infantry", **home}, step="entente.action")
    state = go(state, "entente", "RU.infantry.1", "budapest")
    assert not state.nations["AH"].fallen
    state, events = told(state, "entente", "move", units=["IT.infantry.1"], path=["vienna"])
    assert happened(events, NationFell)[0].section == "3.10.3"
    assert state.nations["AH"].fallen
    assert state.control["bohemia"] == "IT"


def test_3_10_3_constantinople_falls_with_both_of_its_sides() -> None:
    """§3.10.3: in Europe and in Asia Minor."""
    home = {"ankara": "OT 1 infantry", "syria": "OT 1 infantry"}
    state = position({"aegean": "BR 2 infantry", **home}, step="entente.action")
    state = go(state, "entente", "BR.infantry.1", "constantinople")
    assert not state.nations["OT"].fallen
    state = go(state, "entente", "BR.infantry.2", "scutari")
    assert state.nations["OT"].fallen
    assert at(state, "OT.infantry.1") is None


def belgium_lost(**more: str) -> State:
    """Belgium, its infantry modernised, has been conquered by a German in its empty capital; the Entente is to move."""
    places = {"rhineland": "GE 1 infantry", "kiel": "GE 1 infantry", **more}
    state = position(places, deck=CALM_DECK, modern={"BE.infantry": 1}, money=20)
    state = go(state, "central", "GE.infantry.1", "brussels")
    assert state.nations["BE"].fallen
    return passed(state, "entente")


def test_3_10_4_an_ally_frees_a_country_and_it_is_its_own_again() -> None:
    """§3.10.4: Belgian units in Belgium, modernised as they were (§3.9)."""
    state = beat(go(belgium_lost(picardy="FR 1 infantry"), "entente", "FR.infantry.1", "brussels"), "entente")
    assert state.control["brussels"] == "BE"
    assert not state.nations["BE"].fallen
    assert state.level("BE", "infantry") == 1
    state = order(state, "entente", "end_phase", dice(1, 1))
    state = order(state, "entente", "buy", nation="BE", unit="infantry", area="brussels", count=1)
    assert state.troops("brussels", "entente") == ["FR.infantry.1", "BE.infantry.1"]


def test_3_10_4_a_field_of_an_ally_goes_back_to_him() -> None:
    """§3.10.4: Champagne retaken by the British is French."""
    state = position({"picardy": "BR 1 infantry", "paris": "FR 1 infantry"}, step="entente.action",
                     flags={"champagne": "GE"})  # fmt: skip
    assert go(state, "entente", "BR.infantry.1", "champagne").control["champagne"] == "FR"


def test_3_10_4_before_the_capital_is_free_the_liberator_holds_what_he_takes() -> None:
    """§3.10.4: a conquered country has no flag to raise."""
    state = position({"alsace": "GE 1 infantry", "channel": "BR 2 infantry"}, deck=CALM_DECK)
    state = go(state, "central", "GE.infantry.1", "champagne", "paris")
    assert state.nations["FR"].fallen
    state = go(passed(state, "entente"), "entente", "BR.infantry.1", "picardy")
    assert state.control["picardy"] == "BR"
    state = beat(go(state, "entente", "BR.infantry.2", "picardy", "paris"), "entente")
    assert not state.nations["FR"].fallen
    assert state.control["picardy"] == state.control["paris"] == state.control["provence"] == "FR"


def test_3_10_4_with_its_conqueror_conquered_a_country_is_free() -> None:
    """§3.10.4: when Berlin falls to France, Belgium is Belgian again."""
    state = go(belgium_lost(champagne="FR 1 infantry"), "entente", "FR.infantry.1", "alsace", "bavaria")
    assert not state.nations["GE"].fallen
    state = go(passed(state, "entente"), "entente", "FR.infantry.1", "berlin")
    assert state.nations["GE"].fallen
    assert not state.nations["BE"].fallen
    assert state.control["brussels"] == "BE"


def test_5_1_allies_who_take_a_field_together_say_whose_flag_goes_up() -> None:
    """§5.1: it is theirs to decide."""
    state = position({"alsace": "GE 1 infantry; AH 1 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1 AH.infantry.1", "champagne")
    asked = options(state, "central", "flag")
    assert asked["of"] == ["GE", "AH"]
    assert asked["labels"] == {"GE": "Germany", "AH": "Austria-Hungary"}
    assert asked["notes"] == {"GE": "yours", "AH": "yours"}
    denied(state, "central", "not-offered", "5.1", "flag", nation="BU")
    assert order(state, "central", "flag", nation="AH").control["champagne"] == "AH"


# --- neutrals (§3.12) ---------------------------------------------------------------------------------------------


def test_3_12_1_an_attack_on_a_neutral_is_announced_and_its_army_stands_up() -> None:
    """§3.12.1, §3.12.2: for the other side, on its own fields."""
    state = position({"rhineland": "GE 5 infantry", **HOLD})
    denied(state, "central", "neutral-land", "3.2.5", "move", units=["GE.infantry.1"], path=["holland"])
    state = order(state, "central", "announce", nation="NL")
    assert state.nations["NL"].side == "entente"
    assert len(state.troops("holland", "entente")) == 5
    assert go(state, "central", "GE.infantry.1", "holland").battle is not None
    denied(state, "central", "not-neutral", "3.12.1", "announce", nation="NL")


def test_3_12_2_of_several_players_the_one_with_least_plays_it() -> None:
    """§3.12.2: by territory, then by units."""
    state = position(HOLD, scenario="classic-1-6")
    state = order(state, "central-2", "announce", nation="NL")
    assert state.nations["NL"].seat == "entente-1"
    assert GAME.view(state, "central-2")["seats"]["entente-1"]["nations"] == ["BR", "NL"]  # type: ignore[index,call-overload]


def test_3_12_2_what_an_attacked_neutrals_army_occupies_pays_its_player() -> None:
    """§3.5, §3.12.2: the coins of Smyrna go to the Entente's player; those of Greece itself to nobody."""
    state = order(position({"ankara": "OT 1 infantry", "sofia": "BU 1 infantry"}), "central", "announce", nation="GR")
    assert nation_income(state, "GR") == 0
    before, theirs = incomes(state)["entente"], nation_income(state, "OT")
    state = order(state, "central", "end_phase")
    state = go(state, "entente", state.troops("salonika", "entente")[0], "aegean", "smyrna")
    assert state.control["smyrna"] == "GR"
    assert nation_income(state, "GR") == coins("smyrna")
    assert incomes(state)["entente"] == before + coins("smyrna")
    assert nation_income(state, "OT") == theirs - coins("smyrna")


def test_3_12_3_luxembourg_is_entered_without_a_word() -> None:
    """§3.12.3: no announcement, no fight."""
    state = go(position({"rhineland": "GE 1 infantry"}), "central", "GE.infantry.1", "luxembourg")
    assert state.control["luxembourg"] == "GE"
    denied(state, "central", "not-neutral", "3.12.3", "announce", nation="LU")


def test_3_12_4_switzerland_is_neither_attacked_nor_crossed() -> None:
    """§3.12.4: closed, to aircraft too."""
    state = position({"bavaria": "GE 1 infantry 1 aircraft"})
    denied(state, "central", "not-neutral", "3.12.4", "announce", nation="CH")
    for unit in ("GE.infantry.1", "GE.aircraft.1"):
        denied(state, "central", "closed-land", "3.12.4", "move", units=[unit], path=["switzerland"])


# --- the end (§3.13) ----------------------------------------------------------------------------------------------


def test_3_13_1_the_turn_that_begins_with_the_last_card_is_the_last() -> None:
    """§3.13.1: then the conquests are counted."""
    state = position({}, step="entente.action", deck=())
    state, events = next_turn(state, dice())
    assert happened(events, MatchEnded)[0].section == "3.13.3"
    state = position({}, step="entente.action", deck=("winter-1", "winter-2"))
    state, _ = next_turn(state, dice(1, 1))
    assert state.ended is None
    assert state.turn == 4
    assert GAME.deciders(state)


def test_3_13_1_a_match_has_sixteen_turns_and_the_duel_eleven() -> None:
    """§3.13.1: thirty cards two a turn after the first; twenty in the duel."""
    assert GAME.view(GAME.new_match("classic-1", {}), "central")["turns"] == 16
    assert GAME.view(GAME.new_match("austria-russia", {}), "central")["turns"] == 11


def test_3_13_2_a_side_that_is_conquered_has_lost_at_once() -> None:
    """§3.13.2: every nation with which it began."""
    nations = position({}, scenario="austria-russia").nations
    assert not nations["RU"].fallen
    state = position({"riga": "AH 1 infantry"}, scenario="austria-russia", flags={"riga": "AH"})
    state, events = told(state, "central", "move", units=["AH.infantry.1"], path=["petrograd"])
    assert happened(events, MatchEnded)[0].section == "3.13.2"
    assert state.outcome is not None
    assert state.outcome.winner == "central"
    assert GAME.deciders(state) == ()
    denied(state, "central", "over", "3.13.2", "end_phase")


@pytest.mark.parametrize(("flags", "winner"), [
    ({"champagne": "GE"}, "central"),
    ({"bavaria": "FR"}, "entente"),
    ({"champagne": "GE", "transylvania": "RU", "bosnia": "SE"}, "entente"),
    ({}, "entente"),
])  # fmt: skip
def test_3_13_3_conquests_are_counted_and_a_tie_is_the_ententes(flags: dict[str, str], winner: str) -> None:
    """§3.13.3: coins of enemy land under your flags."""
    state = position({}, step="entente.action", deck=(), flags=flags)
    state, _ = next_turn(state, dice())
    assert state.outcome is not None
    assert state.outcome.winner == winner


def test_3_13_3_conquered_neutrals_count_for_the_attacking_side_only() -> None:
    """§3.13.3: Holland counts for the Central Powers and not for the Entente; your own land is no conquest."""

    def taken(nation: str, enemy: str) -> State:
        nations = position({}).nations
        return position({}, flags={"holland": nation}, nations={**nations, "NL": NationState(enemy, enemy, "attacked")})

    assert conquests(taken("GE", "entente"), "central") == wealth("NL")
    assert conquests(taken("BR", "central"), "entente") == 0
    assert conquests(position({}), "central") == 0


# --- scenarios (§4) -----------------------------------------------------------------------------------------------


def test_4_1_classic_1() -> None:
    """§4.1: four against seven."""
    nations = GAME.new_match("classic-1", {}).nations
    sides = {s: {n for n, now in nations.items() if now.side == s} for s in ("central", "entente")}
    assert sides["central"] == {"AH", "GE", "BU", "OT"}
    assert sides["entente"] == {"BR", "FR", "RU", "IT", "BE", "SE", "MO"}


def test_4_2_classic_2_italy_changes_sides() -> None:
    """§4.2: five against six."""
    assert GAME.new_match("classic-2", {}).nations["IT"].side == "central"


def test_4_3_the_duel_leaves_all_other_belligerents_out() -> None:
    """§4.3: closed to both; real neutrals may be attacked."""
    state = position({"galicia": "AH 1 infantry", "bohemia": "AH 1 infantry"}, scenario="austria-russia")
    denied(state, "central", "closed-land", "3.12.4", "move", units=["AH.infantry.2"], path=["silesia"])
    assert offer(state, "central", "announce")["nations"] == ["SW", "PT", "RO", "NL", "DK", "NO", "SP", "GR", "AL"]  # type: ignore[index]


@pytest.mark.parametrize("base", ["classic-1", "classic-2"])
@pytest.mark.parametrize("players", range(2, 7))
def test_4_4_two_to_six_players(base: str, players: int) -> None:
    """§4.4: every number of players has its seats, both sides among them."""
    scenario = base if players == 2 else f"{base}-{players}"
    state = GAME.new_match(scenario, {})
    assert len(state.seats) == players
    assert set(state.seats.values()) == {"central", "entente"}


def test_4_4_six_in_classic_1_and_five_in_classic_2_as_the_rulebook_suggests() -> None:
    """§4.4: its two examples."""
    six = GAME.new_match("classic-1-6", {})
    assert {s: set(six.nations_of(s)) for s in six.seats} == {
        "central-1": {"AH"}, "central-2": {"GE"}, "central-3": {"BU", "OT"},
        "entente-1": {"BR"}, "entente-2": {"FR", "IT"}, "entente-3": {"RU", "SE", "BE", "MO"},
    }  # fmt: skip
    five = GAME.new_match("classic-2-5", {})
    assert {s: set(five.nations_of(s)) for s in five.seats} == {
        "central-1": {"GE"}, "central-2": {"BU", "IT", "OT", "AH"},
        "entente-1": {"BR"}, "entente-2": {"FR", "BE"}, "entente-3": {"RU", "SE", "MO"},
    }  # fmt: skip


def test_4_4_or_as_the_players_like() -> None:
    """§4.4: any sharing out within the sides that leaves no seat empty."""
    wish = {
        "GE": "central-2", "AH": "central-1", "BU": "central-1", "OT": "central-1", "BR": "entente-1",
        "FR": "entente-1", "RU": "entente-2", "IT": "entente-2", "BE": "entente-1", "SE": "entente-2",
        "MO": "entente-2",
    }  # fmt: skip
    state = GAME.new_match("classic-1-4", {"nations": wish})
    assert state.nations["GE"].seat == "central-2"
    assert state.nations["BU"].seat == "central-1"
    for wrong in (
        {**wish, "GE": "entente-1"},
        {**wish, "GE": "central-1"},
        {"GE": "central-1"},
        {**wish, "GE": "nobody"},
    ):
        with pytest.raises(ValueError, match=r"nation|played by"):
            GAME.new_match("classic-1-4", {"nations": wrong})


def test_3_10_4_a_field_of_an_ally_is_the_allys_again_and_nobody_is_asked_whose_flag_goes_up() -> None:
    """§3.10.4: though French and British enter it together, and France has never fallen."""
    state = position({"paris": "BR 1 infantry; FR 1 infantry"}, step="entente.action", flags={"champagne": "GE"})
    state = go(state, "entente", "BR.infantry.1 FR.infantry.1", "champagne")
    assert state.control["champagne"] == "FR"
    assert GAME.legal(state, "entente")["step"] == "action"
