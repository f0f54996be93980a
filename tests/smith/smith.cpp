// Whole scripts, and their variants.
#include "tests/smith/smith.hpp"

#include "tests/smith/writer.hpp"

namespace glint::smith {

Script Writer::script() {
  world_.alone = wishes_.one_side;
  world_.secrets = !wishes_.one_side && wishes_.secrets != Wishes::Some::never &&
                   (wishes_.secrets == Wishes::Some::always || rarely(4));
  world_.players = world_.alone ? Names{"sun"} : Names{"sun", "moon"};
  if (!world_.alone && rarely(4)) world_.players.push_back("star");
  world_.hues = {"red", "green"};
  if (below(2) != 0) world_.hues.push_back("blue");
  std::string text = "game \"Smith\"\nuse square, hex\nplayers ";
  for (std::size_t i = 0; i < world_.players.size(); ++i) {
    text += (i > 0 ? ", " : "") + world_.players[i];
    // A fourth player, who does not play, sits in the middle. `opponent` is for games of two.
    if (i == 1 && world_.players.size() == 3) text += ", ghost when many == on";
  }
  text += "\noption many: {on, off} = off\ntype hue = {";
  for (std::size_t i = 0; i < world_.hues.size(); ++i) text += (i > 0 ? ", " : "") + world_.hues[i];
  text += "}\nlet bearer(h: hue): player = if h == red then sun else " + world_.players.back() + "\n";
  text += board();
  text += say({"type slant = {", world_.ways[0], ", ", world_.ways[2], "} of direction\n"});
  text += variables();
  text += dealt();
  text += kinds();
  text += groups();
  text += lets();
  text += terrain();
  for (const auto& [form, name] : light_lets_) named(form, name);
  text += effects();
  text += moves();
  text += ends();
  text += setup();
  text += play();
  text += invariants();
  return {text, variant()};
}

std::string Writer::variant() {
  std::string text = "variant \"Other\" of smith\n";
  if (rarely(3)) text += "extend type hue = {white}\n";
  if (rarely(3)) {
    text += "extend piece stone { height: 0..2 = 0 }\n";
    world_.kinds[0].fields.push_back({"height", Type::level});
  }
  if (rarely(3)) text += move(fresh("added"), choices_.front());
  if (rarely(3)) text += say({"replace setup { ", say({put(world_.players.front())}), " }\n"});
  may_ = {};
  may_.light = world_.beams;
  may_.me = true;
  requires_ = false;
  text += say({"after ", one_of({"rest", "move"}), " { ", effect(1), " }\n"});
  return text;
}

Script script(Tape& tape, const Wishes& wishes) { return Writer(tape, wishes).script(); }

}  // namespace glint::smith
