// Declarations that hold values, and rules that are evaluated for all players.
#include "lang/check/declarations/declarations.hpp"

#include <algorithm>

#include "lang/check/body/body.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/rules/arithmetic.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {
namespace {

/// The value of an expression made of numbers alone.
std::optional<std::int64_t> constant_of(const Expr& expr) {
  if (expr.op == Op::constant) return expr.number;
  if (!is(expr.type, Base::number) || expr.op == Op::cycle_distance) return std::nullopt;
  std::int64_t kids[] = {0, 0};
  for (std::size_t i = 0; i < expr.kids.size(); ++i) {
    const auto value = i < 2 ? constant_of(expr.kids[i]) : std::nullopt;
    if (!value) return std::nullopt;
    kids[i] = *value;
  }
  return rules::computed(expr.op, kids[0], kids[1], 0);
}

constexpr std::int64_t kMostInBag = 255;

constexpr std::int64_t kMostOptionValues = 1000;

/// An entry of the rules with its declaration's name, comment and place.
template <class Entry>
Entry entry_for(const tree::Decl& decl) {
  Entry entry;
  entry.name = decl.name.text;
  entry.doc = decl.doc;
  entry.span = decl.name.span;
  return entry;
}

/// True if the domain of an option is a named part of the players, or of what a board has.
bool is_some_of_board(Context& context, const tree::TypeExpr& domain) {
  if (domain.kind != tree::TypeKind::expr) return false;
  const tree::Expr& expr = domain.expr.front();
  const Global* named = expr.kind == tree::ExprKind::name ? context.names.find(expr.name.text) : nullptr;
  const bool is_type = named != nullptr && named->sort == Sort::type;
  const tree::TypeExpr& written = is_type ? named->decl->as<tree::TypeDecl>().type : domain;
  return is_subset(written, context) && type_named(written.expr.front().kids[1].name.text, context.rules).has_value();
}

/// The text after a variable, which says in words what it is: "hand", or "life|lives" for a number that counts things.
void check_label_text(Context& context, const tree::Text& text, rules::Variable& variable) {
  if (std::any_of(text.parts.begin(), text.parts.end(), [](const tree::TextPart& part) { return !part.hole.empty(); }))
    return context.report.say(Code::G0309, text.span, "the label of a variable has no values in it",
                              {.help = "`show \"...\"` shows a text with values"});
  const std::string label = lang::escaped(plain_text(text));
  const std::size_t bar = label.find('|');
  variable.label = bar == std::string::npos ? label : label.substr(bar + 1);
  if (bar != std::string::npos) variable.label_of_one = label.substr(0, bar);
  const bool is_whole = bar == std::string::npos || (bar > 0 && variable.label.find('|') == std::string::npos);
  if (variable.label.empty() || !is_whole)
    return context.report.say(Code::G0302, text.span, "a label is a word for the value, or two for one and for many",
                              {.help = "as in `\"hand\"` or `\"life|lives\"`"});
  if (bar != std::string::npos && !is(variable.type, Base::number))
    context.report.error(Code::G0309, text.span, "this label has words for one and for many, but only numbers count things",
                         {.help = "write one word, without `|`"});
}

/// `seen by`: the players who see a variable, by its index and the options.
void check_seen(Context& context, const tree::Decl& decl, std::size_t slot) {
  const auto* bag = decl.get_if<tree::BagDecl>();
  const tree::Expr* seen = seen_of(decl);
  const std::optional<tree::Name> index = bag != nullptr ? bag->key.name : decl.as<tree::VarDecl>().index_name;
  if (seen == nullptr && (bag != nullptr || !index)) return;
  Body body(context, Place::constant);
  rules::Variable& variable = context.rules.variables[slot];
  if (variable.index) {
    if (index)
      body.bind(*index, *variable.index);
    else
      body.bind_hidden(*variable.index, decl.name.span);
  }
  if (seen == nullptr) return;
  Maybe seats = body.expr_as(*seen, set_of(plain(Base::player)));
  if (!seats) return;
  context.rules.variables[slot].seen_by = std::move(*seats);
  context.rules.variables[slot].seen_frame = std::move(body.frame);
}

}  // namespace

void check_players(Context& context) {
  if (context.parts.players == nullptr) return;
  const auto& players = context.parts.players->as<tree::PlayersDecl>();
  context.rules.team = players.team;
  for (const tree::Name& name : players.names) {
    for (const rules::Player& other : context.rules.players) {
      if (other.name != name.text) continue;
      context.report.error(Code::G0203, name.span, "a second player " + marked(name.text),
                           {.others = {{other.span, "the first is here"}}});
    }
    if (context.rules.players.size() == kMostPlayers)
      return context.report.say(Code::G0412, name.span,
                                "more than " + std::to_string(kMostPlayers) + " players are too many");
    if (!context.names.is_free_word(name)) continue;
    const int number = add_entry(context.rules.players, {name.text, name.span, std::nullopt});
    context.names.add_value(name.text, {plain(Base::player), number, name.span});
  }
}

void check_who_plays(Context& context) {
  if (context.parts.players == nullptr) return;
  const auto& players = context.parts.players->as<tree::PlayersDecl>();
  for (const auto& [number, condition] : players.when) {
    Body body(context, Place::constant);
    Maybe when = body.flag(condition);
    for (rules::Player& player : context.rules.players)
      if (player.span == players.names[number].span) player.when = std::move(when);
  }
  if (players.when.size() == players.names.size())
    context.report.error(Code::G0405, context.parts.players->head, "nobody plays with all options",
                         {.help = "leave out the `when` of at least one player"});
}

std::optional<std::int64_t> value_for(Context& context, Body& body, Expr value, const rules::Option& option,
                                      const Label& declared) {
  if (!same_base(value.type, option.type) || value.type.is_set) {
    body.convert(std::move(value), option.type);
    return std::nullopt;
  }
  const auto number = constant_of(value);
  if (!number)
    return context.report.refuse(Code::G0307, value.span, "the value of an option must be written out, not computed");
  if (std::find(option.values.begin(), option.values.end(), *number) != option.values.end()) return number;
  const std::string written =
      is(value.type, Base::number) ? std::to_string(*number) : std::string(context.sources.text(value.span));
  return context.report.refuse(Code::G0310, value.span,
                               marked(written) + " is not one of the values of " + marked(option.name),
                               {.help = "choose one of its values, or add this one to them", .others = {declared}});
}

void check_option(Context& context, Global& global) {
  const tree::Decl& decl = *global.decl;
  const auto& parts = decl.as<tree::OptionDecl>();
  const std::string& name = decl.name.text;
  if (context.rules.options.size() >= kMostOptions)
    return context.report.say(Code::G0412, decl.name.span,
                              "more than " + std::to_string(kMostOptions) + " options are too many");
  auto option = entry_for<rules::Option>(decl);
  if (parts.text) option.text = lang::escaped(plain_text(*parts.text));
  Body body(context, Place::constant);
  const tree::TypeExpr& domain = *parts.type;
  const bool listed_numbers = domain.kind == tree::TypeKind::expr && domain.expr.front().kind == tree::ExprKind::set;
  if (listed_numbers) {
    option.is_value_set = true;
    for (const tree::Expr& each : domain.expr.front().kids) {
      Maybe value = body.number(each);
      const auto number = value ? constant_of(*value) : std::nullopt;
      if (value && !number) context.report.error(Code::G0307, each.span, "the values of an option are plain numbers");
      if (number) option.values.push_back(*number);
    }
    if (option.values.empty()) return;
    const auto [lo, hi] = std::minmax_element(option.values.begin(), option.values.end());
    option.type = number_type(*lo, *hi);
  } else {
    // Options come before the board, so of its directions and cells nothing is known yet.
    const bool is_of_board = is_some_of_board(context, domain);
    const std::optional<Type> type = is_of_board ? plain(Base::cell) : type_of(context, domain, name);
    if (!type) return;
    option.type = *type;
    if (type->subset != 0 && !values_of_subset(*type, context.rules))
      return context.report.say(Code::G0307, domain.span, "the values of an option must be written out, not computed");
    const bool is_player = type->base == Base::player && context.parts.players != nullptr;
    if (is_player && !context.parts.players->as<tree::PlayersDecl>().when.empty())
      return context.report.say(Code::G0309, domain.span,
                                "the values of an option cannot be players where options say who plays",
                                {.help = "give it names of its own, as `{first, second}`"});
    if (type->is_set ||
        (!is_player && type->base != Base::number && type->base != Base::enumeration && type->base != Base::flag))
      return context.report.say(
          Code::G0309, domain.span, "the values of an option are numbers, names or players",
          {.help = "its domain is a range of numbers, a list of names or `player`, as `2..5` or `{own, all}`"});
    std::int64_t lo = 0, hi = size_of(*type, context) - 1;
    if (type->base == Base::number) {
      lo = type->lo;
      hi = type->hi;
    }
    if (hi - lo >= kMostOptionValues)
      return context.report.say(Code::G0412, domain.span,
                                "an option with more than " + std::to_string(kMostOptionValues) + " values",
                                {.help = "narrow its range; what differs from game to game can be a `draw`"});
    const std::optional<std::uint64_t> some = values_of_subset(*type, context.rules);
    for (std::int64_t value = lo; value <= hi; ++value)
      if (!some || (*some >> value & 1) != 0) option.values.push_back(value);
    // `{on, off}` keeps the order in which it is written.
    if (type->base == Base::flag && domain.kind == tree::TypeKind::enumeration &&
        domain.values.front().name.text == "on")
      std::reverse(option.values.begin(), option.values.end());
  }
  Maybe initial = body.expr(parts.value, &option.type);
  if (initial) {
    const auto value = value_for(context, body, std::move(*initial), option, {domain.span, "its values"});
    if (value) option.initial = *value;
  }
  global.type = option.type;
  global.index = add_entry(context.rules.options, std::move(option));
}

void check_type(Context& context, Global& global) {
  const tree::TypeExpr& written = global.decl->as<tree::TypeDecl>().type;
  const std::optional<Type> type = type_of(context, written, global.decl->name.text);
  if (!type) return;
  if (type->stands != 0)
    return context.report.say(Code::G0309, written.span,
                              "a set of pieces changes during play, and the values of a type do not");
  if (type->subset != 0)
    entry_of(context.rules.subsets, type->subset - 1).span = global.decl->name.span;
  else if (type->base == Base::enumeration)
    context.rules.enums[type->enumeration].span = global.decl->name.span;
  global.type = *type;
  global.index = 0;
}

void check_variable(Context& context, Global& global) {
  const tree::Decl& decl = *global.decl;
  auto variable = entry_for<rules::Variable>(decl);
  const auto storable = [&](const std::optional<Type>& type, const tree::TypeExpr& at) {
    if (!type) return false;
    if (type->stands == 0) return true;
    return context.report.deny(Code::G0309, at.span, "a variable cannot be a kind of piece",
                               {.help = "use `cell` or `set of cell`, and test the piece there"});
  };
  const auto* bag = decl.get_if<tree::BagDecl>();
  const auto* var = decl.get_if<tree::VarDecl>();
  variable.is_bag = bag != nullptr;
  const std::optional<Type> type =
      bag != nullptr ? number_type(0, kMostInBag) : type_of(context, var->type, decl.name.text);
  if (bag == nullptr && !storable(type, var->type)) return;
  variable.type = *type;
  const tree::TypeExpr* index = bag != nullptr ? &bag->key.type.front() : var->index ? &*var->index : nullptr;
  if (index != nullptr) {
    variable.index = type_of(context, *index, decl.name.text);
    if (!storable(variable.index, *index)) return;
    if (variable.index->is_set)
      return context.report.say(Code::G0309, index->span,
                                variable.is_bag
                                    ? "a bag holds elements of a type, not sets"
                                    : "a variable has a value for each element of a type, not for each set");
  }
  variable.is_uncounted = var != nullptr && var->uncounted;
  if (const tree::Text* label = text_of(decl)) check_label_text(context, *label, variable);
  global.type = variable.type;
  global.index = add_entry(context.rules.variables, std::move(variable));
  context.demand.later(global);
}

void check_variable_start(Context& context, Global& global) {
  const auto slot = static_cast<std::size_t>(global.index);
  Body body(context, Place::constant);
  const auto* var = global.decl->get_if<tree::VarDecl>();
  const std::optional<Type> index_type = context.rules.variables[slot].index;
  const tree::Expr& written = *expr_of(*global.decl);
  const bool is_list = written.kind == tree::ExprKind::list && index_type;
  if (var == nullptr) body.bind(global.decl->as<tree::BagDecl>().key.name, index_type);
  // The index of a bag keeps its slot, even if its name is wrong.
  if (body.frame.locals.empty() && (is_list || var == nullptr)) body.bind_hidden(*index_type, written.span);
  body.frame.params = static_cast<int>(body.frame.locals.size());
  const std::size_t errors = context.report.list().size();
  Maybe start = is_list ? body.list(written, *index_type, &global.type) : body.expr_as(written, global.type);
  context.report.amend(errors, [&](Diagnostic& error) {
    const std::optional<tree::Name> index = var != nullptr ? var->index_name : std::nullopt;
    if (index && error.code == Code::G0201 && context.sources.text(error.primary.span) == index->text)
      error.help = "all start with the same value; to set each, write in `setup`: `for " + index->text + " in ... { " +
                   global.decl->name.text + "[" + index->text + "] = ... }`";
  });
  if (start) context.rules.variables[slot].initial = std::move(*start);
  context.rules.variables[slot].frame = std::move(body.frame);
  check_seen(context, *global.decl, slot);
}

void check_let(Context& context, Global& global) {
  const tree::Decl& decl = *global.decl;
  const auto& parts = decl.as<tree::LetDecl>();
  auto let = entry_for<rules::Let>(decl);
  let.form = parts.table            ? rules::LetForm::table
             : parts.params.empty() ? rules::LetForm::plain
                                    : rules::LetForm::function;
  Body body(context, Place::let);
  const bool callable = body.parameters(parts.params);
  if (parts.table) {
    for (const rules::Local& param : body.frame.locals) {
      if (!param.type.is_set) continue;
      context.report.error(Code::G0309, param.span, "a table has an entry for each element of a type, not for each set",
                           {.help = "a function, with parentheses, takes sets"});
    }
  }
  std::optional<Type> type;
  Maybe value;
  if (parts.type) type = type_of(context, *parts.type, decl.name.text);
  if (parts.value.kind == tree::ExprKind::list && parts.table && parts.params.size() == 1)
    value = body.list(parts.value, Type(body.frame.locals.front().type), type ? &*type : nullptr);
  else
    value = type ? body.expr_as(parts.value, *type) : body.expr(parts.value);
  if (parts.type && type && value && type->stands == 0) type->stands = value->type.stands;
  if (!parts.type && value) type = value->type;
  if (type && type->base == Base::visit)
    return context.report.say(Code::G0309, value ? value->span : decl.name.span,
                              "visits can only be used in a loop or a fold");
  // With a type it can be used, even if its body has errors.
  if (!type || !callable) return;
  let.type = unclamped(*type);
  if (value) let.body = std::move(*value);
  let.frame = std::move(body.frame);
  let.reads_me = body.reads.me;
  let.reads_beams = body.reads.beams;
  let.reads_state = body.reads.state;
  global.type = let.type;
  global.index = add_entry(context.rules.lets, std::move(let));
}

void check_effect(Context& context, Global& global) {
  const tree::Decl& decl = *global.decl;
  const auto& parts = decl.as<tree::EffectDecl>();
  rules::Effect effect;
  effect.name = decl.name.text;
  effect.span = decl.name.span;
  Body body(context, Place::effect);
  const bool callable = body.parameters(parts.params);
  body.block(parts.body, effect.body);
  if (!callable) return;
  effect.frame = std::move(body.frame);
  global.reads_me = body.reads.me;
  global.changes = body.changes;
  for (int i = 0; i < effect.frame.params; ++i) global.leaves.push_back(body.facts.at(i));
  global.index = add_entry(context.rules.effects, std::move(effect));
}

void check_end(Context& context, const tree::Decl& decl) {
  const auto& end = decl.as<tree::EndDecl>();
  rules::EndRule rule;
  rule.span = decl.head;
  Body body(context, Place::rule);
  if (!decl.name.text.empty()) rule.player = body.bind(decl.name, plain(Base::player));
  Maybe when = body.flag(end.when);
  if (when) body.learn(*when, true);
  std::optional<rules::Result> result = body.result(end.result);
  if (!when || !result) return;
  rule.when = std::move(*when);
  rule.result = std::move(*result);
  rule.frame = std::move(body.frame);
  context.rules.judging.ends.push_back(std::move(rule));
}

std::optional<rules::PerPlayer> check_per_player(Context& context, const tree::Decl* decl) {
  if (decl == nullptr) return std::nullopt;
  rules::PerPlayer made;
  made.span = decl->head;
  Body body(context, Place::rule);
  if (context.rules.team && decl->name.text != "team") {
    const std::string word = decl->kind == tree::DeclKind::score ? "score" : "heuristic";
    return context.report.refuse(Code::G0417, decl->name.span, "the players are a team, and share one " + marked(word),
                                 {.help = "write `" + word + " team = ...`"});
  }
  if (!context.rules.team) body.bind(decl->name, plain(Base::player));
  Maybe value = body.number(decl->as<tree::ScoreDecl>().value);
  if (!value) return std::nullopt;
  made.value = std::move(*value);
  made.frame = std::move(body.frame);
  return made;
}

void check_invariant(Context& context, const tree::Decl& decl) {
  const auto& invariant = decl.as<tree::InvariantDecl>();
  rules::Invariant made;
  made.span = decl.head;
  Body body(context, Place::rule);
  Maybe condition = body.flag(invariant.condition);
  if (invariant.text)
    if (auto text = body.text(*invariant.text)) made.message = std::move(*text);
  if (!condition) return;
  made.condition = std::move(*condition);
  made.frame = std::move(body.frame);
  context.rules.invariants.push_back(std::move(made));
}

void check_clock(Context& context) {
  const tree::Decl* decl = context.parts.clock;
  if (decl == nullptr) return;
  const auto& clock = decl->as<tree::ClockDecl>();
  rules::Clock made;
  made.span = decl->head;
  Body body(context, Place::clock);
  if (clock.when) made.when = body.flag(*clock.when);
  made.turn = clock.turn;
  made.reserve = clock.reserve;
  made.game = clock.game;
  for (const auto& [name, seconds] : clock.adds) {
    const Global* move = find_move(context, name);
    if (move == nullptr) continue;
    if (move->sort == Sort::move) made.adds.emplace_back(move->index, seconds);
    for (const int each : move->moves) made.adds.emplace_back(each, seconds);
  }
  if (clock.out) {
    made.out = body.result(*clock.out);
  } else {
    context.report.error(Code::G0405, decl->head, "the clock has no `out`",
                         {.help = "add for example `out: opponent wins`, or `out: score`"});
  }
  context.rules.judging.clock = std::move(made);
}

}  // namespace glint::lang::checking
