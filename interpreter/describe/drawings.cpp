#include "interpreter/describe/describe.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "interpreter/beam/trace.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/view/svg/colour.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "lang/source/stop.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/terms.hpp"

namespace glint::describe {

namespace {

constexpr std::size_t kMostCells = 1'500;
constexpr int kGames = 10, kPlies = 60;
constexpr std::uint64_t kMostFuel = 5'000'000;  // for all of them

class Collector {
 public:
  explicit Collector(const Program& program) : program_(program) {
    kinds_.resize(program.rules.kinds.size());
    samples_.ways.resize(program.rules.lattice.directions.size());
  }

  void look(const Position& position) {
    for (int cell = 0; cell < program_.geometry.cells; ++cell)
      for (int level = 0; level < program_.layout.stack; ++level) {
        const int key = program_.key_in(position.state().data(), cell, level);
        if (key == 0) break;
        kinds_[static_cast<std::size_t>(program_.pieces.keys[static_cast<std::size_t>(key)].kind)].insert(key);
      }
  }
  /// The directions of beams are looked at once for each game, as they take longer.
  void look_at_beams(const Position& position) {
    const auto note = [&](const Result<std::vector<Beam>>& beams) {
      if (!beams) return;
      for (const Beam& beam : *beams) add(beam);
    };
    note(position.beams());
    note(position.followed_beams());
  }
  /// The shortest example is the easiest to read, and of these one whose parts are told apart: the most different signs.
  void move(MoveParts made) {
    ++told_[made.name];
    MoveParts& known = samples_.moves[made.name];
    const auto hardness = [](const MoveParts& parts) {
      std::string signs = parts.text;
      for (const MoveParts::Pick& each : parts.picks) signs += each.value;
      return std::pair(parts.text.size(), -static_cast<int>(std::set<char>(signs.begin(), signs.end()).size()));
    };
    if (known.text.empty() || hardness(made) < hardness(known)) known = std::move(made);
  }
  bool wants(const std::string& name) const {
    constexpr int kMost = 12;
    const auto told = told_.find(name);
    return told == told_.end() || told->second < kMost;
  }

  Samples result() {
    for (const std::set<int>& keys : kinds_) samples_.keys.emplace_back(keys.begin(), keys.end());
    return std::move(samples_);
  }

 private:
  void add(const Beam& beam) {
    for (const BeamStep& step : beam.path) samples_.ways[static_cast<std::size_t>(step.way)] = true;
    if (beam.entry_way >= 0) samples_.ways[static_cast<std::size_t>(beam.entry_way)] = true;
    for (const Beam& branch : beam.branches) add(branch);
  }

  const Program& program_;
  std::vector<std::set<int>> kinds_;
  std::map<std::string, int> told_;
  Samples samples_;
};

using view::list_words;

constexpr double kSmall = 0.62;               // size of pictures
constexpr std::size_t kMostLooks = 6;         // of a kind
constexpr std::size_t kMostKeys = 2;          // of a kind, whose optics are shown
constexpr std::size_t kMostForms = 8;         // on paper
constexpr std::size_t kMostPayloads = 8;      // that are tried
constexpr std::size_t kMostTold = 3;          // outcomes of a beam in a caption
constexpr std::size_t kMostMapped = 700;      // cells of a map

/// The fate of a beam that came to a piece.
struct Leaving {
  struct Part {
    const BeamStep* step;   // the last one there: in the cell of the piece, or back in that from which it came
    view::Payload payload;  // with which it goes on
  };
  std::vector<Part> parts;
  bool is_stopped = false, loops = false;
  std::string end;
};

/// `from`: the cell that the beam leaves toward `centre`. `came`: it has come there, and this is a branch. `has_sides`:
/// the piece acts on what crosses a side of its cell, perhaps on the way out; what the beam carries then is what it
/// leaves the next cell with.
void find_leaving(const Beam& beam, int from, int centre, bool came, bool has_sides, Leaving& leaving) {
  const auto is_here = [&](int cell) { return cell == centre || cell == from; };
  const std::size_t next = came ? 0 : 1;
  if (!came && (beam.path.empty() || beam.path.front().cell != from)) return;
  std::size_t after = next;
  while (after < beam.path.size() && is_here(beam.path[after].cell)) ++after;
  const bool ends_here = after == beam.path.size() && is_here(beam.end_cell);
  if (ends_here && beam.end == BeamEnd::stopped) {
    leaving.is_stopped = true;
    leaving.end = beam.end_name;
  } else if (ends_here && beam.end == BeamEnd::looped) {
    leaving.loops = true;
  } else if (ends_here && beam.end == BeamEnd::split) {
    for (const Beam& branch : beam.branches) find_leaving(branch, from, centre, true, has_sides, leaving);
  } else if (next < beam.path.size()) {
    const BeamStep& last = beam.path[std::max(next + 1, after) - 1];  // elsewhere, if it goes on from there
    const bool goes_on = has_sides && after < beam.path.size();
    const bool has_left = has_sides && !goes_on && beam.end == BeamEnd::left;
    leaving.parts.push_back({&last, goes_on ? beam.path[after].payload : has_left ? beam.left_with : last.payload});
  }
}

/// The beam as far as the small picture shows it.
std::optional<Beam> clipped(const Beam& beam, const std::vector<int>& cells) {
  const auto index_of = [&](int cell) {
    const auto found = std::find(cells.begin(), cells.end(), cell);
    return found == cells.end() ? -1 : static_cast<int>(found - cells.begin());
  };
  Beam small = beam;
  small.branches.clear();
  small.path.clear();
  small.source = std::max(0, index_of(beam.source));
  bool goes_on = false;  // beyond the picture
  for (const BeamStep& step : beam.path) {
    const int cell = index_of(step.cell);
    goes_on = cell < 0;
    if (goes_on) break;
    small.path.push_back({cell, step.way, step.payload});
  }
  small.end_cell = goes_on || beam.end_cell < 0 ? -1 : index_of(beam.end_cell);
  if (small.end_cell < 0) {
    if (small.path.empty()) return std::nullopt;
    const BeamStep& last = small.path.back();
    small.end = BeamEnd::left;
    small.end_cell = last.cell;
    small.end_way = last.way;
    small.left_with = last.payload;
    if (goes_on) small.end_name.clear();
    return small;
  }
  for (const Beam& branch : beam.branches)
    if (auto part = clipped(branch, cells)) small.branches.push_back(std::move(*part));
  return small;
}

}  // namespace

Samples samples_of(const Position& start) {
  const Game game = start.game();
  Collector collector(game.program());
  collector.look(start);
  if (game.cells().size() > kMostCells) return collector.result();
  collector.look_at_beams(start);
  Random random(1);
  const std::uint64_t before_all = PositionView(start).machine().fuel().spent();
  for (int i = 0; i < kGames; ++i) {
    Position position = start;
    for (int ply = 0; ply < kPlies && !position.over(); ++ply) {
      if (PositionView(position).machine().fuel().spent() - before_all > kMostFuel) return collector.result();
      const auto count = position.count_moves();
      if (!count || *count == 0) break;
      const std::uint64_t chosen = random.below(*count);
      const Position before = position;
      if (position.play_listed(chosen)) break;
      if (collector.wants(position.last_move()))
        if (auto made = PositionView(before).parts(chosen, 1); made && !made->empty())
          collector.move(std::move(made->front()));
      collector.look(position);
      if (ply % 10 == 9) collector.look_at_beams(position);
    }
    collector.look_at_beams(position);
  }
  return collector.result();
}

/// A cell with its neighbours.
struct Drawings::Star {
  int centre = -1;
  std::vector<int> cells;  // by number in the small picture

  int index_of(int cell) const {
    const auto found = std::find(cells.begin(), cells.end(), cell);
    return found == cells.end() ? -1 : static_cast<int>(found - cells.begin());
  }
};

Drawings::Drawings(const Position& start, const Samples& samples, const Pictures& pictures)
    : start_(start),
      program_(start.game().program()),
      samples_(samples),
      with_svg_(pictures.svg),
      on_paper_(pictures.on_paper) {}

/// The one with the most neighbours, as near to the middle as can be; cells that act by themselves are avoided.
Drawings::Star Drawings::star() const {
  const Geometry& geometry = program_.geometry;
  const std::vector<CellInfo>& cells = start_.game().cells();
  const Position::Terrain terrain = start_.terrain();
  const auto acts_at_sides = [&](int cell) {
    return std::any_of(terrain.edges.begin(), terrain.edges.end(), [&](const std::pair<int, int>& edge) {
      return edge.first == cell || geometry.next_to(edge.first, edge.second) == cell;
    });
  };
  double x = 0, y = 0;
  for (const CellInfo& cell : cells) {
    x += cell.drawn_x;
    y += cell.drawn_y;
  }
  x /= static_cast<double>(cells.size());
  y /= static_cast<double>(cells.size());
  Star best;
  std::pair<int, double> value{-1000, 0};
  for (int cell = 0; cell < geometry.cells; ++cell) {
    Star star{cell, {cell}};
    int acting = 0;
    const auto add = [&](int other) {
      if (other < 0 || star.index_of(other) >= 0) return;
      star.cells.push_back(other);
      acting += std::count(terrain.cells.begin(), terrain.cells.end(), other) > 0;
    };
    for (int way = 0; way < geometry.directions; ++way) add(geometry.next_to(cell, way));
    acting += std::count(terrain.cells.begin(), terrain.cells.end(), cell) > 0 ? 4 : 0;
    acting += acts_at_sides(cell) ? 4 : 0;
    const CellInfo& info = cells[static_cast<std::size_t>(cell)];
    const double far = std::hypot(info.drawn_x - x, info.drawn_y - y);
    const std::pair<int, double> now{static_cast<int>(star.cells.size()) - 2 * acting, -far};
    if (now <= value) continue;
    value = now;
    best = std::move(star);
  }
  return best;
}

/// How a beam comes to a piece, as it faces: "from behind on the left". Directions are in the order of the clock.
static std::string coming(int turn, int ways) {
  const std::string side = turn == 0 || 2 * turn == ways ? "" : 2 * turn < ways ? "left" : "right";
  if (4 * turn == ways || 4 * turn == 3 * ways) return "from the " + side;
  const std::string end = 4 * turn < ways || 4 * turn > 3 * ways ? "from behind" : "from the front";
  return end + (side.empty() ? "" : " on the " + side);
}

/// Keys that show something new each: an owner, or the value of a field that is no direction. First those of the first
/// player, and on paper of these those that face up the page.
std::vector<int> Drawings::examples_of(std::size_t kind) const {
  std::vector<int> keys = kind < samples_.keys.size() ? samples_.keys[kind] : std::vector<int>{};
  const auto rank = [&](int key) {
    const int facing = on_paper_ ? piece_of(key).facing : -1;
    return std::pair(program_.key(key).owner,
                     facing < 0 ? 0 : start_.game().directions()[static_cast<std::size_t>(facing)].drawn_dy);
  };
  std::stable_sort(keys.begin(), keys.end(), [&](int a, int b) { return rank(a) < rank(b); });
  const std::vector<int>& fields = program_.rules.kinds[kind].fields;
  std::set<std::pair<std::size_t, std::int64_t>> shown;
  std::erase_if(keys, [&](int number) {
    const Key& key = program_.key(number);
    bool is_new = shown.emplace(fields.size(), key.owner).second;
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (program_.rules.fields[static_cast<std::size_t>(fields[i])].type.base != rules::Base::direction)
        is_new = shown.emplace(i, key.values[i]).second || is_new;
    return !is_new;
  });
  return keys;
}

std::string picture_of_piece(const Position& start, int key, int viewer) {
  view::Scene scene = view::part_of(view::scene_of(PositionView(start).with_only({0}, key), viewer, {.light = true}), {0});
  scene.taken.clear();
  return view::diagram(scene, kSmall);
}

Figure Drawings::look_of(view::Scene scene) const {
  scene = view::part_of(scene, {0});
  scene.taken.clear();
  if (scene.pieces[0].empty()) return {};
  const PieceInfo& piece = scene.pieces[0].front();
  Figure figure{.svg = with_svg_ ? view::diagram(scene, kSmall) : "", .caption = code(piece.glyph) + " "};
  for (std::string& name : scene.players)
    if (view::colour_of_word(name)) name = "player " + name;  // "a red pyramid of player red"
  figure.caption += view::describe(piece, scene);
  return figure;
}

std::vector<Figure> Drawings::stock(std::size_t kind) const {
  std::vector<Figure> figures;
  view::Scene scene = view::scene_of(start_, kNobody, {.light = true});
  const std::vector<Position::Note> notes = scene.notes;
  std::map<int, std::vector<std::string>> counts;
  for (const Position::Note& note : notes)
    for (const auto& [piece, text] : note.pieces)
      if (piece.kind == program_.rules.kinds[kind].name && view::take_apart(text).number) counts[note.player].push_back(text);
  if (counts.empty()) return figures;
  const bool are_same = std::all_of(counts.begin(), counts.end(),
                                    [&](const auto& each) { return each.second == counts.begin()->second; });
  for (const Position::Note& note : notes) {
    if (are_same && note.player != counts.begin()->first) continue;
    for (const auto& [piece, text] : note.pieces) {
      if (piece.kind != program_.rules.kinds[kind].name || !view::take_apart(text).number) continue;
      scene.pieces[0] = {piece};
      figures.push_back(look_of(scene));
      figures.back().caption = text + " × " + figures.back().caption;
    }
  }
  return figures;
}

std::vector<Figure> Drawings::looks(std::size_t kind) const {
  std::vector<Figure> figures = stock(kind);
  if (!figures.empty()) return figures;
  std::vector<std::string> seen;
  for (const int key : examples_of(kind)) {
    const std::string& glyph = program_.key(key).glyph;
    if (std::find(seen.begin(), seen.end(), glyph) != seen.end()) continue;
    seen.push_back(glyph);
    figures.push_back(look_of(view::scene_of(PositionView(start_).with_only({0}, key), -1, {.light = true})));
    if (figures.size() == kMostLooks) break;
  }
  return figures;
}

/// The payloads that beams may carry, as numbers: first as pieces send them out.
std::vector<std::int64_t> Drawings::payloads() const {
  std::vector<std::int64_t> all;
  const auto add = [&](std::int64_t payload) {
    if (payload >= 0 && all.size() < kMostPayloads && std::find(all.begin(), all.end(), payload) == all.end())
      all.push_back(payload);
  };
  for (std::size_t kind = 0; kind < samples_.keys.size(); ++kind) {
    if (program_.reactions.emit_code[kind] < 0) continue;
    for (const int key : samples_.keys[kind]) {
      const Position only = PositionView(start_).with_only({0}, key);
      std::vector<Reactions::Way> ways;
      Machine& machine = PositionView(only).machine();
      machine.fuel().refill();
      if (machine.cases().run_emission(key, 0, ways))
        for (const Reactions::Way& way : ways) add(way.payload);
      if (all.size() >= 4) break;
    }
  }
  // As beams begin that the rules follow by themselves.
  std::vector<Word> first;
  for (const rules::BeamField& field : program_.rules.beams.fields)
    first.push_back(field.initial.op == rules::Op::constant ? static_cast<Word>(field.initial.number)
                    : static_cast<Word>(field.type.is_set ? 0 : field.type.lo));
  add(payload_of(program_, first.data()));
  const bool has_sets = std::any_of(program_.payloads.fields.begin(), program_.payloads.fields.end(),
                                    [](const PayloadField& field) { return field.is_set; });
  for (std::int64_t payload = program_.payloads.count - 1;
       has_sets && payload >= 0 && payload > program_.payloads.count - 4; --payload)
    add(payload);
  return all;
}

/// "gains red" or "loses red", and nothing else: that depends on whether the beam has it.
static void join_toggle(std::vector<std::string>& changes) {
  if (changes.size() != 2) return;
  std::sort(changes.begin(), changes.end());
  const std::string gains = "gains ", loses = "loses ";
  if (!changes[0].starts_with(gains) || changes[1] != loses + changes[0].substr(gains.size())) return;
  changes = {changes[0] + ", or loses it if it has it already"};
}

/// Directions in which a beam fares the same are one figure; `all`: only if these are all directions.
static void join_same(std::vector<Figure>& figures, bool all) {
  std::vector<Figure> joined;
  std::vector<std::vector<std::string>> ways;  // of each
  for (const Figure& figure : figures) {
    const std::size_t cut = figure.caption.find(": ");
    const auto same = std::find_if(joined.begin(), joined.end(), [&](const Figure& one) {
      return one.caption.substr(one.caption.find(": ")) == figure.caption.substr(cut);
    });
    ways.resize(std::max(ways.size(), static_cast<std::size_t>(same - joined.begin()) + 1));
    ways[static_cast<std::size_t>(same - joined.begin())].push_back(figure.caption.substr(0, cut));
    if (same == joined.end()) joined.push_back(figure);
  }
  if (figures.size() < 2 || (all && joined.size() > 1)) return;
  for (std::size_t i = 0; i < joined.size(); ++i)
    joined[i].caption.replace(0, joined[i].caption.find(": "),
                              joined.size() == 1 ? "going in any direction" : list_words(ways[i], "or"));
  figures = std::move(joined);
}

/// `light`: for the head, of which light the beam is, unless that is told already.
void Drawings::add_optics(std::vector<Figure>& figures, const Star& star, int key, std::string& light) const {
  const Geometry& geometry = program_.geometry;
  const Position only = PositionView(start_).with_only({star.centre}, key);
  const bool has_sides = program_.rules.kinds[static_cast<std::size_t>(program_.key(key).kind)].sides.has_value();
  const view::Scene whole = view::scene_of(only, -1, {.light = true});
  // A beam that differs from the piece's own shows best what becomes of it.
  std::vector<std::int64_t> carried = payloads();
  std::vector<Reactions::Way> own;
  Machine& machine = PositionView(only).machine();
  machine.fuel().refill();
  if (program_.reactions.emit_code[static_cast<std::size_t>(program_.key(key).kind)] >= 0)
    machine.cases().run_emission(key, star.centre, own);
  if (!own.empty())
    std::stable_partition(carried.begin(), carried.end(), [&](std::int64_t one) { return one != own.front().payload; });
  const bool any_way = std::none_of(samples_.ways.begin(), samples_.ways.end(), [](bool way) { return way; });
  const int ways = geometry.directions;
  for (int way = 0; way < ways; ++way) {
    if (!any_way && !samples_.ways[static_cast<std::size_t>(way)]) continue;
    int from = -1;
    for (const int cell : star.cells)
      if (geometry.next_to(cell, way) == star.centre) from = cell;
    if (from < 0) continue;
    std::vector<std::pair<std::string, std::vector<std::string>>> outcomes;  // where it goes, and how it changes
    bool any_stays = false;                                                  // of what beams carry, some is unchanged
    std::optional<Beam> drawn;
    std::vector<PositionView::Shot> shots;
    for (const std::int64_t payload : carried) shots.push_back({from, way, payload});
    for (const std::vector<Beam>& beams : PositionView(only).beams_from(shots)) {
      if (beams.empty()) continue;
      const Beam& beam = beams.front();
      Leaving leaving;
      find_leaving(beam, from, star.centre, false, has_sides, leaving);
      std::vector<std::string> parts, changes;
      const view::Payload before = beam.path.empty() ? view::Payload{} : beam.path.front().payload;
      for (const auto& [step, payload] : leaving.parts) {
        const bool is_here = step->cell == star.centre || step->cell == from;
        const std::string words = is_here ? lang::words_of_turn(step->way - way, ways)
                                          : lang::words_of(lang::Way::to, whole.label(step->cell));
        const std::string change = view::describe_change(before, payload, whole.beam_fields);
        if (leaving.parts.size() == 1 && !leaving.is_stopped) changes.push_back(change);
        any_stays = any_stays || change.empty();
        parts.push_back(words + (changes.empty() && !change.empty() ? " and " + change : ""));
      }
      if (leaving.is_stopped)
        parts.push_back(lang::words_of(lang::Way::stops, leaving.end.empty() ? "" : code(leaving.end)));
      if (parts.empty()) parts.push_back(leaving.loops ? "runs in a circle" : "ends");
      const std::string outcome =
          parts.size() == 1 ? parts[0] : "is split: one branch " + lang::joined(parts, ", another one ");
      auto known = std::find_if(outcomes.begin(), outcomes.end(), [&](const auto& each) { return each.first == outcome; });
      if (known == outcomes.end()) known = outcomes.insert(outcomes.end(), {outcome, {}});
      for (const std::string& change : changes)
        if (!change.empty() && std::find(known->second.begin(), known->second.end(), change) == known->second.end())
          known->second.push_back(change);
      if (drawn || !(drawn = clipped(beam, star.cells)) || before.empty() || !light.empty()) continue;
      light = carried.size() == 1 ? ", with " : with_svg_ ? ", drawn for " : "";
      if (!light.empty()) light += "a beam of " + view::describe(before, whole.beam_fields);
    }
    if (!drawn) continue;
    std::vector<std::string> told;
    for (auto& [where, changes] : outcomes) {
      if (told.size() == kMostTold) {
        told.push_back("...");
        break;
      }
      if (!any_stays) join_toggle(changes);
      if (changes.size() > kMostTold) {
        changes.resize(kMostTold);
        changes.push_back("...");
      }
      told.push_back(where + (changes.empty() ? "" : " and " + list_words(changes, "or")));
    }
    Figure figure;
    const int facing = on_paper_ ? piece_of(key).facing : -1;
    figure.caption =
        (facing < 0 ? "going " + strong(whole.way_name(way)) : coming((way - facing + ways) % ways, ways)) + ": " +
        list_words(told, "or");
    if (with_svg_) {
      view::Scene scene = view::part_of(whole, star.cells);
      drawn->entry_way = way;
      scene.beams = {std::move(*drawn)};
      figure.svg = view::diagram(scene, kSmall, false, on_paper_);
    }
    figures.push_back(std::move(figure));
  }
}

std::vector<Figure> Drawings::optics(std::size_t kind, std::string& head) const {
  std::vector<Figure> figures;
  const rules::Kind& of = program_.rules.kinds[kind];
  if ((of.reaction < 0 && !of.sides) || start_.game().cells().size() > kMostMapped) return figures;
  const std::vector<int> keys = examples_of(kind);
  const Star around = star();
  if (keys.empty() || around.centre < 0) return figures;
  const bool has_axis = std::any_of(of.fields.begin(), of.fields.end(), [&](int field) {
    return program_.rules.fields[static_cast<std::size_t>(field)].type.base == rules::Base::axis;
  });
  std::vector<std::string> shown;
  std::string light;
  for (const int key : keys) {
    std::string form = has_axis || !on_paper_ ? program_.key(key).glyph : "";
    for (std::size_t i = 0; i < of.fields.size() && on_paper_ && !has_axis; ++i)
      if (program_.rules.fields[static_cast<std::size_t>(of.fields[i])].type.base != rules::Base::direction)
        form += (form.empty() ? "" : " ") + piece_of(key).fields[i].second;
    if (std::find(shown.begin(), shown.end(), form) != shown.end()) continue;
    if (shown.size() == (on_paper_ ? kMostForms : has_axis ? kMostKeys : 1)) break;
    shown.push_back(form);
    std::vector<Figure> of_key;
    add_optics(of_key, around, key, light);
    join_same(of_key, !on_paper_);
    for (Figure& figure : of_key) {
      if (on_paper_ && !has_axis && !form.empty()) figure.caption = strong(form) + ", " + figure.caption;
      if (has_axis) figure.caption = code(program_.key(key).glyph) + ", " + figure.caption;
      figures.push_back(std::move(figure));
    }
  }
  if (on_paper_) {
    head = "A beam comes in at the first arrow." +
           (light.empty() ? "" : sentence(" Here it is " + light.substr(light.find("a beam"))));
    return figures;
  }
  std::vector<std::string> names;
  for (const std::string& glyph : shown) names.push_back(code(glyph));
  head = "Measured with " + list_words(names, "or") +
         " alone on the board of the start" + light + ", by the direction in which a beam goes:";
  return figures;
}

}  // namespace glint::describe
