#include "interpreter/learn/terms.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "interpreter/program/values.hpp"

namespace glint {

using rules::Base;

namespace {

constexpr std::int64_t kMostDigits = 1 << 10;   // of a site
constexpr std::int64_t kMostEntries = 20'000;  // of a pattern of several sites
constexpr std::size_t kMostIndexed = 256;       // values of a variable
constexpr int kMostCounted = 32;

}  // namespace

Terms::Terms(const Game& game)
    : game_(game), program_(game_.program()), images_(program_), symmetries_(find_symmetries(program_)) {
  find_sites();
  find_patterns();
  share();
}

void Terms::find_sites() {
  const int cells = program_.geometry.cells, sets = program_.layout.piece_sets;
  const auto keys = static_cast<int>(program_.pieces.keys.size());
  for (int cell = 0; cell < cells; ++cell) sites_.push_back({Site::Kind::content, cell, 0, sets + 1});
  if (keys > sets + 1 && keys <= kMostDigits)
    for (int cell = 0; cell < cells; ++cell) sites_.push_back({Site::Kind::key, cell, 0, keys});
  if (program_.layout.stack > 1)
    for (int cell = 0; cell < cells; ++cell)
      sites_.push_back({Site::Kind::height, cell, 0, program_.layout.stack + 1});
  for (int set = 0; set < sets; ++set)
    sites_.push_back({Site::Kind::count, set, 0, std::min(cells, kMostCounted) + 1});
  for (std::size_t v = 0; v < program_.rules.variables.size(); ++v) {
    const rules::Variable& variable = program_.rules.variables[v];
    const std::int64_t values = variable.index ? program_.values_of(*variable.index) : 1;
    const bool is_cells = variable.type.is_set && variable.type.base == Base::cell;
    const std::int64_t parts = is_cells ? cells : 1;
    std::int64_t size = program_.values_of(variable.type);
    if (is_cells)
      size = 2;
    else if (variable.type.is_set)
      size = size <= 9 && (variable.type.base != Base::number || variable.type.hi < 9) ? 1 << 9 : 0;
    else if (variable.type.base == Base::number)
      size = std::min<std::int64_t>(size, 64);  // of more, neighbours share a digit
    if (size <= 0 || size > kMostDigits || values * parts > static_cast<std::int64_t>(kMostIndexed)) continue;
    for (std::int64_t i = 0; i < values * parts; ++i)
      sites_.push_back({Site::Kind::variable, static_cast<int>(v), static_cast<int>(i), static_cast<int>(size)});
  }
  const auto nodes = static_cast<int>(program_.nodes.size());
  if (nodes > 1 && nodes <= kMostDigits) sites_.push_back({Site::Kind::node, 0, 0, nodes});
}

void Terms::find_patterns() {
  for (std::size_t site = 0; site < sites_.size(); ++site) found_.push_back({static_cast<int>(site)});
  add_lines();
  add_blocks();
  std::set<std::vector<int>> known;  // the same sites in another order are no other pattern
  std::vector<std::vector<int>> kept;
  for (std::vector<int>& each : found_) {
    std::vector<int> sorted = each;
    std::sort(sorted.begin(), sorted.end());
    if (known.insert(std::move(sorted)).second) kept.push_back(std::move(each));
  }
  found_ = std::move(kept);
}

/// The patterns of cells: whole lines where a table has room for them, else all their parts of four, or less.
void Terms::add_lines() {
  const Geometry& geometry = program_.geometry;
  const std::int64_t contents = program_.layout.piece_sets + 1;
  std::size_t longest = 0;
  for (std::int64_t entries = contents; entries <= kMostEntries; entries *= contents) ++longest;
  const std::size_t part = std::min<std::size_t>(longest, 4);
  if (part < 2) return;
  for (int way = 0; way < geometry.directions / 2; ++way)
    for (int cell = 0; cell < geometry.cells; ++cell) {
      std::vector<int> line = {cell};
      for (int next = geometry.next_to(cell, way); next >= 0 && next != cell && line.size() <= longest;
           next = geometry.next_to(next, way))
        line.push_back(next);
      const bool is_whole = geometry.next_to(cell, geometry.opposite(way)) < 0;
      if (is_whole && line.size() > 2 && line.size() <= longest) found_.push_back(line);
      if (line.size() < part) continue;
      line.resize(part);
      found_.push_back(line);
    }
}

/// Blocks: two by two cells, made by two directions, and two such blocks side by side. Of all pairs of directions those
/// count whose blocks hold the most neighbours: on a board with diagonals these are squares, not rhombs.
void Terms::add_blocks() {
  const Geometry& geometry = program_.geometry;
  const std::int64_t contents = program_.layout.piece_sets + 1;
  const auto has_room = [&](int cells) {
    std::int64_t entries = 1;
    for (int i = 0; i < cells; ++i) entries = std::min(kMostEntries + 1, entries * contents);
    return entries <= kMostEntries;
  };
  if (!has_room(4)) return;
  const auto block = [&](int cell, int a, int b) {
    std::vector<int> cells;
    const int first = geometry.next_to(cell, a), second = geometry.next_to(cell, b);
    if (first < 0 || second < 0) return cells;
    const int far = geometry.next_to(first, b);
    if (far < 0 || far != geometry.next_to(second, a)) return cells;
    if (std::set<int>{cell, first, second, far}.size() == 4) cells = {cell, first, second, far};
    return cells;
  };
  const auto closeness = [&](const std::vector<int>& cells) {
    int pairs = 0;
    for (const int from : cells)
      for (int way = 0; way < geometry.directions; ++way)
        pairs += std::count(cells.begin(), cells.end(), geometry.next_to(from, way)) > 0;
    return pairs;
  };
  int best = 0;
  for (const bool is_adding : {false, true})
    for (int a = 0; a < geometry.directions; ++a)
      for (int b = a + 1; b < geometry.directions; ++b)
        for (int cell = 0; cell < geometry.cells; ++cell) {
          const std::vector<int> cells = block(cell, a, b);
          if (cells.empty()) continue;
          const int pairs = closeness(cells);
          best = std::max(best, pairs);
          if (!is_adding || pairs < best) continue;
          found_.push_back(cells);
          for (const int way : {a, b}) {
            // The block beside it, or where there is no room for eight cells, the next two cells.
            int beside = geometry.next_to(cell, way);
            if (has_room(8) && beside >= 0) beside = geometry.next_to(beside, way);
            const std::vector<int> other = beside < 0 ? std::vector<int>{} : block(beside, a, b);
            std::set<int> both(cells.begin(), cells.end());
            both.insert(other.begin(), other.end());
            const std::vector<int> joined(both.begin(), both.end());
            if (joined.size() > 4 && has_room(static_cast<int>(joined.size()))) found_.push_back(joined);
          }
        }
}

/// The site whose digit in the image tells what this one's tells in the position.
int Terms::image_of(const Symmetry& symmetry, int number) const {
  Site image = sites_[static_cast<std::size_t>(number)];
  switch (image.kind) {
    case Site::Kind::content:
    case Site::Kind::key:
    case Site::Kind::height: image.at = symmetry.cell[static_cast<std::size_t>(image.at)]; break;
    case Site::Kind::count: image.at = images_.of_set(symmetry, image.at); break;
    case Site::Kind::variable: {
      const rules::Variable& variable = program_.rules.variables[static_cast<std::size_t>(image.at)];
      const int parts = variable.type.is_set && variable.type.base == Base::cell ? program_.geometry.cells : 1;
      int value = image.index / parts, part = image.index % parts;
      if (variable.index) {
        const std::int64_t first = domain_first(*variable.index);
        value = static_cast<int>(images_.of_value(symmetry, *variable.index, first + value) - first);
      }
      if (parts > 1) part = symmetry.cell[static_cast<std::size_t>(part)];
      image.index = value * parts + part;
      break;
    }
    case Site::Kind::node: break;
  }
  // Sites of one kind and variable lie side by side.
  const Site& site = sites_[static_cast<std::size_t>(number)];
  return image.kind == Site::Kind::variable ? number + image.index - site.index : number + image.at - site.at;
}

/// The map from a digit of the image of a site to that of the site; -1: they are the same.
int Terms::map_of(const Symmetry& symmetry, int number) {
  const Site& site = sites_[static_cast<std::size_t>(number)];
  std::vector<int> map(static_cast<std::size_t>(site.size));
  std::iota(map.begin(), map.end(), 0);
  for (int digit = 0; digit < site.size; ++digit) {
    int image = digit;
    if (site.kind == Site::Kind::content && digit > 0) image = 1 + images_.of_set(symmetry, digit - 1);
    if (site.kind == Site::Kind::key) image = images_.of_key(symmetry, digit);
    if (site.kind == Site::Kind::node) image = symmetry.node[static_cast<std::size_t>(digit)];
    if (site.kind == Site::Kind::variable) {
      const rules::Type& type = program_.rules.variables[static_cast<std::size_t>(site.at)].type;
      if (type.base != Base::number && !(type.is_set && type.base == Base::cell))
        image = static_cast<int>(images_.of_word(symmetry, type, digit));
    }
    if (image >= 0 && image < site.size) map[static_cast<std::size_t>(image)] = digit;
  }
  bool is_same = true;
  for (int digit = 0; digit < site.size; ++digit) is_same = is_same && map[static_cast<std::size_t>(digit)] == digit;
  if (is_same) return -1;
  const auto known = std::find(maps_.begin(), maps_.end(), map) - maps_.begin();
  if (known == static_cast<std::ptrdiff_t>(maps_.size())) maps_.push_back(std::move(map));
  return static_cast<int>(known);
}

/// Gives each pattern of each mover its table: that of a pattern before it of which it is an image, or a new one.
void Terms::share() {
  std::map<std::vector<int>, std::size_t> by_sites;
  for (std::size_t p = 0; p < found_.size(); ++p) {
    std::vector<int> sorted = found_[p];
    std::sort(sorted.begin(), sorted.end());
    by_sites.emplace(std::move(sorted), p);
  }
  std::vector<std::vector<int>> images(symmetries_.size()), maps(symmetries_.size());  // by symmetry and site
  for (std::size_t s = 0; s < symmetries_.size(); ++s)
    for (std::size_t site = 0; site < sites_.size(); ++site) {
      images[s].push_back(image_of(symmetries_[s], static_cast<int>(site)));
      maps[s].push_back(map_of(symmetries_[s], static_cast<int>(site)));
    }
  for (std::vector<Pattern>& each : patterns_) each.resize(found_.size());
  for (int mover = 0; mover < 2; ++mover)
    for (std::size_t p = 0; p < found_.size(); ++p) {
      if (!patterns_[mover][p].sites.empty()) continue;
      const auto table = static_cast<std::uint32_t>(next_.size());
      std::uint32_t entries = 1;
      for (const int site : found_[p]) entries *= static_cast<std::uint32_t>(sites_[static_cast<std::size_t>(site)].size);
      for (std::uint32_t entry = 0; entry < entries; ++entry) next_.push_back(table + entry);
      for (std::size_t s = 0; s < symmetries_.size(); ++s) {
        Pattern image{table, {}, {}};
        int place = 1;
        for (const int site : found_[p]) {
          const auto from = static_cast<std::size_t>(site);
          image.sites.push_back(images[s][from]);
          image.uses.push_back({0, place, maps[s][from]});
          place *= sites_[from].size;
        }
        std::vector<int> sorted = image.sites;
        std::sort(sorted.begin(), sorted.end());
        const auto known = by_sites.find(sorted);
        if (known == by_sites.end()) continue;
        const int its_mover = symmetries_[s].player(mover);
        for (Use& use : image.uses) use.pattern = static_cast<int>(known->second);
        Pattern& there = patterns_[its_mover][known->second];
        if (there.sites.empty())
          there = std::move(image);
        else if (its_mover == mover && known->second == p)
          join(table, there, image);
      }
    }
}

/// A pattern is read in two ways, as a symmetry takes it to itself: entries that are chosen together have one weight.
void Terms::join(std::uint32_t table, const Pattern& one, const Pattern& other) {
  const std::size_t sites = one.sites.size();
  std::vector<std::vector<int>> raw(sites);  // by site and mapped digit: the digit
  std::vector<std::size_t> at(sites);        // where `other` reads it
  for (std::size_t i = 0; i < sites; ++i) {
    const int size = sites_[static_cast<std::size_t>(one.sites[i])].size;
    raw[i].resize(static_cast<std::size_t>(size));
    for (int digit = 0; digit < size; ++digit) {
      const int map = one.uses[i].map;
      const int mapped = map < 0 ? digit : maps_[static_cast<std::size_t>(map)][static_cast<std::size_t>(digit)];
      raw[i][static_cast<std::size_t>(mapped)] = digit;
    }
    at[i] = static_cast<std::size_t>(std::find(other.sites.begin(), other.sites.end(), one.sites[i]) - other.sites.begin());
  }
  std::uint32_t entries = 1;
  for (const std::vector<int>& each : raw) entries *= static_cast<std::uint32_t>(each.size());
  for (std::uint32_t entry = 0; entry < entries; ++entry) {
    std::uint32_t rest = entry, twin = 0;
    for (std::size_t i = 0; i < sites; ++i) {
      const auto size = static_cast<std::uint32_t>(raw[i].size());
      const int digit = raw[i][rest % size], map = other.uses[at[i]].map;
      const int mapped = map < 0 ? digit : maps_[static_cast<std::size_t>(map)][static_cast<std::size_t>(digit)];
      twin += static_cast<std::uint32_t>(mapped * other.uses[at[i]].place);
      rest /= size;
    }
    // Two rings become one if they are not the same already.
    std::uint32_t in_ring = next_[table + entry];
    while (in_ring != table + entry && in_ring != table + twin) in_ring = next_[in_ring];
    if (in_ring != table + twin) std::swap(next_[table + entry], next_[table + twin]);
  }
}

std::uint64_t Terms::hash() const {
  std::uint64_t hash = entries();
  const auto add = [&hash](std::uint64_t number) { hash = Random(hash ^ number).next(); };
  for (const Site& site : sites_) {
    add(static_cast<std::uint64_t>(site.kind));
    add(static_cast<std::uint64_t>(site.at) << 32 | static_cast<std::uint32_t>(site.index));
    add(static_cast<std::uint64_t>(site.size));
  }
  for (const std::vector<Pattern>& of_mover : patterns_)
    for (const Pattern& pattern : of_mover) {
      add(pattern.table);
      for (std::size_t i = 0; i < pattern.sites.size(); ++i) {
        add(static_cast<std::uint64_t>(pattern.sites[i]) << 32 | static_cast<std::uint32_t>(pattern.uses[i].place));
        if (const int map = pattern.uses[i].map; map >= 0)
          for (const int digit : maps_[static_cast<std::size_t>(map)]) add(static_cast<std::uint64_t>(digit));
      }
    }
  return hash;
}

}  // namespace glint
