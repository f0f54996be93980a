#include "tests/support/hand_board.hpp"

#include <set>
#include <tuple>

namespace glint::test {

std::vector<int> HandBoard::emitters() const {
  std::vector<int> found;
  for (int cell = 0; cell < cells(); ++cell)
    if (const int key = keys[static_cast<std::size_t>(cell)]; key && program.reactions.emit_code[static_cast<std::size_t>(program.key(key).kind)] >= 0)
      found.push_back(cell);
  return found;
}

struct HandBoard::Walk {
  naive::Path path;
  std::set<std::tuple<int, int, std::uint32_t>> left;
};

naive::Path HandBoard::path_from(int source) const {
  Walk walk;
  for (const Reactions::Way& way : optics_.emission(program.key(keys[static_cast<std::size_t>(source)])))
    follow(walk, source, way.way, way.payload, 0, -1);
  return walk.path;
}

/// The beam is about to leave the cell.
void HandBoard::follow(Walk& walk, int cell, int way, std::uint32_t payload, int step, int before) const {
  if (!walk.left.insert({cell, way, payload}).second) {
    walk.path.ends.push_back({BeamEnd::looped, cell, -1, false});
    return;
  }
  naive::Payload values;
  for (const PayloadField& field : program.payloads.fields) values.push_back(field.value_of(payload));
  const int number = static_cast<int>(walk.path.visits.size());
  walk.path.visits.push_back({cell, way, step, values, before});
  const int next = program.geometry.next_to(cell, way);
  if (next < 0) {
    walk.path.exits.push_back({cell, way, step, values, number});
    walk.path.ends.push_back({BeamEnd::left, cell, -1, false});
    return;
  }
  const int key = keys[static_cast<std::size_t>(next)];
  if (!program.reactions.optical_key[static_cast<std::size_t>(key)])
    return follow(walk, next, way, payload, step + 1, number);
  walk.path.hits.insert(next);
  const Optics::Ways ways = reaction_at(next, way, payload);
  for (const Reactions::Way& on : ways) {
    if (!on.stop) {
      follow(walk, on.cell < 0 ? next : on.cell, on.way, on.payload, step + 1, number);
      continue;
    }
    if (on.stop > 1) walk.path.named.insert({next, on.stop - 2});
    walk.path.ends.push_back({BeamEnd::stopped, next, on.stop - 2, ways.size() > 1});
  }
}

Program lamps_and_mirrors(const Geometry& geometry, int colours, bool has_splitters) {
  Pieces pieces;
  pieces.field_sizes = {geometry.directions, colours, geometry.directions};
  pieces.kinds = {{"lamp", false, {0, 1}}, {"mirror", false, {2}}, {"wall", false, {}}, {"stone", false, {}}};
  if (has_splitters) pieces.kinds.push_back({"splitter", false, {2}});
  return hand_program(geometry, pieces);
}

Optics shining(const Geometry& geometry, int colours) {
  enum Kind { lamp, mirror, wall };
  Optics optics;
  optics.bits_of_fields = {colours};
  optics.emitters = {"lamp"};
  optics.reactors = {"mirror", "wall", "splitter"};
  optics.emission = [](const Key& key) -> Optics::Ways {
    return {Optics::goes_on(static_cast<int>(key.values[0]), std::uint32_t{1} << key.values[1])};
  };
  optics.reaction = [ways = geometry.directions](const Key& key, int way, std::uint32_t payload) -> Optics::Ways {
    if (key.kind == wall) return {Optics::stops()};
    const int reflected = (static_cast<int>(key.values[0]) - way + ways) % ways;
    if (key.kind == mirror) return {Optics::goes_on(reflected, payload)};
    return {Optics::goes_on(way, payload ^ 2), Optics::goes_on(reflected, payload)};
  };
  return optics;
}

}  // namespace glint::test
