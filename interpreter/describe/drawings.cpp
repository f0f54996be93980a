#include "interpreter/describe/describe.hpp"

#include <algorithm>
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
  Samples samples;
  explicit Collector(const Program& program) : program_(program) {
    samples.keys.resize(program.rules.kinds.size());
    samples.ways.resize(program.rules.lattice.directions.size());
  }

  void look(const Position& position) {
    for (int cell = 0; cell < program_.geometry.cells; ++cell)
      for (int level = 0; level < program_.layout.stack; ++level) {
        const int key = program_.key_in(position.state().data(), cell, level);
        if (key == 0) break;
        samples.keys[static_cast<std::size_t>(program_.pieces.keys[static_cast<std::size_t>(key)].kind)].insert(key);
      }
  }
  /// The directions of beams are computed only once for each game, because that takes longer.
  void look_at_beams(const Position& position) {
    for (const auto& beams : {position.beams(), position.followed_beams()})
      if (beams)
        for (const Beam& beam : *beams) add(beam);
  }
  /// The shortest example is the easiest to read; among the shortest, the one with the most different signs.
  void move(MoveParts made) {
    ++told_[made.name];
    MoveParts& known = samples.moves[made.name];
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

 private:
  void add(const Beam& beam) {
    for (const BeamStep& step : beam.path) samples.ways[static_cast<std::size_t>(step.way)] = true;
    if (beam.entry_way >= 0) samples.ways[static_cast<std::size_t>(beam.entry_way)] = true;
    for (const Beam& branch : beam.branches) add(branch);
  }

  const Program& program_;
  std::map<std::string, int> told_;
};

using view::list_words;

constexpr double kSmall = 0.62;               // size of pictures
constexpr std::size_t kMostLooks = 6;         // of a kind
constexpr std::size_t kMostKeys = 2;          // keys of a kind whose optics are shown
constexpr std::size_t kMostForms = 8;         // on paper
constexpr std::size_t kMostPayloads = 8;      // that are tried
constexpr std::size_t kMostTold = 3;          // outcomes of a beam in a caption
constexpr std::size_t kMostMapped = 700;      // cells of a map

/// The fate of a beam that came to a piece.
struct Leaving {
  struct Part {
    const BeamStep* step;   // the last one there: in the cell of the piece, or back in that from which it came
    view::Payload payload;  // the payload with which it continues
  };
  std::vector<Part> parts;
  std::optional<std::string> stopped;  // by an end of this name
  bool loops = false;
};

/// `from`: the cell that the beam leaves toward `centre`. `came`: it has come there, and this is a branch. `has_sides`:
/// the piece acts on beams that cross a side of its cell, perhaps on the way out; the payload then is the one with
/// which a beam leaves the next cell.
void find_leaving(const Beam& beam, int from, int centre, bool came, bool has_sides, Leaving& leaving) {
  const auto is_here = [&](int cell) { return cell == centre || cell == from; };
  const std::size_t next = came ? 0 : 1;
  if (!came && (beam.path.empty() || beam.path.front().cell != from)) return;
  std::size_t after = next;
  while (after < beam.path.size() && is_here(beam.path[after].cell)) ++after;
  const bool ends_here = after == beam.path.size() && is_here(beam.end_cell);
  if (ends_here && beam.end == BeamEnd::stopped) {
    leaving.stopped = beam.end_name;
  } else if (ends_here && beam.end == BeamEnd::looped) {
    leaving.loops = true;
  } else if (ends_here && beam.end == BeamEnd::split) {
    for (const Beam& branch : beam.branches) find_leaving(branch, from, centre, true, has_sides, leaving);
  } else if (next < beam.path.size()) {
    const BeamStep& last = beam.path[std::max(next + 1, after) - 1];  // elsewhere, if it continues from there
    const bool goes_on = has_sides && after < beam.path.size();
    const bool has_left = has_sides && !goes_on && beam.end == BeamEnd::left;
    leaving.parts.push_back({&last, goes_on ? beam.path[after].payload : has_left ? beam.left_with : last.payload});
  }
}

/// The place of a cell in a list; -1: it is not in the list.
int index_in(const std::vector<int>& cells, int cell) {
  const auto found = std::find(cells.begin(), cells.end(), cell);
  return found == cells.end() ? -1 : static_cast<int>(found - cells.begin());
}

/// The beam, as much of it as the small picture shows.
std::optional<Beam> clipped(const Beam& beam, const std::vector<int>& cells) {
  Beam small = beam;
  small.branches.clear();
  small.path.clear();
  small.source = std::max(0, index_in(cells, beam.source));
  bool goes_on = false;  // beyond the picture
  for (const BeamStep& step : beam.path) {
    const int cell = index_in(cells, step.cell);
    goes_on = cell < 0;
    if (goes_on) break;
    small.path.push_back({cell, step.way, step.payload});
  }
  small.end_cell = goes_on || beam.end_cell < 0 ? -1 : index_in(cells, beam.end_cell);
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
  if (game.cells().size() > kMostCells) return collector.samples;
  collector.look_at_beams(start);
  Random random(1);
  const std::uint64_t before_all = PositionView(start).machine().fuel().spent();
  for (int i = 0; i < kGames; ++i) {
    Position position = start;
    for (int ply = 0; ply < kPlies && !position.over(); ++ply) {
      if (PositionView(position).machine().fuel().spent() - before_all > kMostFuel) return collector.samples;
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
  return collector.samples;
}

/// The cell with the most neighbours, as near to the middle as possible; if possible, not one that acts by itself.
std::vector<int> Drawings::star() const {
  const Geometry& geometry = program_.geometry;
  const std::vector<CellInfo>& cells = start_.game().cells();
  const Position::Terrain terrain = start_.terrain();
  const auto acts = [&](int cell) { return index_in(terrain.cells, cell) >= 0; };
  view::Point middle;
  const auto place_of = [](const CellInfo& cell) { return view::Point{cell.drawn_x * 1.0, cell.drawn_y * 1.0}; };
  for (const CellInfo& cell : cells) middle = middle + place_of(cell);
  middle = middle * (1 / static_cast<double>(cells.size()));
  std::vector<int> best;
  std::pair<int, double> value{-1000, 0};
  for (int cell = 0; cell < geometry.cells; ++cell) {
    std::vector<int> star = {cell};
    int acting = acts(cell) ? 4 : 0;
    for (const auto& [at, way] : terrain.edges) acting += at == cell || geometry.next_to(at, way) == cell ? 4 : 0;
    for (int way = 0; way < geometry.directions; ++way) {
      const int other = geometry.next_to(cell, way);
      if (other < 0 || index_in(star, other) >= 0) continue;
      star.push_back(other);
      acting += acts(other);
    }
    const double far = view::length(place_of(cells[static_cast<std::size_t>(cell)]) - middle);
    const std::pair<int, double> now{static_cast<int>(star.size()) - 2 * acting, -far};
    if (now <= value) continue;
    value = now;
    best = std::move(star);
  }
  return best;
}

/// The side from which a beam comes to a piece that faces some way: "from behind on the left". Directions are in the
/// order of the clock.
static std::string coming(int turn, int ways) {
  const std::string side = turn == 0 || 2 * turn == ways ? "" : 2 * turn < ways ? "left" : "right";
  if (4 * turn == ways || 4 * turn == 3 * ways) return "from the " + side;
  const std::string end = 4 * turn < ways || 4 * turn > 3 * ways ? "from behind" : "from the front";
  return end + (side.empty() ? "" : " on the " + side);
}

/// The direction of a beam for a reader: "up", "to the upper right"; the direction's name if these words fit several.
static std::string going(const Game& game, std::size_t way) {
  const auto words = [](const DirectionInfo& each) {
    const std::string up = each.drawn_dy < 0 ? "up" : each.drawn_dy > 0 ? "down" : "";
    const std::string side = each.drawn_dx < 0 ? "left" : each.drawn_dx > 0 ? "right" : "";
    if (side.empty()) return up;
    return "to the " + (up.empty() ? "" : up == "up" ? std::string("upper ") : "lower ") + side;
  };
  const std::string mine = words(game.directions()[way]);
  const auto same = std::count_if(game.directions().begin(), game.directions().end(),
                                  [&](const DirectionInfo& each) { return words(each) == mine; });
  return mine.empty() || same > 1 ? game.directions()[way].name : mine;
}

/// Keys that show something new each: an owner, or the value of a field that is no direction. First those of the first
/// player, and on paper of these those that face up the page.
std::vector<int> Drawings::examples_of(std::size_t kind) const {
  std::vector<int> keys(samples_.keys[kind].begin(), samples_.keys[kind].end());
  const auto rank = [&](int key) {
    const int facing = pictures_.on_paper ? piece_of(key).facing : -1;
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
  const Position only = PositionView(start).with_only({0}, key);
  return view::diagram(view::part_of(view::scene_of(only, viewer, {.light = true}), {0}), kSmall);
}

Figure Drawings::look_of(view::Scene scene) const {
  scene = view::part_of(scene, {0});
  if (scene.pieces[0].empty()) return {};
  const PieceInfo& piece = scene.pieces[0].front();
  Figure figure{.svg = pictures_.svg ? view::diagram(scene, kSmall) : "", .caption = pictures_.on_paper ? "" : code(piece.glyph) + " "};
  for (std::string& name : scene.players)
    if (view::colour_of_word(name)) name = "player " + name;  // "a red pyramid of player red"
  figure.caption += view::describe(piece, scene);
  return figure;
}

std::vector<Figure> Drawings::stock(std::size_t kind) const {
  view::Scene scene = view::scene_of(start_, kNobody, {.light = true});
  std::map<int, std::vector<std::string>> counts;  // by player
  std::map<int, std::vector<Figure>> figures;
  for (const Position::Note& note : scene.notes)
    for (const auto& [piece, text] : note.pieces) {
      if (piece.kind != program_.rules.kinds[kind].name || !view::take_apart(text).number) continue;
      scene.pieces[0] = {piece};
      Figure figure = look_of(scene);
      figures[note.player].push_back({figure.svg, text + " × " + figure.caption});
      counts[note.player].push_back(text);
    }
  const bool are_same = std::all_of(counts.begin(), counts.end(),
                                    [&](const auto& each) { return each.second == counts.begin()->second; });
  std::vector<Figure> all;
  for (const auto& [player, some] : figures)
    if (!are_same || all.empty()) all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::vector<Figure> Drawings::looks(std::size_t kind) const {
  std::vector<Figure> figures = stock(kind);
  if (!figures.empty()) return figures;
  std::set<std::string> seen;
  for (const int key : examples_of(kind)) {
    if (!seen.insert(program_.key(key).glyph).second) continue;
    figures.push_back(look_of(view::scene_of(PositionView(start_).with_only({0}, key), -1, {.light = true})));
    if (figures.size() == kMostLooks) break;
  }
  return figures;
}

/// The beams that a piece sends out, alone in a cell.
std::vector<Reactions::Way> Drawings::emitted(int key, int cell) const {
  std::vector<Reactions::Way> ways;
  const Position only = PositionView(start_).with_only({cell}, key);
  Machine& machine = PositionView(only).machine();
  machine.fuel().refill();
  const bool emits = program_.reactions.emit_code[static_cast<std::size_t>(program_.key(key).kind)] >= 0;
  if (!emits || !machine.cases().run_emission(key, cell, ways)) ways.clear();
  return ways;
}

/// The payloads that beams may carry, as numbers: first those that pieces send out.
std::vector<std::int64_t> Drawings::payloads() const {
  std::vector<std::int64_t> all;
  const auto add = [&](std::int64_t payload) {
    if (payload >= 0 && all.size() < kMostPayloads && std::find(all.begin(), all.end(), payload) == all.end())
      all.push_back(payload);
  };
  for (std::size_t kind = 0; kind < samples_.keys.size(); ++kind) {
    for (const int key : samples_.keys[kind]) {
      for (const Reactions::Way& way : emitted(key, 0)) add(way.payload);
      if (all.size() >= 4) break;
    }
  }
  // As beams begin that the rules follow by themselves.
  std::vector<Word> first;
  for (const rules::BeamField& field : program_.rules.beams.fields)
    first.push_back(field.initial.op == rules::Op::constant ? static_cast<Word>(field.initial.number)
                    : static_cast<Word>(field.type.is_set ? 0 : field.type.lo));
  add(payload_of(program_, first.data()));
  // One power more, too, because such a beam may continue where another one is stopped.
  if (const auto& fields = program_.rules.beams.fields; fields.size() == 1 && fields[0].type.base == rules::Base::number)
    if (!fields[0].type.is_set && static_cast<std::int64_t>(++first[0]) <= fields[0].type.hi)
      add(payload_of(program_, first.data()));
  const bool has_sets = std::any_of(program_.payloads.fields.begin(), program_.payloads.fields.end(),
                                    [](const PayloadField& field) { return field.is_set; });
  for (std::int64_t payload = program_.payloads.count - 1;
       has_sets && payload >= 0 && payload > program_.payloads.count - 4; --payload)
    add(payload);
  return all;
}

/// As many words as a caption has room for.
static std::string first_of(std::vector<std::string> all) {
  if (all.size() > kMostTold) all.resize(kMostTold + 1);
  if (all.size() > kMostTold) all.back() = "...";
  return list_words(all, "or");
}

/// "gains red" or "loses red", and nothing else: that depends on whether the beam has it.
static void join_toggle(std::vector<std::string>& changes) {
  if (changes.size() != 2) return;
  std::sort(changes.begin(), changes.end());
  const std::string gains = "gains ", loses = "loses ";
  if (!changes[0].starts_with(gains) || changes[1] != loses + changes[0].substr(gains.size())) return;
  changes = {changes[0] + ", or loses it if it has it already"};
}

/// `carried`: the payloads of beams.
std::vector<Drawings::Fate> Drawings::fates_of(const std::vector<int>& star, int key,
                                               std::vector<std::int64_t> carried) const {
  std::vector<Fate> fates;
  const Geometry& geometry = program_.geometry;
  const int centre = star.front();
  const Position only = PositionView(start_).with_only({centre}, key);
  const bool has_sides = program_.rules.kinds[static_cast<std::size_t>(program_.key(key).kind)].sides.has_value();
  const view::Scene whole = view::scene_of(only, -1, {.light = true});
  // A beam that differs from the piece's own shows the effect best.
  const std::vector<Reactions::Way> own = emitted(key, centre);
  if (!own.empty())
    std::stable_partition(carried.begin(), carried.end(), [&](std::int64_t one) { return one != own.front().payload; });
  const bool any_way = std::none_of(samples_.ways.begin(), samples_.ways.end(), [](bool way) { return way; });
  const int ways = geometry.directions;
  for (int way = 0; way < ways; ++way) {
    if (!any_way && !samples_.ways[static_cast<std::size_t>(way)]) continue;
    int from = -1;
    for (const int cell : star)
      if (geometry.next_to(cell, way) == centre) from = cell;
    if (from < 0) continue;
    std::vector<std::pair<std::string, std::vector<std::string>>> outcomes;  // the beam's target, and its change
    bool any_stays = false;                                                  // of what beams carry, some is unchanged
    std::optional<Beam> drawn;
    std::string light;
    std::vector<PositionView::Shot> shots;
    for (const std::int64_t payload : carried) shots.push_back({from, way, payload});
    for (const std::vector<Beam>& beams : PositionView(only).beams_from(shots)) {
      if (beams.empty()) continue;
      const Beam& beam = beams.front();
      Leaving leaving;
      find_leaving(beam, from, centre, false, has_sides, leaving);
      std::vector<std::string> parts, changes;
      const view::Payload before = beam.path.empty() ? view::Payload{} : beam.path.front().payload;
      for (const auto& [step, payload] : leaving.parts) {
        const bool is_here = step->cell == centre || step->cell == from;
        const std::string words = is_here ? lang::words_of_turn(step->way - way, ways)
                                          : lang::words_of(lang::Way::to, whole.label(step->cell));
        const std::string change = view::describe_change(before, payload, whole.beam_fields);
        if (leaving.parts.size() == 1 && !leaving.stopped) changes.push_back(change);
        any_stays = any_stays || change.empty();
        parts.push_back(words + (changes.empty() && !change.empty() ? " and " + change : ""));
      }
      if (leaving.stopped)
        parts.push_back(lang::words_of(lang::Way::stops, leaving.stopped->empty() ? "" : code(*leaving.stopped)));
      if (parts.empty()) parts.push_back(leaving.loops ? "runs in a circle" : "ends");
      const std::string outcome =
          parts.size() == 1 ? parts[0] : "is split: one branch " + lang::joined(parts, ", another one ");
      auto known = std::find_if(outcomes.begin(), outcomes.end(), [&](const auto& each) { return each.first == outcome; });
      if (known == outcomes.end()) known = outcomes.insert(outcomes.end(), {outcome, {}});
      for (const std::string& change : changes)
        if (!change.empty() && std::find(known->second.begin(), known->second.end(), change) == known->second.end())
          known->second.push_back(change);
      if (drawn || !(drawn = clipped(beam, star)) || before.empty()) continue;
      light = "a beam of " + view::describe(before, whole.beam_fields);
    }
    if (!drawn) continue;
    std::vector<std::string> told;
    for (auto& [where, changes] : outcomes) {
      if (!any_stays) join_toggle(changes);
      told.push_back(where + (changes.empty() ? "" : " and " + first_of(changes)));
    }
    const int facing = pictures_.on_paper ? piece_of(key).facing : -1;
    const std::string comes = facing < 0 ? "going " + strong(going(start_.game(), static_cast<std::size_t>(way)))
                                         : coming((way - facing + ways) % ways, ways);
    fates.push_back({{comes}, first_of(told), "", light});
    if (!pictures_.svg) continue;
    view::Scene scene = view::part_of(whole, star);
    drawn->entry_way = way;
    scene.beams = {std::move(*drawn)};
    fates.back().svg = view::diagram(scene, kSmall, false, pictures_.on_paper);
  }
  return fates;
}

std::vector<Figure> Drawings::optics(std::size_t kind, std::string& head) const {
  std::vector<Figure> figures;
  const rules::Kind& of = program_.rules.kinds[kind];
  if ((of.reaction < 0 && !of.sides) || start_.game().cells().size() > kMostMapped) return figures;
  const std::vector<int> keys = examples_of(kind);
  const std::vector<int> around = star();
  if (keys.empty() || around.empty()) return figures;
  const bool has_axis = std::any_of(of.fields.begin(), of.fields.end(), [&](int field) {
    return program_.rules.fields[static_cast<std::size_t>(field)].type.base == rules::Base::axis;
  });
  std::vector<std::string> shown;
  const std::vector<std::int64_t> carried = payloads();
  std::string light;
  for (const int key : keys) {
    std::string form = has_axis || !pictures_.on_paper ? program_.key(key).glyph : "";
    for (std::size_t i = 0; i < of.fields.size() && pictures_.on_paper && !has_axis; ++i)
      if (program_.rules.fields[static_cast<std::size_t>(of.fields[i])].type.base != rules::Base::direction)
        form += (form.empty() ? "" : " ") + piece_of(key).fields[i].second;
    if (std::find(shown.begin(), shown.end(), code(form)) != shown.end()) continue;
    if (shown.size() == (pictures_.on_paper ? kMostForms : has_axis ? kMostKeys : 1)) break;
    shown.push_back(code(form));
    std::vector<Fate> fates = fates_of(around, key, carried), joined;
    if (pictures_.on_paper) std::reverse(fates.begin(), fates.end());  // so that beams that go up come first
    const bool are_same = std::all_of(fates.begin(), fates.end(),
                                      [&](const Fate& fate) { return fate.outcome == fates[0].outcome; });
    for (const Fate& fate : fates) {
      if (light.empty()) light = fate.light;
      const auto known = std::find_if(joined.begin(), joined.end(),
                                      [&](const Fate& other) { return other.outcome == fate.outcome; });
      const bool joins = known != joined.end() && (pictures_.on_paper || are_same);
      joins ? known->ways.push_back(fate.ways[0]) : joined.push_back(fate);
    }
    const std::string of_form = form.empty() ? "" : (has_axis ? code(form) : strong(form)) + ", ";
    for (const Fate& fate : joined) {
      const bool any = joined.size() == 1 && fates.size() > 1;
      const std::string ways = any ? "going in any direction" : list_words(fate.ways, "or");
      const std::string here = pictures_.on_paper && !fate.light.empty() ? "; here it is " + fate.light : "";
      figures.push_back({fate.svg, (pictures_.on_paper || has_axis ? of_form : "") + ways + ": " + fate.outcome + here});
    }
  }
  if (pictures_.on_paper) {
    head = "A beam comes in at the first arrow.";
    return figures;
  }
  if (!light.empty()) light = carried.size() == 1 ? ", with " + light : pictures_.svg ? ", drawn for " + light : "";
  head = "Measured with " + list_words(shown, "or") +
         " alone on the board of the start" + light + ", by the direction in which a beam goes:";
  return figures;
}

}  // namespace glint::describe
