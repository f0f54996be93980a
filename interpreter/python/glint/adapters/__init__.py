"""Games of Glint behind the interfaces of other libraries for programs that learn. None of these must be installed.

- `glint.adapters.pettingzoo`: an environment of PettingZoo (AEC), with action masks
- `glint.adapters.gymnasium`: an environment of Gymnasium for one player; bots play the others
- `glint.adapters.open_spiel`: a game of OpenSpiel, as its games in Python are

Where the library can be imported, the classes here are of its own; where not, they have the same methods. Actions and
observations are those of glint.encoding. They need NumPy.
"""
