// Texts, expressions and types.
#include <algorithm>
#include <charconv>

#include "lang/parse/builder.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/source.hpp"

namespace glint::lang::parsing {
namespace {

using tree::BinaryOp;
using tree::Expr;
using tree::ExprKind;

/// The largest number in a script; all arithmetic of the language stays within it (2^53).
constexpr std::int64_t kMaxNumber = std::int64_t{1} << 53;

// The precedence of operators, as in terms.def: `not` is between `and` and the comparisons, a prefix `-` above all.
constexpr int kBindingOfNot = 3;
constexpr int kComparison = 4;
constexpr int kRange = 8;

struct Operator {
  std::string_view words;
  int binds;
  BinaryOp op;  // means nothing for `..`
};

constexpr Operator kOperators[] = {
    {"..", kRange, BinaryOp::add},
#define GLINT_BINARY_OP(name, text, binds) {text, binds, BinaryOp::name},
#include "lang/syntax/terms.def"
};

const Operator& operator_named(std::string_view words) {
  const auto* found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                   [&](const Operator& candidate) { return candidate.words == words; });
  assert(found != std::end(kOperators));
  return *found;
}

template <class... Kids>
Expr make(ExprKind kind, Span span, Kids&&... kids) {
  Expr expr;
  expr.kind = kind;
  expr.span = span;
  (expr.kids.push_back(std::forward<Kids>(kids)), ...);
  return expr;
}

tree::Arg argument(std::optional<tree::Name> name, Expr value) {
  tree::Arg arg{std::move(name), {}};
  arg.value.push_back(std::move(value));
  return arg;
}

}  // namespace

NodeReader::Deeper::Deeper(NodeReader& builder, std::size_t levels, Span span) : builder_(builder), levels_(levels) {
  if (builder.depth_ + levels > kMaxTreeDepth) {
    builder.leave_out(Code::G0103, span,
                      "this is nested or chained more than " + std::to_string(kMaxTreeDepth) + " deep",
                      "name a part of it with `let`, or write a set: `{a, b, c}`");
  }
  builder.depth_ += levels;
}

void NodeReader::leave_out(Code code, Span at, std::string message, std::string help, std::vector<Mend> mends) {
  diagnostics_.push_back(
      {code, Severity::error, std::move(message), {at, {}}, {}, std::move(help), {}, std::move(mends)});
  throw LeftOut{};
}

// ---- names, numbers, texts ----

tree::Name NodeReader::name(Cursor at) const { return {std::string(words(at.node())), span(at.node())}; }

std::int64_t NodeReader::number(const Node& node) {
  const std::string_view digits = words(node);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || value > kMaxNumber) leave_out(Code::G0105, span(node), "this number is too large",
                                                       "the largest number is " + std::to_string(kMaxNumber) + "; where it means \"no limit\", a smaller one will do");
  return value;
}

std::string NodeReader::unescaped(std::string_view raw) const {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      text += raw[i];
      continue;
    }
    ++i;
    text += raw[i] == 'n' ? '\n' : raw[i];
  }
  return text;
}

tree::Text ExpressionBuilder::text(Cursor at) {
  tree::Text text;
  text.span = span(at.node());
  if (const std::size_t line_break = words(at.node()).find('\n'); line_break != std::string_view::npos) {
    Span first = text.span;
    first.end = first.begin + static_cast<std::uint32_t>(line_break);
    leave_out(Code::G0102, first, "the text that begins here is not closed on its line", "close it with `\"`");
  }
  text_parts(at.below(), false, text);
  return text;
}

void ExpressionBuilder::text_parts(Cursor part, bool repeated, tree::Text& text) {
  while (!part.empty()) {
    if (part.is(Kind::repeated)) {
      text_parts(part.take().below(), true, text);
      continue;
    }
    tree::TextPart next;
    next.repeated = repeated;
    if (part.is(Kind::literal)) {
      next.span = span(part.node());
      next.literal = unescaped(words(part.take().node()));
    }
    if (part.is(Kind::hole)) {
      next.span = span(part.node());
      ++next.span.begin;
      --next.span.end;
      Cursor inside = part.take().below();
      next.hole.push_back(expression(inside.take()));
      if (inside.is(Kind::hole_width)) {
        const std::int64_t width = number(inside.node());
        if (width < 1 || width > 1000) leave_out(Code::G0105, span(inside.node()), "a width is from 1 to 1000");
        next.width = static_cast<int>(width);
      }
    }
    text.parts.push_back(std::move(next));
  }
}

tree::Text NodeReader::plain_text(Cursor at) const {
  const std::string_view raw = words(at.node());
  tree::Text text;
  text.span = span(at.node());
  tree::TextPart part;
  part.span = text.span;
  if (at.is(Kind::lone_backslash)) {
    part.literal = "\\";
  } else if (at.is(Kind::raw_text)) {
    part.literal = raw.substr(3, raw.size() - 6);
  } else {
    part.literal = unescaped(raw.substr(1, raw.size() - 2));
  }
  text.parts.push_back(std::move(part));
  return text;
}

tree::Text ExpressionBuilder::any_text(Cursor at) { return at.is(Kind::text) ? text(at) : plain_text(at); }

// ---- operators ----

/// A row of operands with operators between them, read from left to right by precedence.
class ExpressionBuilder::Row {
 public:
  Row(ExpressionBuilder& builder, Cursor row) : builder_(builder), row_(row) {}

  /// An operand with all operators after it of at least this precedence.
  Expr read(int binds) { return go_on(prefixed(binds), binds); }

 private:
  Expr go_on(Expr left, int binds) {
    while (row_.is(Kind::operator_)) {
      const Span op_span = builder_.span(row_.node());
      const Operator& next = operator_named(builder_.words(row_.node()));
      if (next.binds < binds) break;
      row_.advance();
      Expr right = read(next.binds + 1);
      const Span whole = join(left.span, right.span);
      left = make(next.binds == kRange ? ExprKind::range : ExprKind::binary, whole, std::move(left), std::move(right));
      left.op = next.op;
      left.op_span = op_span;
      if (next.binds == kComparison || next.binds == kRange) refuse_chain(next.binds);
    }
    return left;
  }

  /// An operand with the `not`s before it, which apply to operators from comparisons up, and the `-`s, which apply to
  /// the operand alone.
  Expr prefixed(int binds) {
    std::vector<Span> nots;
    std::vector<Span> minuses;
    while (row_.is(Kind::prefix)) {
      const Span prefix = builder_.span(row_.take().node());
      const bool minus = builder_.text_[prefix.begin] == '-';
      const std::string_view before = token_before(builder_.text_, prefix.begin);
      if (!minus && (binds > kBindingOfNot || !minuses.empty()))
        builder_.leave_out(Code::G0107, prefix, "`not` binds less tightly than the operator before it",
                           before == "&"   ? "to leave out T, write `S - T`; `not` is for conditions"
                           : before == "|" ? "`not` is for conditions; all cells without those of a set are `cells - S`"
                                           : "put `not ...` in parentheses");
      (minus ? minuses : nots).push_back(prefix);
    }
    Expr expr = wrapped(ExprKind::negate, minuses, builder_.operand(row_.take()));
    if (nots.empty()) return expr;
    return wrapped(ExprKind::not_, nots, go_on(std::move(expr), kComparison));
  }

  static Expr wrapped(ExprKind kind, const std::vector<Span>& prefixes, Expr expr) {
    for (auto prefix = prefixes.rbegin(); prefix != prefixes.rend(); ++prefix) {
      expr = make(kind, join(*prefix, expr.span), std::move(expr));
      expr.op_span = *prefix;
    }
    return expr;
  }

  void refuse_chain(int binds) const {
    if (!row_.is(Kind::operator_) || operator_named(builder_.words(row_.node())).binds != binds) return;
    const bool range = binds == kRange;
    builder_.leave_out(Code::G0107, builder_.span(row_.node()),
                       range ? "a range has only two ends" : "comparisons do not chain",
                       range ? "" : "write `a < b and b < c`, or use parentheses");
  }

  ExpressionBuilder& builder_;
  Cursor row_;
};

Expr ExpressionBuilder::expression(Cursor at) {
  const Span whole = span(at.node());
  std::size_t operators = 1;
  for (const Cursor part : at.below())
    if (part.is(Kind::operator_) || part.is(Kind::prefix)) ++operators;
  const Deeper deeper(*this, operators, whole);
  return Row(*this, at.below()).read(1);
}

// ---- operands ----

Expr ExpressionBuilder::operand(Cursor at) {
  stop_.after(2);
  switch (at.node().kind) {
    case Kind::stacked:
      return make(ExprKind::stacked, span(at.node()), applied(at.below()));
    case Kind::can: {
      Expr expr = make(ExprKind::can, span(at.node()));
      Cursor parts = at.below();
      expr.name = name(parts.take());
      if (parts.is(Kind::of_clause)) expr.kids.push_back(owner(parts.take().below()));
      return expr;
    }
    default:
      return applied(at);
  }
}

Expr ExpressionBuilder::applied(Cursor at) {
  Cursor parts = at.below();
  std::size_t parts_count = 0;
  for ([[maybe_unused]] const Cursor part : parts) ++parts_count;
  const Deeper deeper(*this, parts_count - 1, span(at.node()));
  Expr expr = primary(parts.take());
  expr = with_members(std::move(expr), parts);
  return with_owner(std::move(expr), parts);
}

Expr ExpressionBuilder::with_members(Expr base, Cursor& rest) {
  while (rest.is(Kind::member)) {
    const Node& node = rest.node();
    Cursor parts = rest.take().below();
    Expr expr = make(ExprKind::member, join(base.span, span(node)));
    expr.name = name(parts.take());
    if (parts.is(Kind::arguments)) {
      expr.kind = ExprKind::call;
      expr.args = arguments(parts.take());
    }
    expr.kids.push_back(std::move(base));
    base = std::move(expr);
  }
  return base;
}

/// The expression after `of`, which may have an `of` itself: `2 of disc of me`.
Expr ExpressionBuilder::owner(Cursor parts) {
  Expr expr = applied(parts.take());
  return with_owner(std::move(expr), parts);
}

Expr ExpressionBuilder::with_owner(Expr kind, Cursor& rest) {
  if (!rest.is(Kind::of_clause)) return kind;
  const Deeper deeper(*this, 1, span(rest.node()));
  Expr owner = this->owner(rest.take().below());
  const Span whole = join(kind.span, owner.span);
  return make(ExprKind::of, whole, std::move(kind), std::move(owner));
}

Expr ExpressionBuilder::primary(Cursor at) {
  switch (at.node().kind) {
    case Kind::number: {
      Expr expr = make(ExprKind::number, span(at.node()));
      expr.value = number(at.node());
      return expr;
    }
    case Kind::paren: {
      Expr expr = expression(at.below());
      expr.span = span(at.node());
      return expr;
    }
    case Kind::set:
      return set(at);
    case Kind::comprehension:
    case Kind::the:
      return comprehension(at);
    case Kind::fold:
      return fold(at);
    case Kind::if_expression:
      return if_expression(at);
    case Kind::drawn_call:
    case Kind::label_call: {
      Expr expr = make(at.is(Kind::drawn_call) ? ExprKind::drawn : ExprKind::label, span(at.node()));
      const tree::Text words = plain_text(at.below());
      expr.name = {words.parts.front().literal, words.span};
      return expr;
    }
    default:
      return named(at);
  }
}

Expr ExpressionBuilder::named(Cursor at) {
  Cursor parts = at.below();
  Expr expr = make(ExprKind::name, span(at.node()));
  expr.name = name(parts.take());
  if (parts.is(Kind::arguments)) {
    expr.kind = ExprKind::call;
    expr.args = arguments(parts.take());
  } else if (parts.is(Kind::subscript)) {
    expr.kind = ExprKind::index;
    expr.kids.push_back(expression(parts.take().below()));
  }
  return expr;
}

Expr ExpressionBuilder::set(Cursor at) {
  Expr expr = make(at.is(Kind::list) ? ExprKind::list : ExprKind::set, span(at.node()));
  for (const Cursor part : at.below()) expr.kids.push_back(expression(part));
  return expr;
}

Expr ExpressionBuilder::comprehension(Cursor at) {
  Expr expr = make(at.is(Kind::the) ? ExprKind::the : ExprKind::comprehension, span(at.node()));
  Cursor parts = at.below();
  expr.name = name(parts.take());
  expr.kids.push_back(expression(parts.take()));
  if (parts.is(Kind::where_clause)) expr.kids.push_back(expression(parts.take().below()));
  if (!parts.empty()) expr.args.push_back(argument({}, expression(parts.take())));
  return expr;
}

Expr ExpressionBuilder::fold(Cursor at) {
  Expr expr = make(ExprKind::fold, span(at.node()));
  Cursor parts = at.below();
  expr.op_span = span(parts.node());
  expr.fold = lang::named<tree::Fold>(words(parts.take().node()));
  expr.name = name(parts.take());
  expr.kids.push_back(expression(parts.take()));
  std::vector<Expr> where;
  if (parts.is(Kind::where_clause)) where.push_back(expression(parts.take().below()));
  expr.kids.push_back(expression(parts.take()));
  if (!where.empty()) expr.kids.push_back(std::move(where.front()));
  if (!parts.empty()) expr.args.push_back(argument({}, expression(parts.take())));
  return expr;
}

Expr ExpressionBuilder::if_expression(Cursor at) {
  Expr expr = make(ExprKind::if_, span(at.node()));
  for (const Cursor part : at.below()) expr.kids.push_back(expression(part));
  return expr;
}

std::vector<tree::Arg> ExpressionBuilder::arguments(Cursor at) {
  std::vector<tree::Arg> args;
  for (Cursor part = at.below(); !part.empty();) {
    if (part.is(Kind::named_argument))
      args.push_back(named_argument(part.take()));
    else
      args.push_back(argument({}, expression(part.take())));
  }
  return args;
}

tree::Arg ExpressionBuilder::named_argument(Cursor at) {
  Cursor parts = at.below();
  tree::Name its_name = name(parts.take());
  return argument(std::move(its_name), expression(parts.take()));
}

// ---- types ----

tree::TypeExpr ExpressionBuilder::type(Cursor at) {
  const Deeper deeper(*this, 1, span(at.node()));
  tree::TypeExpr type_expr;
  type_expr.span = span(at.node());
  Cursor form = at.below();
  switch (form.node().kind) {
    case Kind::set_type:
    case Kind::clamped_type:
      type_expr.kind = form.is(Kind::set_type) ? tree::TypeKind::set_of : tree::TypeKind::clamped;
      type_expr.inner.push_back(type(form.below()));
      break;
    case Kind::enumeration:
      type_expr.kind = tree::TypeKind::enumeration;
      for (const Cursor value : form.below()) type_expr.values.push_back(enum_value(value));
      break;
    default:
      type_expr.kind = tree::TypeKind::expr;
      type_expr.expr.push_back(expression(form));
      break;
  }
  return type_expr;
}

tree::EnumValue ExpressionBuilder::enum_value(Cursor at) {
  Cursor parts = at.below();
  tree::EnumValue value;
  value.name = name(parts.take());
  for (const Cursor part : parts) value.spellings.push_back(plain_text(part).parts.front().literal);
  return value;
}

std::vector<tree::Param> ExpressionBuilder::parameters(Cursor at) {
  std::vector<tree::Param> params;
  for (Cursor part = at.below(); !part.empty();) {
    Cursor inside = part.take().below();
    tree::Param param;
    param.name = name(inside.take());
    param.type.push_back(type(inside.take()));
    params.push_back(std::move(param));
  }
  return params;
}

}  // namespace glint::lang::parsing
