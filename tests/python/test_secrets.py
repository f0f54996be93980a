"""A player's view holds nothing that is hidden from the player: positions that differ in that alone answer alike."""

import os
import pickle
import random
import unittest

import glint
from made_games import made_script

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
        """A position some plies into a random game."""
        position = game.start(seed=rng.randrange(1 << 30))
        for _ in range(rng.randrange(8)):
            if position.over or len(position.moves) == 0:
                break
            position.push(rng.randrange(len(position.moves)))
        return position

    def test_pairs_answer_alike(self):
        rng = random.Random(5)
        pairs = differing = made = 0
        wanted = max(20, int(400 * SCALE))
        while pairs < wanted and made < 40 * wanted:
            script = made_script(rng)
            game = glint.Game.from_text(script)
            self.assertTrue(game.has_secrets)
            for _ in range(6):
                made += 1
                one, other = self.positions(game, rng), self.positions(game, rng)
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
                    texts = [*first.moves[:4], *second.moves[-2:], "lay 3", "a1", "a1 1", "peek", "what"]
                    mine, theirs = (answers(each.seen_by(player), game, texts) for each in (first, second))
                    self.assertEqual(mine, theirs, f"{player} sees what is hidden in\n{script}\n{first}\n{second}")
                    self.assertEqual(first.seen_by(player), second.seen_by(player))
                    pairs += 1
                    differing += str(first) != str(second)
        self.assertGreaterEqual(pairs, wanted)
        self.assertEqual(differing, pairs)  # the pairs are no pairs of equal positions

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
