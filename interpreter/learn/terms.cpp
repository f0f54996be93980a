#include "interpreter/learn/terms.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "interpreter/players/judge.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

using rules::Base;

namespace {

constexpr std::int64_t kMostDigits = 1 << 10;   // of a site
constexpr std::int64_t kMostEntries = 7'000;  // entries of a pattern of several sites
constexpr std::size_t kMostIndexed = 256;       // values of a variable
constexpr int kMostCounted = 32;

}  // namespace

std::uint32_t Terms::size_of(int site) const { return static_cast<std::uint32_t>(sites_[static_cast<std::size_t>(site)].size); }

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
      size = std::min<std::int64_t>(size, 64);  // in larger sets, neighbours share a digit
    if (size <= 0 || size > kMostDigits || values * parts > static_cast<std::int64_t>(kMostIndexed)) continue;
    for (std::int64_t i = 0; i < values * parts; ++i)
      sites_.push_back({Site::Kind::variable, static_cast<int>(v), static_cast<int>(i), static_cast<int>(size)});
  }
  const auto nodes = static_cast<int>(program_.nodes.size());
  if (nodes > 1 && nodes <= kMostDigits) sites_.push_back({Site::Kind::node, 0, 0, nodes});
  if (ScriptJudge(program_).can_judge()) sites_.push_back({Site::Kind::lead, 0, 0, 2 * kMostLevel + 1});
  find_light();
}

void Terms::find_light() {
  if (program_.reactions.emitter_sets.empty() || program_.words() > kMostLitWords) return;
  const std::vector<PayloadField>& fields = program_.payloads.fields;
  const auto field = std::find_if(fields.begin(), fields.end(), [](const PayloadField& each) { return each.is_set && each.bits() <= 3; });
  if (field == fields.end()) return;
  light_ = static_cast<int>(field - fields.begin());
  const int cells = program_.geometry.cells, lights = static_cast<int>(field->size);
  for (int cell = 0; cell < cells; ++cell) sites_.push_back({Site::Kind::light, cell, 0, lights});
  for (int light = 0; light < lights; ++light)
    sites_.push_back({Site::Kind::lit, light, 0, std::min(cells, kMostCounted) + 1});
}

void Terms::find_patterns() {
  for (std::size_t site = 0; site < sites_.size(); ++site) found_.push_back({static_cast<int>(site)});
  add_lines();
  // Light on the piece of a cell, and the amount of light where play waits.
  int node = -1;
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    const Site& site = sites_[i];
    const auto number = static_cast<int>(i);
    if (site.kind == Site::Kind::node) node = number;
    if (site.kind == Site::Kind::light) found_.push_back({site.at, number});
    if ((site.kind == Site::Kind::lit || site.kind == Site::Kind::lead) && node >= 0) found_.push_back({node, number});
  }
}

/// The patterns of cells: whole lines if a table has room for them, else all their parts of four cells, or fewer.
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

/// The site whose digit in the image corresponds to this one's in the position.
int Terms::image_of(const Symmetry& symmetry, int number) const {
  Site image = sites_[static_cast<std::size_t>(number)];
  switch (image.kind) {
    case Site::Kind::content:
    case Site::Kind::key:
    case Site::Kind::light:
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
    case Site::Kind::lit: image.at = image_of_light(symmetry, image.at); break;
    case Site::Kind::lead:  // the mover's
    case Site::Kind::node: break;
  }
  // Sites of one kind and variable lie side by side.
  const Site& site = sites_[static_cast<std::size_t>(number)];
  return image.kind == Site::Kind::variable ? number + image.index - site.index : number + image.at - site.at;
}

/// The digit of the site's image where the site has this one.
int Terms::image_of(const Symmetry& symmetry, const Site& site, int digit) const {
  if (site.kind == Site::Kind::content && digit > 0) return 1 + images_.of_set(symmetry, digit - 1);
  if (site.kind == Site::Kind::key) return images_.of_key(symmetry, digit);
  if (site.kind == Site::Kind::light) return image_of_light(symmetry, digit);
  if (site.kind != Site::Kind::variable) return digit;
  const rules::Type& type = program_.rules.variables[static_cast<std::size_t>(site.at)].type;
  if (type.base == Base::number || (type.is_set && type.base == Base::cell)) return digit;
  const auto image = static_cast<int>(images_.of_word(symmetry, type, digit));
  return image >= 0 && image < site.size ? image : digit;
}

/// Gives each entry its weight: the same to all that symmetries join.
void Terms::share() {
  std::map<std::vector<int>, std::size_t> by_sites;
  std::uint32_t entries = 0;
  for (const std::vector<int>& sites : found_) {
    std::vector<int> sorted = sites;
    std::sort(sorted.begin(), sorted.end());
    if (!by_sites.emplace(std::move(sorted), patterns_[0].size()).second) continue;  // the same in another order
    for (std::vector<Pattern>& each : patterns_) each.push_back({sites, entries});
    std::uint32_t its = 1;
    for (const int site : sites) its *= size_of(site);
    entries += its;
  }
  std::vector<std::vector<int>> images(symmetries_.size());                // by symmetry and site
  std::vector<std::vector<std::vector<int>>> digits(symmetries_.size());  // and by digit
  for (std::size_t s = 0; s < symmetries_.size(); ++s)
    for (std::size_t site = 0; site < sites_.size(); ++site) {
      images[s].push_back(image_of(symmetries_[s], static_cast<int>(site)));
      std::vector<int>& mapped = digits[s].emplace_back();
      for (int digit = 0; digit < sites_[site].size; ++digit)
        mapped.push_back(image_of(symmetries_[s], sites_[site], digit));
    }
  // The images of a pattern's entries, by number among all of its mover; nothing if it has no image.
  const auto map = [&](std::size_t s, const std::vector<int>& sites, int mover) {
    std::vector<int> read;
    for (const int site : sites) read.push_back(images[s][static_cast<std::size_t>(site)]);
    std::vector<int> sorted = read;
    std::sort(sorted.begin(), sorted.end());
    const auto known = by_sites.find(sorted);
    if (known == by_sites.end()) return std::vector<std::uint32_t>{};
    const Pattern& image = patterns_[mover][known->second];
    std::vector<std::uint32_t> all = {image.first};
    for (std::size_t i = 0; i < read.size(); ++i) {
      std::uint32_t place = 1;
      for (std::size_t j = 0; image.sites[j] != read[i]; ++j) place *= size_of(image.sites[j]);
      const std::vector<std::uint32_t> before = std::exchange(all, {});
      for (const int digit : digits[s][static_cast<std::size_t>(sites[i])])
        for (const std::uint32_t entry : before) all.push_back(entry + place * static_cast<std::uint32_t>(digit));
    }
    return all;
  };
  std::vector<std::uint32_t> joined(2 * entries);  // to which entry, before it or itself; those of mover 1 come last
  std::iota(joined.begin(), joined.end(), 0u);
  const auto root = [&](std::uint32_t entry) {
    while (joined[entry] != entry) entry = joined[entry] = joined[joined[entry]];
    return entry;
  };
  for (int mover = 0; mover < 2; ++mover)
    for (const Pattern& pattern : patterns_[mover]) {
      const std::uint32_t first = pattern.first + static_cast<std::uint32_t>(mover) * entries;
      if (root(first) != first) continue;  // an image: its entries are joined
      for (std::size_t s = 0; s < symmetries_.size(); ++s) {
        const int its_mover = symmetries_[s].player(mover);
        std::uint32_t entry = first;
        for (const std::uint32_t image : map(s, pattern.sites, its_mover)) {
          const std::uint32_t one = root(entry++), other = root(image + static_cast<std::uint32_t>(its_mover) * entries);
          joined[std::max(one, other)] = std::min(one, other);
        }
      }
    }
  for (std::uint32_t entry = 0; entry < 2 * entries; ++entry) {
    const std::uint32_t its = root(entry);
    const auto known = [&] { return weight_of_[its / entries][its % entries]; };
    weight_of_[entry / entries].push_back(its == entry ? weights_++ : known());
  }
}

std::uint64_t Terms::hash() const {
  std::uint64_t hash = weights_;
  const auto add = [&hash](std::uint64_t number) { hash = Random(hash ^ number).next(); };
  for (const Site& site : sites_) {
    add(static_cast<std::uint64_t>(site.kind));
    add(static_cast<std::uint64_t>(site.at) << 32 | static_cast<std::uint32_t>(site.index));
    add(static_cast<std::uint64_t>(site.size));
  }
  for (const Pattern& pattern : patterns_[0])
    for (const int site : pattern.sites) add(static_cast<std::uint64_t>(site));
  for (const std::vector<std::uint32_t>& each : weight_of_)
    for (const std::uint32_t weight : each) hash = (hash ^ weight) * 0x9E3779B97F4A7C15u;
  return hash;
}

}  // namespace glint
