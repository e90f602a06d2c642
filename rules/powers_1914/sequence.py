"""§3.1: the order of a turn, to be laid beside the rulebook's list, and what may interrupt it."""

from __future__ import annotations

from rules.kernel.procedure.engine import Engine
from rules.kernel.procedure.phases import Phase
from rules.kernel.procedure.steps import Step, Tree
from rules.powers_1914 import procedure as course
from rules.powers_1914.cards import duties
from rules.powers_1914.cards.card_hand import USE_CARD
from rules.powers_1914.cards.duties import DECLINE, GIVE_UP, LAND_USA, PAY, RISE
from rules.powers_1914.combat import battle, navy
from rules.powers_1914.combat.action_cards import GAS, TACTIC
from rules.powers_1914.combat.artillery import SHOOT
from rules.powers_1914.combat.battle import FIGHT, LEAVE, STANCE, WITHDRAW
from rules.powers_1914.combat.navy import CHALLENGE, RAID, RESPOND, SINK
from rules.powers_1914.conquest.flags import AGREE, FLAG, SHARE, whose_flag
from rules.powers_1914.conquest.neutrals import ANNOUNCE
from rules.powers_1914.economy.money import GIVE, GIVE_FOR_A_CARD
from rules.powers_1914.economy.production import BUY
from rules.powers_1914.economy.progress import MODERNISE
from rules.powers_1914.economy.works import BUILD, RAZE
from rules.powers_1914.movement.march import MOVE, REINFORCE
from rules.powers_1914.play import Play
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.phases import ACTION, END, EVENTS, PURCHASE, SETUP
from rules.powers_1914.printed.pieces import CENTRAL, ENTENTE, SIDE_NAMES
from rules.powers_1914.procedure import END_MOVES, END_PURCHASES, END_SETUP
from rules.powers_1914.setup.preparation import PLACE, STANDARD, UNPLACE


def _setup(side: str) -> Step[State]:
    phase = Phase(side, SETUP)
    return Step(
        phase.key, "Set-up", "2.4", (),
        "Set up your armies",
        "“Suggested set-up” places them all, and you can still move them. Armies stand on your own ground, ships off "
        "your shores.", phase.side,
        (PLACE, STANDARD, UNPLACE, END_SETUP), course.the_active, course.retires, name=phase.name,
    )  # fmt: skip


def _action(side: str) -> Step[State]:
    phase = Phase(side, ACTION)
    return Step(
        phase.key, "Moves and battles", "3.1.4", (),
        "Move and fight", "Unit by unit, as you like; each moves once.", phase.side,
        (MOVE, SHOOT, CHALLENGE, RAID, SINK, ANNOUNCE, TACTIC, RAZE, GIVE, STANCE, END_MOVES),
        course.the_active, course.retires, name=phase.name,
    )  # fmt: skip


TREE: Tree[State] = Tree(
    Step("game", "Powers of 1914", "3.1", (
        Step("preparation", "Preparation", "2.1", (
            _setup(CENTRAL),
            _setup(ENTENTE),
        )),
        Step("turn", "Turn", "3.1", (
            Step(EVENTS, "Event cards", "3.1.1", happens=course.draws, closes=course.pays),
            Step(PURCHASE, "Purchases", "3.1.3", (),
                 "Spend your money", "Units, works, progress, cards; money can be kept.", None,
                 (BUY, BUILD, MODERNISE, USE_CARD, GIVE, STANCE, END_PURCHASES),
                 course.all_at_once, course.retires, closes=course.buries),
            _action(CENTRAL),
            _action(ENTENTE),
            Step(END, "End of the turn", "3.13.1", happens=course.counts),
        ), again=lambda _: True),
    )),
    (
        Step("battle", "Battle", "3.3", (), "Choose who fights whom", "Higher total wins; a tie destroys both.", None,
             (FIGHT, WITHDRAW, REINFORCE, LEAVE, TACTIC), course.who_fights, battle.goes_on, words=battle.whose),
        Step("challenge", "Ship against gun", "3.3.14", (),
             "Fight or decline?", "A ship and a gun on neighbouring fields.", None,
             (RESPOND,), course.who_is_challenged, navy.lapses, words=navy.who_asks),
        Step("flag", "Whose flag?", "5.1", (), "Whose flag goes up?", "Allies took this field together.", None,
             (FLAG,), course.who_raises, words=whose_flag),
        Step("share", "Sharing a conquest", "5.1", (),
             "Who gets which part?", "Allies conquered this country together.", None,
             (SHARE, AGREE), course.who_shares),
        Step("lose", "Losses", "3.14", (), "Choose the units that go", "The card asks for them.", None,
             (GIVE_UP,), course.who_loses, duties.nobody_left, words=duties.shared_loss),
        Step("usa", "America enters the war", "3.14.5", (),
             "Where does America land?", "A sea at the western edge.", None, (LAND_USA,), course.on_duty),
        Step("rise", "Awaking of nationalism", "3.14.10", (),
             "Where does the enemy rise?", "In a field of the homeland, where it fights at once.", None,
             (RISE,), course.on_duty),
        Step("colonies", "The colonies", "3.14.8", (),
             "Pay the colonies?", "Otherwise there is less income every turn.", None,
             (PAY, DECLINE, GIVE_FOR_A_CARD), course.on_duty),
    ),
)  # fmt: skip


def step_heading(state: State, step: Step[State]) -> str:
    """A side's step says whose it is."""
    return f"{SIDE_NAMES[step.side]}: {step.title.lower()}" if step.side else step.title


ENGINE: Engine[State, Play] = Engine(
    TREE,
    unfold=Play,
    begin=course.begin,
    seat_title=lambda state, seat: state.seat_title(seat),
    anytime=(GAS,),
    heading=step_heading,
    verdict=course.verdict_on_beaten,
    section="3.1",
)
