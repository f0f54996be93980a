"""What games in Python need of OpenSpiel's module `pyspiel`, where that cannot be imported: the same names and behaviour."""

from __future__ import annotations

import copy
import enum
from types import SimpleNamespace
from typing import Any, Callable, Dict, List, Optional, Tuple


class PlayerId:
    CHANCE, SIMULTANEOUS, INVALID, TERMINAL = -1, -2, -3, -4


class StateType(enum.Enum):
    DECISION, CHANCE, TERMINAL = 0, 1, 2


class PrivateInfoType(enum.Enum):
    NONE, SINGLE_PLAYER, ALL_PLAYERS = 0, 1, 2


class IIGObservationType:
    def __init__(
        self, perfect_recall: bool = False, public_info: bool = True, private_info: PrivateInfoType = PrivateInfoType.SINGLE_PLAYER
    ):
        self.perfect_recall, self.public_info, self.private_info = perfect_recall, public_info, private_info


class GameType(SimpleNamespace):
    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS")
    ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Information = enum.Enum("Information", "ONE_SHOT PERFECT_INFORMATION IMPERFECT_INFORMATION")
    Utility = enum.Enum("Utility", "ZERO_SUM CONSTANT_SUM GENERAL_SUM IDENTICAL")
    RewardModel = enum.Enum("RewardModel", "REWARDS TERMINAL")


class GameInfo(SimpleNamespace):
    pass


_registered: Dict[str, Tuple[GameType, Callable[..., Any]]] = {}


def register_game(game_type: GameType, game_class: Callable[..., Any]) -> None:
    _registered[game_type.short_name] = (game_type, game_class)


def registered_games() -> List[GameType]:
    return [game_type for game_type, _ in _registered.values()]


def load_game(name: str, params: Optional[Dict[str, Any]] = None) -> Any:
    if name not in _registered:
        raise RuntimeError(f"Unknown game '{name}'")
    return _registered[name][1](params or {})


class Game:
    def __init__(self, game_type: GameType, game_info: GameInfo, params: Dict[str, Any]):
        self._type, self._info, self._params = game_type, game_info, params

    def get_type(self) -> GameType:
        return self._type

    def get_parameters(self) -> Dict[str, Any]:
        return self._params

    def num_distinct_actions(self) -> int:
        return int(self._info.num_distinct_actions)

    def max_chance_outcomes(self) -> int:
        return int(self._info.max_chance_outcomes)

    def num_players(self) -> int:
        return int(self._info.num_players)

    def min_utility(self) -> float:
        return float(self._info.min_utility)

    def max_utility(self) -> float:
        return float(self._info.max_utility)

    def utility_sum(self) -> Optional[float]:
        return None if self._info.utility_sum is None else float(self._info.utility_sum)

    def max_game_length(self) -> int:
        return int(self._info.max_game_length)

    def new_initial_state(self) -> Any:
        raise NotImplementedError

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        raise NotImplementedError

    def observation_tensor_size(self) -> int:
        return len(self.make_py_observer().tensor)

    def information_state_tensor_size(self) -> int:
        return len(self.make_py_observer(IIGObservationType(perfect_recall=True)).tensor)

    def observation_tensor_shape(self) -> List[int]:
        return [self.observation_tensor_size()]

    def deserialize_state(self, text: str) -> Any:
        state = self.new_initial_state()
        for line in text.split():
            state.apply_action(int(line))
        return state

    def __str__(self) -> str:
        return f"{self._type.short_name}()"


class State:
    def __init__(self, game: Any):
        self._game = game
        self._history: List[Tuple[int, int]] = []

    # what games in Python define
    def current_player(self) -> int:
        raise NotImplementedError

    def _legal_actions(self, player: int) -> List[int]:
        raise NotImplementedError

    def _apply_action(self, action: int) -> None:
        raise NotImplementedError

    def _action_to_string(self, player: int, action: int) -> str:
        raise NotImplementedError

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        raise NotImplementedError

    def is_terminal(self) -> bool:
        raise NotImplementedError

    def returns(self) -> List[float]:
        raise NotImplementedError

    # what follows from that
    def get_game(self) -> Any:
        return self._game

    def num_players(self) -> int:
        return int(self._game.num_players())

    def num_distinct_actions(self) -> int:
        return int(self._game.num_distinct_actions())

    def is_chance_node(self) -> bool:
        return self.current_player() == PlayerId.CHANCE

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        return False

    def get_type(self) -> StateType:
        return StateType.TERMINAL if self.is_terminal() else StateType.CHANCE if self.is_chance_node() else StateType.DECISION

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        current = self.current_player()
        if self.is_terminal() or (player is not None and player != current):
            return []
        return [action for action, _ in self.chance_outcomes()] if current == PlayerId.CHANCE else self._legal_actions(current)

    def legal_chance_outcomes(self) -> List[int]:
        return [action for action, _ in self.chance_outcomes()]

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        count = self._game.max_chance_outcomes() if self.is_chance_node() else self.num_distinct_actions()
        mask = [0] * count
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        player = self.current_player()
        self._apply_action(int(action))
        self._history.append((player, int(action)))

    def child(self, action: int) -> Any:
        made = self.clone()
        made.apply_action(action)
        return made

    def clone(self) -> Any:
        made = type(self)(self._game)
        for name, value in vars(self).items():
            if name != "_game":
                setattr(made, name, copy.deepcopy(value))
        return made

    def action_to_string(self, *arguments: int) -> str:
        player, action = arguments if len(arguments) > 1 else (self.current_player(), arguments[0])
        return self._action_to_string(player, action)

    def rewards(self) -> List[float]:
        return self.returns() if self.is_terminal() else [0.0] * self.num_players()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    def history(self) -> List[int]:
        return [action for _, action in self._history]

    def full_history(self) -> List[SimpleNamespace]:
        return [SimpleNamespace(player=player, action=action) for player, action in self._history]

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        return len(self._history)

    def serialize(self) -> str:
        return "".join(f"{action}\n" for action in self.history())

    def _seen(self, player: Optional[int], perfect_recall: bool) -> Tuple[Any, int]:
        player = self.current_player() if player is None else player
        if player < 0:
            raise RuntimeError(f"player >= 0: {player}")
        if player >= self.num_players():
            raise RuntimeError(f"player < num_players: {player}")
        return self._game.make_py_observer(IIGObservationType(perfect_recall=perfect_recall)), player

    def observation_string(self, player: Optional[int] = None) -> str:
        observer, player = self._seen(player, False)
        return str(observer.string_from(self, player))

    def observation_tensor(self, player: Optional[int] = None) -> List[float]:
        observer, player = self._seen(player, False)
        observer.set_from(self, player)
        return list(map(float, observer.tensor))

    def information_state_string(self, player: Optional[int] = None) -> str:
        observer, player = self._seen(player, True)
        return str(observer.string_from(self, player))

    def information_state_tensor(self, player: Optional[int] = None) -> List[float]:
        observer, player = self._seen(player, True)
        if not self._game.get_type().provides_information_state_tensor:
            raise RuntimeError("information_state_tensor is not provided")
        observer.set_from(self, player)
        return list(map(float, observer.tensor))
