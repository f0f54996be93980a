"""Games as games of OpenSpiel, as those in Python are: with chance as nodes, and information states with perfect recall.

    from glint.adapters.open_spiel import load
    game = load(glint.Game("laser_lawn"))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    state.returns()

Actions are those of glint.encoding, in every state; actions of chance are the numbers of a draw's outcomes. What players
choose together they choose one after the other, and do not see each other's choices.

Observations are what a player sees now: as a text, that of the player's view; as a tensor, planes and then numbers
(`observer.dict` has both in their shapes). An information state is all that the player has seen so far: what stood there
at each choice, what the player chose, and the moves of the others, which are open once they are carried out. What looks the
same as before is left out: so it says nothing of draws that the player does not see. As a text it grows. As a tensor it has a row
for each of what was told (`observer.dict["told"]`), and rows of zeros for what may still come: to whom it was told and who
moved (a number for each player; nobody moved: it is what stood there), the bits of the action, and the observation. There is one
if `max_plies` is so small that it has at most a million numbers, as in `load(game, max_plies=40)`.
What only one player knows is told by itself, too (`public_info=False`): now, or with perfect recall, where a number in brackets
says after how much of what all have seen. Together with that it tells as much as an information state.
Returns are those of Encoding.rewards, and 0 for a game that is cut off.

A draw with very many outcomes (over 200,000, such as four hidden cells of a large board) raises RuleError, as OpenSpiel
asks for all of them.
"""

from __future__ import annotations

import bisect
import difflib
from typing import Any, Dict, Iterator, List, Optional, Tuple

from ..encoding import Encoding, _numpy
from ..game import Game
from ..position import Position

try:
    import pyspiel
except ImportError:
    from . import _pyspiel as pyspiel  # type: ignore[no-redef]

__all__ = ["load"]

_NOBODY = 64
_MOST_TOLD = 1 << 20  # numbers of a tensor of an information state


class _Rules:
    """A game with its encoding. A copy of a state has the same."""

    def __init__(self, game: Game, limit: int, max_plies: int):
        self.game, self.encoding, self.max_plies = game, Encoding(game, limit), max_plies
        #: The rows of an information state, and what is in one: to whom it was told, who moved, bits of the action, what stood there.
        self.action_bits = max(1, (self.encoding.actions - 1).bit_length())
        self.told_shape = (2 * max_plies + 1, 2 * len(game.players) + self.action_bits + self.encoding.size)
        self.has_told = self.told_shape[0] * self.told_shape[1] <= _MOST_TOLD

    def __deepcopy__(self, memo: Any) -> "_Rules":
        return self


class _Held:
    """A position that a state goes on from. A copy shares what came before, which never changes."""

    def __init__(self, position: Position):
        self.position = position

    def __deepcopy__(self, memo: Any) -> "_Held":
        made = Position(self.position.game, self.position._core, self.position._origin)
        made._past = list(self.position._past)
        return _Held(made)


def load(game: Game, max_plies: int = 2000, limit: int = 1 << 21) -> Any:
    """A game of OpenSpiel, a `pyspiel.Game`. It is registered, too: `pyspiel.load_game("glint_laser_lawn")` is it again.

    Games are cut off after `max_plies` moves, without a winner. `limit`: how many actions there may be.
    """
    rules = _Rules(game, limit, max_plies)
    players = game.players
    most_outcomes = rules.encoding.most_outcomes
    is_one_side = game.is_team or len(players) == 1
    kinds = pyspiel.GameType
    game_type = pyspiel.GameType(
        short_name=f"glint_{game.id}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if most_outcomes else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if game.has_secrets or rules.encoding.has_joint_choices
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if not is_one_side else kinds.Utility.IDENTICAL if len(players) > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=len(players),
        min_num_players=len(players),
        provides_information_state_string=True,
        provides_information_state_tensor=rules.has_told,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
    )
    most = float(2**31) if is_one_side else 1.0  # a score may be anything
    info = pyspiel.GameInfo(
        num_distinct_actions=rules.encoding.actions,
        max_chance_outcomes=most_outcomes,
        num_players=len(players),
        min_utility=-most,
        max_utility=most,
        utility_sum=None if is_one_side else 0.0,
        max_game_length=max_plies,
    )

    class GlintGame(pyspiel.Game):
        """The game."""

        def __init__(self, params: Optional[Dict[str, Any]] = None):
            super().__init__(game_type, info, params or {})
            self._rules = rules

        def new_initial_state(self) -> "_State":
            return _State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer":
            if params:
                raise ValueError(f"there are no parameters of observations, found {params}")
            return _Observer(rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    pyspiel.register_game(game_type, GlintGame)
    return GlintGame()


class _State(pyspiel.State):
    def __init__(self, game: Any):
        super().__init__(game)
        self._rules: _Rules = game._rules
        self._held = _Held(self._rules.game.start(1, wait_at_draws=True))
        self._plies = 0

    @property
    def position(self) -> Position:
        return self._held.position

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.at_draw else self.position._seen.to_move()

    def _legal_actions(self, player: int) -> List[int]:
        if player == pyspiel.PlayerId.CHANCE and player == self.current_player():
            return list(range(len(self.position.outcomes)))
        return sorted(self._rules.encoding.legal(self.position)) if player == self.current_player() >= 0 else []

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """By its number, how likely an outcome of the draw is. Raises ValueError if there is none."""
        if not self.is_chance_node():
            raise ValueError("chance does not decide here")
        return [(number, float(share)) for number, share in enumerate(self.position.outcomes.values())]

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise ValueError("the game is over")
        if self.position.at_draw:
            outcomes = list(self.position.outcomes)
            if not 0 <= action < len(outcomes):
                raise ValueError(f"there is no outcome {action}")
            self.position.draw(outcomes[action])
            return
        legal = self._rules.encoding.legal(self.position)
        if action not in legal:
            raise ValueError(f"action {action} is not legal here")
        self.position.push(legal.index(action))
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{self.position.at_draw} = {list(self.position.outcomes)[action]}"
        legal = self._rules.encoding.legal(self.position)
        return self.position.moves[legal.index(action)] if action in legal else self._rules.encoding.text(action)

    def is_terminal(self) -> bool:
        return self.position.over or self._plies >= self._rules.max_plies

    def returns(self) -> List[float]:
        return list(self._rules.encoding.rewards(self.position).values())

    def __str__(self) -> str:
        return str(self.position)


class _Observer:
    """What a player sees, or has seen: `tensor`, flat, and `dict`, its parts in their shapes."""

    def __init__(self, rules: _Rules, kind: Any):
        self._rules, self._kind = rules, kind
        self._is_open = kind.private_info == pyspiel.PrivateInfoType.NONE
        if not kind.public_info and self._is_open:
            raise ValueError("there is nothing to tell: neither what all see, nor what not all see")
        encoding = rules.encoding
        has_tensor = not self._is_open and kind.public_info and (rules.has_told or not kind.perfect_recall)
        rows, width = rules.told_shape
        size = 0 if not has_tensor else rows * width if kind.perfect_recall else encoding.size
        self.tensor = _numpy().zeros(size, dtype="float32")
        self.dict: Dict[str, Any] = {}
        if has_tensor and kind.perfect_recall:
            self.dict["told"] = self.tensor.reshape(rows, width)
        elif has_tensor:
            self.dict["planes"], self.dict["numbers"] = encoding.split(self.tensor)

    def set_from(self, state: _State, player: int) -> None:
        """Fills in the tensor."""
        rules = self._rules
        if "planes" in self.dict:
            self.tensor[:] = rules.encoding.observation(state.position, rules.game.players[player])
        if "told" not in self.dict:
            return
        self.tensor[:] = 0
        players = len(rules.game.players)
        for row, (_, mover, core, kind, text) in zip(self.dict["told"], self._told(state, player)):
            row[player] = 1
            position = Position(rules.game, core, state.position._origin)
            if mover is None:
                row[2 * players + rules.action_bits :] = rules.encoding.observation(position, rules.game.players[player])
                continue
            row[players + mover] = 1
            number = int(text) if kind == "number" else position.moves.index(text)
            action = rules.encoding.legal(position)[number]
            row[2 * players : 2 * players + rules.action_bits] = [action >> bit & 1 for bit in range(rules.action_bits)]

    def string_from(self, state: _State, player: int) -> str:
        """What the player sees; with `private_info` NONE what all see; without `public_info` what not all see, or ""."""
        if not self._kind.public_info:
            return "".join(self._private_told(state, player))
        viewer = _NOBODY if self._is_open else player
        players = self._rules.game.players
        texts = [f"seen by {'nobody' if self._is_open else players[player]}\n"]
        for _, mover, core, kind, text in self._told(state, viewer):
            move = core.seen(-1).move(int(text)) if kind == "number" else text
            texts.append(text if mover is None else f"> {move}\n" if mover == viewer else f"{players[mover]}> {move}\n")
        return "".join(texts)

    def _past(self, state: _State) -> List[Tuple[str, str, Any]]:
        past = state.position._past if self._kind.perfect_recall else []
        return [*past, ("", "", state.position._core)]

    def _told(self, state: _State, viewer: int) -> Iterator[Tuple[int, Optional[int], Any, str, str]]:
        """(after how many steps, who moved, the position before, "number" or "move", which); or (.., None, a position, "", how it looks)."""
        last = ""
        waiting: List[Tuple[int, Any, str, str]] = []  # choices that are not carried out yet
        for at, (kind, text, core) in enumerate(self._past(state)):
            carried_out = len(waiting) - core.count_chosen()
            yield from ((at, *one) for one in waiting[:carried_out] if one[0] != viewer)
            del waiting[:carried_out]
            if core.draw_name() and kind:
                continue
            seen = core.seen(viewer).text()
            if seen != last:
                yield at, None, core, "", seen
                last = seen
            if kind in ("move", "number"):
                waiting.append((core.seen(-1).to_move(), core, kind, text))
                if waiting[-1][0] == viewer:
                    yield (at, *waiting[-1])

    def _private_told(self, state: _State, player: int) -> Iterator[str]:
        """What only the player sees, or has seen: whenever it changes, after how much that all were told; and choices that wait."""
        past = self._past(state)
        public = [at for at, *_ in self._told(state, _NOBODY)]
        last = ""
        for at, (kind, text, core) in enumerate(past):
            if core.draw_name() and kind:
                continue
            seen = _private(*(core.seen(each).text() for each in (player, _NOBODY)))
            if seen != last:
                yield f"[{bisect.bisect(public, at)}]\n{seen}" if self._kind.perfect_recall else seen
                last = seen
            if kind in ("move", "number") and core.seen(-1).to_move() == player and past[at + 1][2].count_chosen():
                yield f"> {core.seen(-1).move(int(text)) if kind == 'number' else text}\n"


def _private(own: str, public: str) -> str:
    """The lines of a view that are not so in that of nobody. Those without a name, as of a drawn board, have their numbers."""
    mine, all_see = own.splitlines(True), public.splitlines(True)
    if len(mine) == len(all_see):  # lines stand beside each other
        told = {number for number, (one, other) in enumerate(zip(mine, all_see)) if one != other}
    else:
        parts = difflib.SequenceMatcher(None, mine, all_see, autojunk=False).get_opcodes()
        told = {number for tag, begin, end, *_ in parts if tag != "equal" for number in range(begin, end)}
    return "".join(line if " = " in line else f"{number + 1}: {line}" for number, line in enumerate(mine) if number in told)
