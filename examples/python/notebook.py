# A notebook as a text: Jupyter (with jupytext) and VS Code open it as one, and it also runs as it is.

# %% [markdown]
# # Is Laser Lawn fair, and is a variant fairer?

# %%
import glint

game = glint.Game("laser_lawn")
position = game.start(draws={"mover": "sun"})
for move in ("C4 ne blue", "D5 w red", "B3 w red"):
    position.push(move)
position  # a notebook draws it

# %% [markdown]
# ## Two bots play

# %%
end = glint.play(game, {"sun": "greedy", "moon": "random"}, seed=7)
print(f"{end.outcome}, after {len(end.history)} moves; the last was {end.history[-1]}")
end

# %% [markdown]
# ## The same with a variant, side by side

# %%
variant = glint.Game("steady_light")
compared = glint.compare([game, variant], 200)
table = compared.measures  # pandas.DataFrame(table) makes a frame of it
for label, study in zip(compared.labels, compared.studies):
    print(f"{label}: {study.verdict}")

# %% [markdown]
# ## The intervals of the first player's advantage


# %%
def intervals(rows):
    """A plot of (label, low, value, high), from -0.5 to 0.5, as the text of an SVG."""
    across = [f'<line x1="250" x2="250" y1="0" y2="{40 * len(rows)}" stroke="grey" stroke-dasharray="4"/>']
    for number, (label, low, value, high) in enumerate(rows):
        y, at = 40 * number + 20, lambda share: 250 + 250 * share
        across.append(f'<line x1="{at(low):.1f}" x2="{at(high):.1f}" y1="{y}" y2="{y}" stroke="black" stroke-width="3"/>')
        across.append(f'<circle cx="{at(value):.1f}" cy="{y}" r="5"/><text x="0" y="{y + 5}">{label}</text>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="500" height="{40 * len(rows)}">{"".join(across)}</svg>'


class Plot:
    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg


estimates = [study["first_player_advantage"] for study in compared.studies]
Plot(intervals([(label, one.low, one.value, one.high) for label, one in zip(compared.labels, estimates)]))
