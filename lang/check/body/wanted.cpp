// The things that may stand at a place in question (lang/check/check.hpp).
#include "lang/check/check.hpp"

#include "lang/check/body/expressions.hpp"

namespace glint::lang::checking {
namespace {

enum class Fit { exact, near, none };

/// The fit of a value of a type where `hint` is wanted, or any set.
Fit fit_of(const Type& type, const Type* hint) {
  if (hint == nullptr) return type.is_set ? Fit::exact : Fit::none;
  if (!same_base(type, *hint)) return Fit::none;
  return type.is_set && !hint->is_set ? Fit::near : Fit::exact;
}

/// Adds the declarations of the script itself, or of its libraries.
void add_globals_wanted(Context& context, const Type* hint, const Span& span, bool is_own) {
  Wanted& wanted = *context.wanted;
  std::vector<std::string> names;
  if (is_own)
    for (const auto& [name, decl] : context.names.own()) names.push_back(name);
  else
    for (const auto& [name, global] : context.names.globals())
      if (context.script.own_files.count(global.file) == 0) names.push_back(name);
  for (const std::string& name : names) {
    Global* global = context.names.find(name);
    const bool is_value = global != nullptr && (global->sort == Sort::option || global->sort == Sort::variable ||
                                                global->sort == Sort::let || global->sort == Sort::kind);
    if (!is_value || global->progress == Progress::busy || !context.demand(name, *global, span)) continue;
    const Type type = global->sort == Sort::kind ? set_of(plain(Base::cell)) : global->type;
    const Fit fit = fit_of(type, hint);
    if (fit != Fit::none) (fit == Fit::exact ? wanted.fits : wanted.near).push_back(name);
  }
}

}  // namespace

bool is_asked_about(const Context& context, const tree::Expr& expr) {
  return context.wanted != nullptr && expr.kind == tree::ExprKind::name && expr.span.file == 0 &&
         expr.span.begin == context.wanted->at;
}

void note_members(const Context& context, const tree::Name& name, std::vector<std::string> names) {
  Wanted* wanted = context.wanted;
  if (wanted != nullptr && name.span.file == 0 && name.span.begin == wanted->at) wanted->members = std::move(names);
}

void note_wanted(const Scope& scope, const Type* hint, const Span& span) {
  Context& context = scope.context;
  const rules::Rules& rules = scope.rules;
  Wanted& wanted = *context.wanted;
  if (wanted.is_known) return;
  wanted.is_known = true;
  wanted.is_cell = hint != nullptr && hint->base == Base::cell;
  wanted.is_flag = hint != nullptr && hint->base == Base::flag;
  const auto add = [&](const std::string& name, const Type& type) {
    const Fit fit = fit_of(type, hint);
    if (fit != Fit::none) (fit == Fit::exact ? wanted.fits : wanted.near).push_back(name);
  };
  for (auto name = scope.bound.rbegin(); name != scope.bound.rend(); ++name)
    if (const int* slot = scope.find_local(*name); slot != nullptr && *slot >= 0)
      add(*name, entry_of(scope.frame.locals, *slot).type);
  if (scope.piece >= 0) {
    for (const int field : entry_of(rules.kinds, scope.piece).fields) {
      const auto& declared = entry_of(rules.fields, field);
      add(declared.name, declared.type);
    }
    if (entry_of(rules.kinds, scope.piece).owned) add("owner", plain(Base::player));
  }
  if (hint != nullptr && !hint->is_set && !wanted.is_flag)
    for (const std::string& name : context.names.names_of({}))
      if (const Value* value = context.names.value_for(name, *hint)) add(name, value->type);
  add_globals_wanted(context, hint, span, true);
  if (scope.knows_me()) add("me", plain(Base::player));
  if (scope.knows_me() && scope.has_opponent()) add("opponent", plain(Base::player));
  if (scope.has_here) add("here", plain(Base::cell));
  for (const char* name : {"empty", "cells"}) add(name, set_of(plain(Base::cell)));
  for (const char* name : {"edges", "border"}) add(name, set_of(plain(Base::edge)));
  for (const char* name : {"around", "direction"}) add(name, set_of(plain(Base::direction)));
  add("axis", set_of(plain(Base::axis)));
  add("player", set_of(plain(Base::player)));
  add("seen", plain(Base::number));
  if (wanted.is_flag) wanted.near.insert(wanted.near.end(), {"on", "off"});  // a condition is rarely one of these
  if (hint != nullptr && hint->is_set)
    for (const std::string& name : context.names.names_of({}))
      if (const Value* value = context.names.value_for(name, *hint)) add(name, value->type);
  add_globals_wanted(context, hint, span, false);
}

}  // namespace glint::lang::checking
