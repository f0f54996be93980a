#include "interpreter/build/board/constants.hpp"

#include <algorithm>

namespace glint {

using rules::Base;
using rules::Expr;
using rules::Op;

void build_fail(lang::Code code, lang::Span span, std::string message, std::string help) {
  lang::Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.primary = {span, {}};
  diagnostic.help = std::move(help);
  throw BuildFailure{std::move(diagnostic)};
}

std::string letters(std::int64_t number, char first) {
  std::string text;
  while (number > 0) {
    text.insert(text.begin(), static_cast<char>(first + (number - 1) % 26));
    number = (number - 1) / 26;
  }
  return text.empty() ? "?" : text;
}

std::string cut(const std::string& text, int width) {
  if (width <= 0) return text;
  std::size_t end = 0;
  for (int shown = 0; end < text.size() && shown < width; ++shown) {
    ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  }
  return text.substr(0, end);
}

std::int64_t domain_first(const rules::Type& type) { return type.base == Base::number ? type.lo : 0; }

std::int64_t domain_size(const rules::Rules& rules, const rules::Type& type) {
  switch (type.base) {
    case Base::flag: return 2;
    case Base::number: return type.hi - type.lo + 1;
    case Base::enumeration: return static_cast<std::int64_t>(rules.enums[type.enumeration].values.size());
    case Base::player: return static_cast<std::int64_t>(rules.players.size());
    case Base::direction: return static_cast<std::int64_t>(rules.lattice.directions.size());
    case Base::axis: return static_cast<std::int64_t>(rules.lattice.axes.size());
    default: return 0;
  }
}

namespace {

std::string print_element(const rules::Rules& rules, const rules::Type& type, std::int64_t value) {
  const auto at = [&](const auto& list) { return value >= 0 && value < static_cast<std::int64_t>(list.size()); };
  switch (type.base) {
    case Base::flag: return value ? "on" : "off";
    case Base::enumeration: {
      const auto& values = rules.enums[type.enumeration].values;
      if (!at(values)) return "?";
      const auto& entry = values[static_cast<std::size_t>(value)];
      return entry.spellings.empty() ? entry.name : entry.spellings.front();
    }
    case Base::player: return at(rules.players) ? rules.players[static_cast<std::size_t>(value)].name : "?";
    case Base::direction:
      return at(rules.lattice.directions) ? rules.lattice.directions[static_cast<std::size_t>(value)].name : "?";
    case Base::axis: {
      if (!at(rules.lattice.axes)) return "?";
      const auto& axis = rules.lattice.axes[static_cast<std::size_t>(value)];
      return !axis.spelling.empty() ? axis.spelling : !axis.name.empty() ? axis.name : std::to_string(value);
    }
    default: return std::to_string(value);
  }
}

}  // namespace

std::string print_value(const rules::Rules& rules, const rules::Type& type, std::int64_t value) {
  if (!type.is_set) return print_element(rules, type, value);
  std::string text;
  for (int i = 0; i < 64; ++i)
    if (static_cast<std::uint64_t>(value) >> i & 1)
      text += (text.empty() ? "" : ", ") + print_element(rules, type, i);
  return "{" + text + "}";
}

namespace {

/// Is it a value of the type? Where not, the compiled code says so, or clamps it.
bool fits(const rules::Type& type, std::int64_t value) {
  return type.base != Base::number || type.is_set || (value >= type.lo && value <= type.hi);
}

}  // namespace

std::int64_t Constants::value(const Expr& expr) {
  budget_ = kBudget;
  if (const auto result = fold(expr)) return *result;
  build_fail(lang::Code::G0501, expr.span, "this is not known before the game starts",
             "here only numbers, options and what is made of them can stand");
}

std::optional<std::int64_t> Constants::try_value(const Expr& expr) {
  budget_ = kBudget;
  return fold(expr);
}

std::string Constants::text(const rules::Text& text) {
  std::string result;
  for (const rules::TextPart& part : text.parts) {
    result += part.literal;
    if (!part.hole) continue;
    const Expr& hole = *part.hole;
    if (hole.op == Op::index_of && !hole.text.empty()) {
      result += cut(letters(value(hole.kids[0]), hole.text == "lower" ? 'a' : 'A'), part.width);
    } else {
      result += cut(print_value(rules_, hole.type, value(hole)), part.width);
    }
  }
  return result;
}

std::optional<std::int64_t> Constants::fold(const Expr& expr) {
  if (--budget_ < 0) return std::nullopt;
  switch (expr.op) {
    case Op::constant: return expr.number;
    case Op::option: return options_[static_cast<std::size_t>(expr.ref)];
    case Op::me:
      me_counts = true;
      return me >= 0 ? std::optional<std::int64_t>(me) : std::nullopt;
    case Op::local:
      if (expr.ref >= 0 && expr.ref < static_cast<int>(locals.size())) return locals[static_cast<std::size_t>(expr.ref)];
      return std::nullopt;
    case Op::field: return piece ? std::optional(piece(expr.ref)) : std::nullopt;
    case Op::owner: return piece ? std::optional(piece(-1)) : std::nullopt;
    case Op::x_of: case Op::y_of:
      if (!cell || expr.kids[0].op != Op::local || expr.kids[0].ref != cell->local) return std::nullopt;
      return expr.op == Op::x_of ? cell->x : cell->y;
    case Op::all: {
      const std::int64_t size = domain_size(rules_, expr.type);
      const std::int64_t first = domain_first(expr.type);
      if (size <= 0 || first < 0 || first + size > 64) return std::nullopt;
      const std::uint64_t ones = size == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
      return static_cast<std::int64_t>(ones << first);
    }
    case Op::call: {
      const rules::Let& let = rules_.lets[static_cast<std::size_t>(expr.ref)];
      if (let.reads_state || (let.reads_me && me < 0) || let.reads_beams) return std::nullopt;
      std::vector<std::int64_t> arguments(let.frame.locals.size(), 0);
      for (std::size_t i = 0; i < expr.kids.size(); ++i) {
        const auto argument = fold(expr.kids[i]);
        if (!argument || !fits(let.frame.locals[i].type, *argument)) return std::nullopt;
        arguments[i] = *argument;
      }
      const Base base = let.type.base;
      if (base == Base::cell || base == Base::edge || base == Base::place) return std::nullopt;
      const auto around = cell;  // a local of the caller's
      cell.reset();
      std::swap(locals, arguments);
      const auto result = fold(let.body);
      std::swap(locals, arguments);
      cell = around;
      if (result && !fits(let.type, *result)) return std::nullopt;
      return result;
    }
    case Op::if_: {
      const auto condition = fold(expr.kids[0]);
      if (!condition) return std::nullopt;
      return fold(expr.kids[*condition ? 1 : 2]);
    }
    case Op::in: {
      if (lists_any_numbers(expr.kids[1])) {
        const auto element = fold(expr.kids[0]);
        bool found = false;
        for (const Expr& kid : expr.kids[1].kids) {
          const auto listed = fold(kid);
          if (!element || !listed) return std::nullopt;
          found = found || *listed == *element;
        }
        return found;
      }
      if (expr.kids[1].op != Op::range) return element_of_kids(expr);
      const auto element = fold(expr.kids[0]), low = fold(expr.kids[1].kids[0]), high = fold(expr.kids[1].kids[1]);
      if (!element || !low || !high) return std::nullopt;
      return *low <= *element && *element <= *high;
    }
    case Op::and_: {
      const auto left = fold(expr.kids[0]);
      if (left && !*left) return 0;
      const auto right = fold(expr.kids[1]);
      if (right && !*right) return 0;
      return left && right ? std::optional<std::int64_t>(1) : std::nullopt;
    }
    case Op::or_: {
      const auto left = fold(expr.kids[0]);
      if (left && *left) return 1;
      const auto right = fold(expr.kids[1]);
      if (right && *right) return 1;
      return left && right ? std::optional<std::int64_t>(0) : std::nullopt;
    }
    default: return element_of_kids(expr);
  }
}

bool lists_any_numbers(const rules::Expr& set) {
  if (set.op != Op::set || set.type.base != Base::number) return false;
  const auto fits = [](const rules::Expr& kid) { return kid.type.is_set || (kid.type.lo >= 0 && kid.type.hi <= 63); };
  const auto is_set = [](const rules::Expr& kid) { return kid.type.is_set; };
  return std::none_of(set.kids.begin(), set.kids.end(), is_set) && !std::all_of(set.kids.begin(), set.kids.end(), fits);
}

/// The operations whose operands are all needed.
std::optional<std::int64_t> Constants::element_of_kids(const Expr& expr) {
  for (const Expr& kid : expr.kids)
    if (kid.type.base == Base::cell || kid.type.base == Base::edge || kid.type.base == Base::place ||
        kid.type.base == Base::trace)
      return std::nullopt;
  std::vector<std::int64_t> v;
  switch (expr.op) {
    case Op::add: case Op::subtract: case Op::multiply: case Op::negate: case Op::min: case Op::max: case Op::odd:
    case Op::cycle: case Op::cycle_distance: case Op::equal: case Op::not_equal: case Op::less: case Op::less_equal:
    case Op::not_: case Op::in: case Op::set: case Op::unite: case Op::intersect: case Op::subtract_set: case Op::toggle:
    case Op::within: case Op::meets: case Op::index_of: case Op::range: case Op::count: case Op::axis_of: break;
    default: return std::nullopt;
  }
  for (const Expr& kid : expr.kids) {
    const auto folded = fold(kid);
    if (!folded) return std::nullopt;
    v.push_back(*folded);
  }
  const auto wrap = [](std::int64_t n, std::int64_t size) { return size > 0 ? ((n % size) + size) % size : 0; };
  switch (expr.op) {
    case Op::add: return v[0] + v[1];
    case Op::subtract: return v[0] - v[1];
    case Op::multiply: return v[0] * v[1];
    case Op::negate: return -v[0];
    case Op::min: return std::min(v[0], v[1]);
    case Op::max: return std::max(v[0], v[1]);
    case Op::odd: return (v[0] % 2) != 0;
    case Op::cycle: return wrap(v[0] + v[1], domain_size(rules_, expr.type));
    case Op::cycle_distance: return wrap(v[0] - v[1], domain_size(rules_, expr.kids[0].type));
    case Op::axis_of: return wrap(2 * v[0], domain_size(rules_, expr.kids[0].type));
    case Op::equal: return v[0] == v[1];
    case Op::not_equal: return v[0] != v[1];
    case Op::less: return v[0] < v[1];
    case Op::less_equal: return v[0] <= v[1];
    case Op::not_: return !v[0];
    case Op::in:
      if (v[0] < 0 || v[0] > 63) return std::nullopt;
      return v[1] >> v[0] & 1;
    case Op::set: {
      std::int64_t bits = 0;
      for (std::size_t i = 0; i < v.size(); ++i) {
        if (expr.kids[i].type.is_set) bits |= v[i];
        else if (v[i] < 0 || v[i] > 63) return std::nullopt;
        else bits |= static_cast<std::int64_t>(std::uint64_t{1} << v[i]);
      }
      return bits;
    }
    case Op::unite: return v[0] | v[1];
    case Op::intersect: return v[0] & v[1];
    case Op::subtract_set: return v[0] & ~v[1];
    case Op::toggle: return v[0] ^ v[1];
    case Op::within: return (v[0] & ~v[1]) == 0;
    case Op::meets: return (v[0] & v[1]) != 0;
    case Op::count: return __builtin_popcountll(static_cast<std::uint64_t>(v[0]));
    case Op::index_of: return expr.kids[0].type.base == Base::number ? v[0] - expr.kids[0].type.lo : v[0];
    case Op::range: {
      if (v[0] < 0 || v[1] > 63) return std::nullopt;
      std::int64_t bits = 0;
      for (std::int64_t i = v[0]; i <= v[1]; ++i) bits |= static_cast<std::int64_t>(std::uint64_t{1} << i);
      return bits;
    }
    default: return std::nullopt;
  }
}

}  // namespace glint
