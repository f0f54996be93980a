#include "interpreter/view/scene/scene.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/text.hpp"

namespace glint::view {
namespace {

std::vector<std::string> values_of(const rules::Type& type, const rules::Rules& rules) {
  if (type.base == rules::Base::player) return lang::names_of(rules.players);
  if (type.base == rules::Base::direction) return lang::names_of(rules.lattice.directions);
  std::vector<std::string> values;
  if (type.base == rules::Base::enumeration)
    for (const rules::EnumValue& value : rules.enums[type.enumeration].values)
      values.push_back(value.spellings.front());
  return values;
}

std::vector<BeamField> beam_fields_of(const Game& game) {
  const rules::Rules& rules = game.program().rules;
  std::vector<BeamField> fields;
  for (const rules::BeamField& field : rules.beams.fields) {
    fields.push_back({field.name, field.type.is_set, field.type.base == rules::Base::number && !field.type.is_set,
                      values_of(field.type, rules)});
    if (fields.back().is_number && field.initial.op == rules::Op::constant) fields.back().first = field.initial.number;
  }
  return fields;
}

std::string field_name(const std::vector<BeamField>& fields, std::size_t i) {
  return i < fields.size() ? fields[i].name : "payload";
}

/// Sorts words in the order of their type; others come last.
void sort_words(std::vector<std::string>& words, const std::vector<std::string>& order) {
  std::stable_sort(words.begin(), words.end(), [&](const std::string& a, const std::string& b) {
    return std::find(order.begin(), order.end(), a) < std::find(order.begin(), order.end(), b);
  });
}

/// "north to move", "south wins".
std::string status_of(const Position& position, bool all_choose) {
  if (position.over()) return position.outcome_text();
  const int player = position.to_move();
  if (player < 0) return "";
  if (all_choose) return "all choose at the same time";
  return position.game().players()[static_cast<std::size_t>(player)] + " to move";
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The words without those of another list.
std::vector<std::string> without(std::vector<std::string> words, const std::vector<std::string>& others) {
  std::erase_if(words, [&](const std::string& word) { return has(others, word); });
  return words;
}

/// Bytes of the looks and fields of a picture's pieces; beyond that each text is cut short.
constexpr std::size_t kMostPieceBytes = 8'000'000;
constexpr std::size_t kOfCutText = 8;

/// Cuts the texts of pieces when they have too many bytes together.
class PieceTexts {
 public:
  void add(PieceInfo& piece) {
    bytes_ += piece.glyph.size();
    for (const auto& [name, value] : piece.fields) bytes_ += name.size() + value.size();
    if (!are_cut()) return;
    cut(piece.glyph);
    for (auto& [name, value] : piece.fields) cut(value);
  }
  bool are_cut() const { return bytes_ > kMostPieceBytes; }

 private:
  static void cut(std::string& text) {
    if (text.size() <= kOfCutText) return;
    std::size_t end = kOfCutText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    (text.substr(0, end) + "...").swap(text);  // assigned, a short text would keep the space of the long one
  }

  std::size_t bytes_ = 0;
};

/// Steps of measured beams after which no other piece is measured: a picture must not take long.
constexpr std::size_t kMostMeasured = 100'000;

/// Sends the strongest beam over each side of each piece that acts there, and notes what the weakest of these sides
/// takes.
void measure_taken(const Position& position, Scene& scene) {
  const auto number = std::find_if(scene.beam_fields.begin(), scene.beam_fields.end(),
                                   [](const BeamField& one) { return one.is_number; });
  if (number == scene.beam_fields.end()) return;
  const auto field = static_cast<std::size_t>(number - scene.beam_fields.begin());
  const auto power = [&](const Payload& payload) { return take_apart(payload[field]).number.value_or(0); };
  const std::int64_t strongest = position.game().program().payloads.count - 1;
  std::size_t steps = 0;
  for (std::size_t cell = 0; cell < scene.pieces.size() && steps < kMostMeasured; ++cell) {
    if (scene.pieces[cell].empty() || scene.pieces[cell].back().sides.empty()) continue;
    std::vector<PositionView::Shot> shots;
    for (const int side : scene.pieces[cell].back().sides) shots.push_back({static_cast<int>(cell), side, strongest});
    std::optional<std::int64_t> least;
    for (const std::vector<Beam>& beams : PositionView(position).beams_from(shots)) {
      if (beams.empty() || beams.front().path.empty()) continue;
      const Beam& beam = beams.front();
      steps += beam.path.size();
      std::int64_t left = 0;  // 0 if the beam is stopped
      if (beam.path.size() > 1)
        left = power(beam.path[1].payload);
      else if (beam.end == BeamEnd::left)
        left = power(beam.left_with);
      const std::int64_t taken = power(beam.path[0].payload) - left;
      least = std::min(least.value_or(taken), taken);
    }
    if (least && *least > 0) scene.taken.emplace(static_cast<int>(cell), *least);
  }
}

void add_grounds(const std::vector<Position::Ground>& grounds, Scene& scene) {
  std::set<std::pair<int, int>> marked;
  std::set<std::pair<int, int>> drawn;  // edges with a line
  int textures[2] = {0, 0};             // of cells, of edges
  for (const Position::Ground& ground : grounds) {
    if (ground.cells.empty() && ground.edges.empty()) continue;
    Ground look{ground.sign, colour_of_word(ground.colour), ground.name, ground.of_edges, ground.of_lines};
    if (ground.owner >= 0) {
      look.colour = colour_of_player(ground.owner, scene);
      if (look.name.empty()) look.name = "of " + scene.players[static_cast<std::size_t>(ground.owner)];
    }
    const auto same = std::find_if(scene.legend.begin(), scene.legend.end(), [&](const Ground& other) {
      look.texture = other.texture;
      return other == look;
    });
    const bool is_new = same == scene.legend.end();
    if (is_new) look.texture = textures[look.of_edges];
    bool is_drawn = false;  // not if all of it lies in what was marked before
    for (const int cell : ground.cells) is_drawn = scene.grounds.emplace(cell, look).second || is_drawn;
    for (const auto& edge : ground.edges) {
      if (!(look.of_lines ? drawn : marked).insert(edge).second) continue;
      (look.of_lines ? scene.lines : scene.marked_sides).push_back({edge.first, edge.second, look});
      is_drawn = true;
    }
    if (!is_new || !is_drawn) continue;
    if (!look.of_lines) ++textures[look.of_edges];
    scene.legend.push_back(look);
  }
}

}  // namespace

Scene part_of(const Scene& whole, const std::vector<int>& cells) {
  Scene part = whole;
  part.cells.clear();
  part.pieces.clear();
  for (const int cell : cells) {
    part.cells.push_back(whole.cells[static_cast<std::size_t>(cell)]);
    part.cells.back().player = -1;
    part.pieces.push_back(whole.pieces[static_cast<std::size_t>(cell)]);
  }
  part.beams.clear();
  part.grounds.clear();
  part.acting_cells.clear();
  part.acting_edges.clear();
  part.marked_sides.clear();
  part.lines.clear();
  part.taken.clear();
  return part;
}

std::vector<std::string> places_of(const Ground& zone, const Scene& scene) {
  std::vector<std::string> places;
  for (const auto& [cell, look] : scene.grounds)
    if (look == zone) places.push_back(scene.label(cell));
  for (const MarkedSide& side : zone.of_lines ? scene.lines : scene.marked_sides)
    if (side.look == zone) places.push_back(scene.label(side.cell) + "." + scene.way_name(side.way));
  return places;
}

std::optional<Error> text_too_long(const Position& position) {
  std::size_t bytes = 0;
  const Game game = position.game();
  for (std::size_t cell = 0; cell < game.cells().size(); ++cell) {
    const std::vector<PieceInfo> stack = position.pieces(static_cast<int>(cell));
    for (const PieceInfo& piece : stack)
      if ((bytes += piece.glyph.size()) > kMostPieceBytes)
        return plain_error(lang::Code::G0605, "the looks of the pieces have more than " +
                                                  std::to_string(kMostPieceBytes / 1'000'000) + " million bytes",
                           "give pieces a shorter `look`");
  }
  return std::nullopt;
}

Scene scene_of(const Position& position, int viewer, Asked asked) {
  const Game game = position.game();
  Scene scene;
  scene.title = game.title();
  scene.to_move = position.over() ? -1 : position.to_move();
  const bool all_choose = asked.is_apart && scene.to_move >= 0 && PositionView(position).machine().node().together;
  if (all_choose) scene.to_move = -1;
  scene.status = status_of(position, all_choose);
  scene.players = game.players();
  scene.kinds = lang::names_of(game.program().rules.kinds);
  scene.has_stacks = game.program().rules.board.stacks > 1;
  scene.cells = game.cells();
  scene.directions = game.directions();
  scene.beam_fields = beam_fields_of(game);
  const bool shows_beams = game.sees_beams(viewer);
  PieceTexts texts;
  for (std::size_t cell = 0; cell < scene.cells.size(); ++cell) {
    scene.pieces.push_back(position.pieces(static_cast<int>(cell)));
    for (PieceInfo& piece : scene.pieces.back()) texts.add(piece);
    if (shows_beams) continue;
    for (PieceInfo& piece : scene.pieces.back()) {
      piece.emits.clear();
      piece.sides.clear();
    }
  }
  const auto leave_out = [&](const std::string& what, const Error& error) {
    scene.status += " (" + what + ": " + error.message + ")";
    scene.errors.push_back(error);
  };
  if (texts.are_cut())
    leave_out("looks of pieces are cut short",
              plain_error(lang::Code::G0605, "the looks and fields of the pieces have more than " +
                                              std::to_string(kMostPieceBytes / 1'000'000) + " million bytes",
                       "give pieces a shorter `look`, and values shorter names"));
  const auto add_beams = [&](Result<std::vector<Beam>> beams) {
    if (beams)
      std::move(beams->begin(), beams->end(), std::back_inserter(scene.beams));
    else
      leave_out("the beams are not shown", beams.errors()[0]);
  };
  if (shows_beams) {
    const Result<bool> hides = position.hides_beams();
    if (!hides) leave_out("whether beams are drawn is unknown", hides.errors()[0]);
    const bool draws = asked.light || (hides && !*hides);
    if (draws) add_beams(position.beams());
    if (draws || game.names_beams()) add_beams(position.followed_beams(viewer));
  }
  if (shows_beams) measure_taken(position, scene);
  Position::Terrain terrain = shows_beams ? position.terrain() : Position::Terrain{};
  scene.acting_cells = std::move(terrain.cells);
  scene.acting_edges = std::move(terrain.edges);
  if (const auto grounds = position.grounds())
    add_grounds(*grounds, scene);
  else
    leave_out("what `show cells` and `show edges` mark is left out", grounds.errors()[0]);
  scene.variables = viewer < 0 ? position.variables() : position.variables_for(viewer);
  scene.notes = labelled(game, scene.variables);
  if (!asked.variables) scene.variables = in_short(game, std::move(scene.variables));
  // The checker makes sure that the texts of `show` reveal nothing hidden.
  auto notes = position.notes();
  if (notes) {
    // A text that only the player to move sees says what to do.
    const int next = position.over() ? -1 : position.to_move();
    const auto is_other = [&](const Position::Note& note) { return note.player >= 0 && note.player != next; };
    for (const Position::Note& note : *notes)
      if (note.player >= 0 && note.pieces.empty() && std::none_of(notes->begin(), notes->end(), is_other))
        scene.task = note.text;
    if (!scene.task.empty()) scene.status += ": " + scene.task;
    std::move(notes->begin(), notes->end(), std::back_inserter(scene.notes));
  } else
    leave_out("the texts of `show` are left out", notes.errors()[0]);
  for (auto& choice : position.chosen())
    scene.variables.emplace_back("chosen by " + scene.players[static_cast<std::size_t>(choice.first)],
                                 viewer < 0 || viewer == choice.first ? std::move(choice.second) : "?");
  return scene;
}

Carried take_apart(std::string_view printed) {
  Carried carried;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(printed.data(), printed.data() + printed.size(), number);
  if (error == std::errc{} && end == printed.data() + printed.size()) {
    carried.number = number;
    return carried;
  }
  for (std::string_view word : words_of(printed)) carried.words.emplace_back(word);
  return carried;
}

Payload join(const Payload& a, const Payload& b, const Scene& scene) {
  Payload joined = a;
  for (std::size_t i = 0; i < joined.size() && i < b.size(); ++i) {
    Carried left = take_apart(a[i]);
    const Carried right = take_apart(b[i]);
    if (left.number && right.number) {
      left.number = std::max(*left.number, *right.number);
    } else {
      for (const std::string& word : right.words)
        if (!has(left.words, word)) left.words.push_back(word);
    }
    if (i < scene.beam_fields.size()) sort_words(left.words, scene.beam_fields[i].values);
    joined[i] = left.number ? std::to_string(*left.number) : lang::joined(left.words);
  }
  return joined;
}

std::string list_words(const std::vector<std::string>& words, const std::string& last) {
  if (words.size() < 2) return lang::joined(words);
  return lang::joined({words.begin(), words.end() - 1}) + " " + last + " " + words.back();
}

std::string describe(const Payload& payload, const std::vector<BeamField>& fields) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < payload.size(); ++i) {
    const std::string field = field_name(fields, i);
    const Carried carried = take_apart(payload[i]);
    if (carried.number) {
      parts.push_back(field + " " + std::to_string(*carried.number));
    } else if (carried.words.empty()) {
      parts.push_back("no " + field);
    } else {
      parts.push_back((payload.size() > 1 ? field + " " : "") + list_words(carried.words));
    }
  }
  return lang::joined(parts);
}

std::string describe_change(const Payload& before, const Payload& after, const std::vector<BeamField>& fields) {
  std::vector<std::string> changes;
  for (std::size_t i = 0; i < before.size() && i < after.size(); ++i) {
    const std::string field = field_name(fields, i);
    const Carried old_value = take_apart(before[i]);
    const Carried new_value = take_apart(after[i]);
    if (old_value.number && new_value.number) {
      if (*old_value.number == *new_value.number) continue;
      changes.push_back(field + (*new_value.number > *old_value.number ? " rises from " : " falls from ") +
                        std::to_string(*old_value.number) + " to " + std::to_string(*new_value.number));
      continue;
    }
    const std::vector<std::string> lost = without(old_value.words, new_value.words);
    const std::vector<std::string> gained = without(new_value.words, old_value.words);
    std::string part;
    if (!lost.empty()) part = "loses " + list_words(lost);
    if (!gained.empty()) part += (part.empty() ? "gains " : " and gains ") + list_words(gained);
    if (!part.empty()) changes.push_back((before.size() > 1 ? field + " " : "") + part);
  }
  return lang::joined(changes);
}

std::string spoken(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::optional<std::size_t> shape_of(const std::pair<std::string, std::string>& field) {
  const auto found = std::find(std::begin(kShapes), std::end(kShapes), field.second);
  if (field.first != "shape" || found == std::end(kShapes)) return std::nullopt;
  return static_cast<std::size_t>(found - std::begin(kShapes));
}

/// True if no other piece of this kind on the board has another value there.
static bool is_of_all(const std::pair<std::string, std::string>& field, const PieceInfo& piece, const Scene& scene) {
  for (const auto& stack : scene.pieces)
    for (const PieceInfo& other : stack)
      if (other.kind == piece.kind && std::find(other.fields.begin(), other.fields.end(), field) == other.fields.end())
        return false;
  return true;
}

std::string describe(const PieceInfo& piece, const Scene& scene) {
  std::string adjectives, facing, rest;
  for (const auto& field : piece.fields) {
    const auto& [name, value] = field;
    if (shape_of(field) && is_of_all(field, piece, scene)) continue;  // the kind is drawn so
    if (colour_of_word(value)) {
      adjectives += value + " ";
    } else if (facing.empty() && piece.facing >= 0 &&
               value == scene.directions[static_cast<std::size_t>(piece.facing)].name) {
      facing = " facing " + value;
    } else {
      rest += (rest.empty() ? " with " : ", ") + spoken(name) + " " + value;
    }
  }
  const std::string words = adjectives + (piece.label.empty() ? spoken(piece.kind) : piece.label);
  std::string text = lang::with_article(words);
  if (piece.owner >= 0 && static_cast<std::size_t>(piece.owner) < scene.players.size())
    text += " of " + scene.players[static_cast<std::size_t>(piece.owner)];
  return text + facing + rest;
}

std::vector<std::pair<PieceInfo, std::string>> sorts_of(const Scene& scene) {
  std::set<std::string> seen;
  std::vector<std::pair<PieceInfo, std::string>> sorts;
  for (const auto& stack : scene.pieces)
    for (const PieceInfo& piece : stack) {
      PieceInfo plain = piece;
      plain.facing = -1;
      std::erase_if(plain.fields, [](const auto& field) { return !colour_of_word(field.second) && !shape_of(field); });
      const std::string words = describe(plain, scene);
      if (seen.insert(words).second) sorts.emplace_back(piece, words.substr(words.find(' ') + 1));
    }
  const auto rank = [&](const auto& sort) {
    return std::pair(std::find(scene.kinds.begin(), scene.kinds.end(), sort.first.kind), sort.first.owner);
  };
  std::stable_sort(sorts.begin(), sorts.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return sorts;
}

void mark_last(const std::string& move, const Position& before, Scene& scene) {
  scene.notes.push_back({"last move, " + move, -1});
  const auto are_alike = [](const auto& a, const auto& b) { return a.glyph == b.glyph && a.owner == b.owner; };
  for (std::size_t cell = 0; cell < scene.pieces.size(); ++cell) {
    const std::vector<PieceInfo> old = before.pieces(static_cast<int>(cell)), &now = scene.pieces[cell];
    if (!std::equal(old.begin(), old.end(), now.begin(), now.end(), are_alike))
      scene.changed.push_back(static_cast<int>(cell));
  }
}

static void each_within(const Beam& beam, const std::optional<Rgb>& sender, const BeamVisit& visit) {
  visit(beam, sender);
  for (const Beam& branch : beam.branches) each_within(branch, sender, visit);
}

void each_beam(const Scene& scene, const BeamVisit& visit) {
  const bool are_coloured = has_colours(scene);
  for (const Beam& beam : scene.beams) {
    const auto& stack = scene.pieces[static_cast<std::size_t>(beam.source)];
    const bool is_owned = !are_coloured && beam.entry_way < 0 && !stack.empty() && stack.back().owner >= 0;
    each_within(beam, is_owned ? std::optional(colour_of_player(stack.back().owner, scene)) : std::nullopt, visit);
  }
}

std::vector<std::optional<Payload>> light_of(const Scene& scene) {
  std::vector<std::optional<Payload>> light(scene.cells.size());
  each_beam(scene, [&](const Beam& beam, const auto&) {
    for (const BeamStep& step : beam.path) {
      auto& here = light[static_cast<std::size_t>(step.cell)];
      here = here ? join(*here, step.payload, scene) : step.payload;
    }
  });
  return light;
}

std::optional<Rgb> colour_of(const Payload& payload) {
  std::optional<Rgb> mixed;
  for (const std::string& text : payload)
    if (auto colour = colour_of_text(text)) mixed = mixed ? mix(*mixed, *colour) : *colour;
  return mixed;
}

std::optional<Rgb> colour_of(const PieceInfo& piece, const Scene& scene) {
  for (const auto& [name, value] : piece.fields)
    if (auto colour = colour_of_text(value)) return colour;
  if (piece.owner >= 0) return colour_of_player(piece.owner, scene);
  return std::nullopt;
}

Rgb colour_of_player(int player, const Scene& scene) {
  if (player >= 0 && static_cast<std::size_t>(player) < scene.players.size())
    if (auto colour = colour_of_text(scene.players[static_cast<std::size_t>(player)])) return *colour;
  return player_tone(player);
}

std::optional<std::int64_t> power_of(const PieceInfo& piece, const Scene& scene) {
  if (piece.emits.empty()) return std::nullopt;
  const Payload& payload = piece.emits.front().payload;
  for (std::size_t i = 0; i < payload.size() && i < scene.beam_fields.size(); ++i)
    if (scene.beam_fields[i].is_number) return take_apart(payload[i]).number;
  return std::nullopt;
}

bool has_unusual_power(const PieceInfo& piece, const Scene& scene) {
  const auto power = power_of(piece, scene);
  if (!power) return false;
  const auto field = std::find_if(scene.beam_fields.begin(), scene.beam_fields.end(),
                                  [](const BeamField& one) { return one.is_number; });
  return field->first != power;
}

std::vector<std::string> list_cells(const std::vector<int>& cells, const Scene& scene) {
  // Cells with labels for everybody first, then player by player.
  std::vector<std::string> list;
  for (int player = -1; player < static_cast<int>(scene.players.size()); ++player) {
    std::string head;
    if (player >= 0) head = (list.empty() ? "in " : "  in ") + scene.players[static_cast<std::size_t>(player)] + ": ";
    for (const int number : cells) {
      const CellInfo& cell = scene.cells[static_cast<std::size_t>(number)];
      if (cell.player != player) continue;
      list.push_back(std::exchange(head, "") + (player < 0 ? cell.label : cell.own_label));
    }
  }
  return list;
}

bool has_colours(const Scene& scene) {
  bool found = false;
  const BeamVisit look = [&](const Beam& beam, const auto&) {
    for (const BeamStep& step : beam.path) found = found || colour_of(step.payload).has_value();
  };
  for (const Beam& beam : scene.beams) each_within(beam, std::nullopt, look);
  return found;
}

}  // namespace glint::view
