"""A player's view holds nothing that is hidden from the player: positions that differ in that alone answer alike."""

import os
import pickle
import random
import unittest

import glint
from made_games import made_script, smith_scripts

try:
    import numpy as np

    from glint.adapters import gymnasium, open_spiel, pettingzoo
except ImportError:
    np = None

SCALE = float(os.environ.get("GLINT_TEST_SCALE", "1"))
EXPRESSIONS = ["me", "count(empty)", "best(me)", "hand[sun]", "mines", "tips[moon]", "top", "lit", "moves", "nonsense("]


def outcome_of(ask):
    """What a call answers or raises, as text."""
    try:
        return repr(ask())
    except (glint.GlintError, KeyError, IndexError, TypeError) as raised:
        return f"{type(raised).__name__}: {raised}"


def answers(view, game, texts):
    """Everything that a view says, call by call."""
    asked = {name: outcome_of(lambda: getattr(view, name)) for name in dir(type(view)) if isinstance(getattr(type(view), name), property)}
    asked.update({name: outcome_of(lambda: getattr(view, name)) for name in ("player", "over")})
    for name in ("__str__", "__repr__", "_repr_svg_", "svg", "picture"):
        asked[name] = outcome_of(getattr(view, name))
    asked["hash"] = hash(view)
    asked["moves"] = outcome_of(lambda: list(view.moves))
    asked["iter"] = outcome_of(lambda: list(view))
    asked["len"] = len(view.moves)
    asked["first"] = outcome_of(lambda: view.moves[0])
    for light in (False, True):
        asked["svg", light] = outcome_of(lambda: view.svg(light=light))
        asked["picture", light] = outcome_of(lambda: view.picture(width=40, utf8=False, light=light))
    for cell in game.cells:
        asked["trace", cell.label] = outcome_of(lambda: view.trace(cell.label))
    for text in texts:
        asked["why", text] = outcome_of(lambda: view.why(text))
        asked["in", text] = text in view.moves
    for expression in EXPRESSIONS:
        asked["eval", expression] = outcome_of(lambda: view.eval(expression))
    asked["pickle"] = outcome_of(lambda: pickle.dumps(view))
    return asked


class Interfaces:
    """All that programs that learn are told of a position of a game, as one player."""

    def __init__(self, game):
        self.encoding = game.encoding()
        self.aec = pettingzoo.Environment(game, render_mode="svg")
        self.gym = {player: gymnasium.Environment(game, player) for player in game.players}
        self.spiel = open_spiel.load(game)

    def told(self, position, player):
        asked = {"observation": self.encoding.observation(position, player).tobytes()}
        self.aec.reset(seed=1)
        self.aec.position = position
        asked["aec"] = {name: array.tobytes() for name, array in self.aec.observe(player).items()}
        gym = self.gym[player]
        gym.reset(seed=1)
        gym.position = position
        seen, info = gym._seen()
        asked["gym"] = (seen.tobytes(), info["action_mask"].tobytes(), gym.render())
        state = self.spiel.new_initial_state()
        state._held.position = position
        number = position.game.players.index(player)
        asked["spiel"] = (state.observation_string(number), tuple(state.observation_tensor(number)), state.information_state_string(number),
                          state.legal_actions(number), state.legal_actions_mask(number))  # fmt: skip
        if position.to_move == player:
            asked["legal"] = self.encoding.legal(position)
            asked["picture"] = self.aec.render()
            asked["words"] = [state.action_to_string(number, action) for action in state.legal_actions()]
        return asked


def chosen(position):
    """What Glint's bots choose for the player to move, who needs the whole position only to be asked."""
    return {spec: outcome_of(lambda: glint.Bot(spec, seed=3).choose(position)) for spec in ("random", "greedy", "mcts:6")}


def hidden_changed(text, seen, other):
    """A position's text, where lines that `seen` hides are as in `other`; None if that changes nothing."""
    values = dict(line.split(" = ", 1) for line in other.splitlines() if " = " in line)
    hidden = {line.split(" = ", 1)[0] for line in seen.splitlines() if " = " in line and "?" in line.split(" = ", 1)[1]}
    lines = []
    for line in text.splitlines():
        name = line.split(" = ", 1)[0]
        lines.append(f"{name} = {values[name]}" if name in hidden and name in values else line)
    changed = "\n".join(lines) + "\n"
    return None if changed == text else changed


class Secrets(unittest.TestCase):
    def positions(self, game, rng):
        """A position some plies into a random game; None if a rule fails at its start."""
        try:
            position = game.start(seed=rng.randrange(1 << 30))
        except glint.RuleError:
            return None
        for _ in range(rng.randrange(8)):
            try:
                if position.over or len(position.moves) == 0:
                    break
                position.push(rng.randrange(len(position.moves)))
            except glint.GlintError:
                break  # a rule of a made-up game fails
        return position

    def assert_alike(self, mine, theirs, text):
        """Both answer alike. If not, what differs is named; to print it all would take minutes."""
        self.assertEqual(mine.keys(), theirs.keys())
        self.assertEqual([asked for asked, answer in mine.items() if answer != theirs[asked]], [], text)

    def interfaces(self, game):
        """What learners are told; None for a game that has more actions than they take."""
        try:
            return Interfaces(game) if np else None
        except glint.GlintError:
            return None

    def test_pairs_answer_alike(self):
        rng = random.Random(5)
        wanted = max(20, int(400 * SCALE))
        self.compare_pairs(rng, (made_script(rng) for _ in range(7 * wanted)), wanted)

    def test_pairs_of_all_kinds_of_games_answer_alike(self):
        scripts = smith_scripts()
        self.assertEqual(len(scripts), 60)
        rng = random.Random(6)
        rng.shuffle(scripts)
        self.compare_pairs(rng, scripts * 8, max(20, int(120 * SCALE)))

    def compare_pairs(self, rng, scripts, wanted):
        pairs = differing = 0
        for script in scripts:
            if pairs >= wanted:
                break
            game = glint.Game.from_text(script)
            self.assertTrue(game.has_secrets)
            interfaces = self.interfaces(game)
            for _ in range(6):
                one, other = self.positions(game, rng), self.positions(game, rng)
                if one is None or other is None:
                    continue
                for player in [*game.players, None]:
                    text = hidden_changed(str(one), str(one.seen_by(player)), str(other))
                    if text is None:
                        continue
                    try:
                        first, second = game.read(str(one)), game.read(text)
                    except glint.GlintError:
                        continue
                    if first.over or second.over or first.to_move != second.to_move:
                        continue  # the end of a game is open, and the rules may see what is hidden
                    try:
                        texts = [*first.moves[:4], *second.moves[-2:], "lay 3", "a1", "a1 1", "peek", "what"]
                    except glint.RuleError:
                        continue
                    mine, theirs = (answers(each.seen_by(player), game, texts) for each in (first, second))
                    self.assert_alike(mine, theirs, f"{player} sees what is hidden in\n{script}\n{first}\n{second}")
                    self.assertEqual(first.seen_by(player), second.seen_by(player))
                    if first.to_move == player:
                        self.assert_alike(chosen(first), chosen(second), f"bots see what is hidden from {player} in\n{script}\n{first}\n{second}")
                    if interfaces and player:
                        mine, theirs = (interfaces.told(each, player) for each in (first, second))
                        self.assert_alike(mine, theirs, f"{player} is told what is hidden in\n{script}\n{first}\n{second}")
                    pairs += 1
                    differing += str(first) != str(second)
        self.assertGreaterEqual(pairs, wanted)
        self.assertEqual(differing, pairs)  # the pairs are no pairs of equal positions

    def test_choices_that_wait_are_hidden(self):
        """Another choice in the place of one that waits for those of others is the same to all but its player."""
        rng = random.Random(7)
        scripts = smith_scripts() + [made_script(rng) for _ in range(20)]
        rng.shuffle(scripts)
        compared = 0
        wanted = max(20, int(300 * SCALE))
        for script in scripts * 3:
            if compared >= wanted:
                break
            game = glint.Game.from_text(script)
            interfaces = self.interfaces(game)
            try:
                one = game.start(seed=rng.randrange(1 << 30))
            except glint.RuleError:
                continue
            for _ in range(10):
                try:
                    if one.over or len(one.moves) < 2:
                        break
                    mover, other = one.to_move, one.copy()
                    mine, others = rng.sample(range(len(one.moves)), 2)
                    one.push(mine)
                    other.push(others)
                except glint.GlintError:
                    break
                waits = "\nchosen by " in str(one)
                if not waits or one.over or other.over or one.to_move != other.to_move:
                    continue
                self.assertNotEqual(str(one), str(other))
                texts = [*one.moves[:3], one.history[-1], other.history[-1], "a1", "what"]
                for player in [*game.players, None]:
                    if player == mover:
                        continue
                    told = [answers(each.seen_by(player), game, texts) for each in (one, other)]
                    self.assert_alike(*told, f"{player} sees what {mover} has chosen in\n{script}\n{one}\n{other}")
                    if one.to_move == player:
                        self.assert_alike(chosen(one), chosen(other), f"bots see what {mover} has chosen in\n{script}\n{one}\n{other}")
                    if interfaces and player:
                        told = [interfaces.told(each, player) for each in (one, other)]
                        self.assert_alike(*told, f"{player} is told what {mover} has chosen in\n{script}\n{one}\n{other}")
                    compared += 1
        self.assertGreaterEqual(compared, wanted)

    @unittest.skipIf(np is None, "without NumPy")
    def test_batches_tell_no_secrets(self):
        rng = random.Random(9)
        alike = 0
        for _ in range(max(3, int(20 * SCALE))):
            batch = glint.Game.from_text(made_script(rng)).batch(64, seed=rng.randrange(1000), max_plies=12)
            players = batch.encoding.game.players
            for _ in range(4):
                told = {}
                for i in range(batch.n):
                    position = batch.position(i)
                    row = (batch.flat[i].tobytes(), batch.masks[i].tobytes(), batch.to_move[i])
                    row_before, text = told.setdefault(position.seen_by(players[batch.to_move[i]]), (row, str(position)))
                    self.assertEqual(row, row_before)
                    alike += text != str(position)
                batch.step(batch.sample())
        self.assertGreater(alike, 20)

    @unittest.skipIf(np is None, "without NumPy")
    def test_information_states_are_what_was_seen(self):
        """Games that a player saw alike, choice by choice, have the same information states, and others do not."""
        rng = random.Random(10)
        alike = apart = 0
        for _ in range(max(3, int(20 * SCALE))):
            game = open_spiel.load(glint.Game.from_text(made_script(rng)), max_plies=6)
            rules = game._rules.game
            states = []
            for _ in range(60):
                state, past, open_ = game.new_initial_state(), [[] for _ in rules.players], []
                while not state.is_terminal():
                    action = rng.choice(state.legal_actions()[:2] if state.is_player_node() else state.legal_actions())
                    if state.is_player_node():
                        for number, player in enumerate(rules.players):
                            view = str(state.position.seen_by(player))
                            if not past[number] or past[number][-1] != view:
                                past[number].append(view)
                        mover = state.current_player()
                        open_.append((mover, state.action_to_string(mover, action)))
                        past[mover] += [open_[-1][1], past[mover][-1]]
                    state.apply_action(action)
                    # The position's own text names the choices that are not carried out; all other moves are open.
                    hidden = sum(line.startswith("chosen by ") for line in str(state.position).splitlines())
                    while len(open_) > hidden:
                        move = open_.pop(0)
                        for number in range(len(rules.players)):
                            if number != move[0]:
                                past[number] += [move, past[number][-1]]
                states.append((state, past))
            for number, player in enumerate(rules.players):
                known = {}
                for state, past in states:
                    if not past[number] or past[number][-1] != str(state.position.seen_by(player)):
                        past[number].append(str(state.position.seen_by(player)))
                    told = state.information_state_string(number)
                    whole = str(state.position)
                    before = known.setdefault(tuple(past[number]), (told, whole))
                    self.assertEqual(told, before[0])
                    alike += whole != before[1]
                self.assertEqual(len({told for told, _ in known.values()}), len(known))
                apart += len(known)
        self.assertGreater(alike, 5)
        self.assertGreater(apart, 50)

    def test_whoever_sees_all_tells_them_apart(self):
        game = glint.Game.from_text(made_script(random.Random(1)))
        texts = {str(game.start(seed=seed)) for seed in range(8)}
        self.assertGreater(len(texts), 1)
        views = {str(game.start(seed=seed).seen_by(None)) for seed in range(8)}
        self.assertEqual(len(views), 1)

    def test_own_bots_get_views(self):
        game = glint.Game.from_text(made_script(random.Random(1)))
        given = []

        def bot(shown):
            given.append(type(shown))
            self.assertEqual(shown.player, shown.to_move)
            return 0

        glint.play(game, bot, max_plies=6)
        glint.study(game, 3, bot, max_plies=6, threads=2)
        self.assertEqual(set(given), {glint.View})

    def test_bots_of_glint_refuse_views(self):
        position = glint.Game.from_text(made_script(random.Random(1))).start()
        with self.assertRaises(TypeError):
            glint.Bot("random").choose(position.seen_by(position.to_move))

    def test_a_view_has_no_way_to_the_position(self):
        game = glint.Game.from_text(made_script(random.Random(1)))
        view = game.start().seen_by(None)
        for value in vars(view).values():
            self.assertNotIsInstance(value, glint.Position)
        self.assertFalse({"play", "state", "detach", "draws", "seen"} & set(dir(view._seen)))


if __name__ == "__main__":
    unittest.main()
