// The one namespace of a load: what is declared, the values that bare names mean, and the words that are taken.
#include <algorithm>

#include "lang/check/body.hpp"
#include "lang/check/checker.hpp"

namespace glint::lang::checking {
namespace {

/// Words that mean the same in every script. Those that begin folds (`any`, `sum`, ...) are names like others
/// elsewhere.
constexpr std::string_view kBuiltins[] = {
    // values and sets
    "me", "opponent", "seen", "here", "empty", "cells", "edges", "border", "around", "beams", "beam", "moves",
    // types
    "cell", "edge", "player", "direction", "axis", "flag",
    // functions
    "count", "min", "max", "odd", "letter", "lower", "ray", "slide", "hit", "steps", "between", "distance", "trace",
    "score"};

}  // namespace

bool Checker::is_builtin(std::string_view name) {
  return std::find(std::begin(kBuiltins), std::end(kBuiltins), name) != std::end(kBuiltins);
}

Global* Checker::find(const std::string& name) {
  const auto found = globals_.find(name);
  return found == globals_.end() ? nullptr : &found->second;
}

const std::vector<Value>& Checker::values_of(const std::string& name) const {
  static const std::vector<Value> kNone;
  const auto found = values_.find(name);
  return found == values_.end() ? kNone : found->second;
}

void Checker::add_value(const std::string& name, const Value& value) { values_[name].push_back(value); }

const Value* Checker::value_for(const std::string& name, const Type& type) const {
  for (const Value& value : values_of(name)) {
    if (same_base(value.type, type)) return &value;
  }
  return nullptr;
}

std::vector<std::string> Checker::names_of(const std::set<Sort>& sorts) const {
  std::vector<std::string> names;
  if (report.list.size() > kMostSuggestions) return names;
  for (const auto& [name, global] : globals_) {
    if (sorts.count(global.sort) != 0) names.push_back(name);
  }
  // Without sorts: the values.
  if (sorts.empty()) {
    for (const auto& [name, values] : values_) names.push_back(name);
  }
  return names;
}

std::vector<std::string> Checker::names_of_bags() const {
  std::vector<std::string> names;
  for (const auto& [name, global] : globals_) {
    if (global.decl->kind == tree::DeclKind::bag) names.push_back(name);
  }
  return names;
}

std::optional<std::vector<std::string>> Checker::names_of_values(const Type& type) const {
  std::vector<std::string> names;
  switch (type.base) {
    case Base::player:
      for (const rules::Player& each : rules.players) names.push_back(each.name);
      break;
    case Base::direction:
      for (const rules::Direction& each : rules.lattice.directions) names.push_back(each.name);
      break;
    case Base::axis:
      for (const rules::Axis& each : rules.lattice.axes) {
        if (!each.name.empty()) names.push_back(each.name);
      }
      break;
    default:
      break;
  }
  if (names.empty()) return std::nullopt;
  return names;
}

Diagnostic* Checker::unknown(const tree::Name& name, const std::string& what, const std::vector<std::string>& names) {
  if (lost(name.text)) return nullptr;
  if (tell_needed(name.text, name.span)) return nullptr;
  const std::string near = did_you_mean(name.text, names);
  if (misses_library_ && near.empty()) return nullptr;
  Diagnostic& error = report.error(Code::G0201, name.span, "unknown " + what + " " + quote(name.text), near);
  // If few names are accepted, here they are.
  if (what != "name" && !names.empty() && names.size() <= 8)
    error.help = "there " + std::string(names.size() == 1 ? "is " : "are ") + listed(names, "and");
  return &error;
}

bool Checker::may_be_declared(const tree::Name& name) {
  if (is_builtin(name.text)) {
    report.error(Code::G0203, name.span, quote(name.text) + " is a word of the language").help = "choose another name";
    return false;
  }
  for (const Value& value : values_of(name.text)) {
    if (value.type.base != Base::direction) continue;
    Diagnostic& error = report.error(Code::G0204, name.span, quote(name.text) + " is a direction of the board");
    if (value.span.end != 0) error.others.push_back({value.span, "its lattice is declared here"});
    error.help = "choose another name";
    return false;
  }
  if (labels_.could_be(name.text)) {
    report.error(Code::G0204, name.span, quote(name.text) + " is the label of a cell").help =
        "cells here are called as in " + quote(labels_.example()) + "; choose another name";
    return false;
  }
  return true;
}

bool Checker::tell_needed(const std::string& name, const Span& span) {
  const auto found = needed_.find(span.file);
  if (in_own_file(span) || found == needed_.end() || found->second.count(name) == 0) return false;
  report.error(Code::G0209, span, "this library needs " + quote(name) + ", which the game does not have").help =
      "declare it in the game, or do without what reads it";
  return true;
}

// ---- collecting ----

void Checker::single(const tree::Decl*& slot, const tree::Decl& decl, const std::string& what) {
  if (slot != nullptr) {
    report.error(Code::G0404, decl.head, "a second " + quote(what)).others.push_back({slot->head, "the first is here"});
    return;
  }
  slot = &decl;
}

void Checker::declare(Sort sort, const tree::Decl& decl, std::uint32_t file) {
  const tree::Name& name = decl.name;
  if (is_builtin(name.text)) {
    report.error(Code::G0203, name.span, quote(name.text) + " is a word of the language").help = "choose another name";
    lost_names_.insert(name.text);
    return;
  }
  const auto found = globals_.find(name.text);
  if (found != globals_.end()) {
    report.error(Code::G0203, name.span, quote(name.text) + " is declared already")
        .others.push_back({found->second.decl->name.span, "declared here"});
    return;
  }
  Global global;
  global.sort = sort;
  global.decl = &decl;
  global.file = file;
  globals_.emplace(name.text, std::move(global));
  if (own_files_.count(file) != 0) own_.emplace_back(name.text, &decl);
}

void Checker::collect() {
  for (const Loaded& loaded : files_) {
    // Those of a variant come from several files.
    const bool main = loaded.file.file == main_file_;
    for (const tree::Decl& decl : loaded.file.decls) collect(decl, decl.span.file, main);
  }
}

void Checker::collect(const tree::Decl& decl, std::uint32_t file, bool main) {
  using tree::DeclKind;
  const auto only_in_games = [&](const tree::Decl*& slot, const std::string& what) {
    if (!main) return;
    if (library) {
      report.error(Code::G0402, decl.head, quote(what) + " cannot stand in a library").help =
          "it belongs to a game; `needs` says what a library needs of one";
      return;
    }
    single(slot, decl, what);
  };
  const tree::Decl* ignored = nullptr;
  switch (decl.kind) {
    case DeclKind::game:
    case DeclKind::variant:
    case DeclKind::library:
      break;  // `load` saw to them
    case DeclKind::use:
      break;
    case DeclKind::needs:
      for (const tree::Decl& needed : decl.decls) {
        if (needed.kind == DeclKind::beam) {
          for (const tree::FieldDecl& field : needed.fields) needed_[file].insert("beam." + field.name.text);
          if (main) beams_.push_back(&needed);
        } else if (needed.kind == DeclKind::players) {
          if (main) single(players_, needed, "players");
        } else {
          if (!needed.name.text.empty()) needed_[file].insert(needed.name.text);
          // Whatever has a name can be needed; what stands once in a game cannot.
          if (main) collect(needed, file, main);
        }
      }
      if (main && !library) {
        report.error(Code::G0402, decl.head, "`needs` cannot stand in a game").help =
            "it is how a library says what it needs of the game";
      }
      break;
    case DeclKind::players:
      only_in_games(players_, "players");
      break;
    case DeclKind::beam:
      if (main && !library) {
        if (!beams_.empty())
          single(beams_.front(), decl, "beam");
        else
          beams_.push_back(&decl);
      } else if (main) {
        only_in_games(ignored, "beam");
      }
      break;
    case DeclKind::use_board:
      only_in_games(board_, "board");
      break;
    case DeclKind::board:
      if (decl.inline_board)
        only_in_games(board_, "board");
      else
        declare(Sort::board, decl, file);
      break;
    case DeclKind::option:
      declare(Sort::option, decl, file);
      break;
    case DeclKind::type:
      declare(Sort::type, decl, file);
      break;
    case DeclKind::lattice:
      declare(Sort::lattice, decl, file);
      break;
    case DeclKind::piece:
      declare(Sort::kind, decl, file);
      break;
    case DeclKind::optic:
      declare(Sort::optic, decl, file);
      break;
    case DeclKind::enters:
    case DeclKind::crosses:
      if (main && library) only_in_games(ignored, "when beam");
      else if (main) terrain_.push_back(&decl);
      break;
    case DeclKind::var:
      declare(Sort::variable, decl, file);
      break;
    case DeclKind::bag:
      declare(Sort::variable, decl, file);
      break;
    case DeclKind::let:
      declare(Sort::let, decl, file);
      break;
    case DeclKind::effect:
      declare(Sort::effect, decl, file);
      break;
    case DeclKind::move:
      declare(Sort::move, decl, file);
      break;
    case DeclKind::group:
      declare(Sort::group, decl, file);
      break;
    case DeclKind::setup:
      only_in_games(setup_, "setup");
      break;
    case DeclKind::play:
      only_in_games(play_, "play");
      break;
    case DeclKind::score:
      only_in_games(score_, "score");
      break;
    case DeclKind::heuristic:
      only_in_games(heuristic_, "heuristic");
      break;
    case DeclKind::clock:
      only_in_games(clock_, "clock");
      break;
    case DeclKind::show:
      if (main && library) only_in_games(ignored, "show");
      else if (main) shows_.push_back(&decl);
      break;
    case DeclKind::end:
    case DeclKind::invariant:
    case DeclKind::test: {
      if (!main) break;
      if (library) {
        const char* word = decl.kind == DeclKind::end ? "end" : decl.kind == DeclKind::test ? "test" : "invariant";
        only_in_games(ignored, word);
        break;
      }
      auto& list = decl.kind == DeclKind::end ? ends_ : decl.kind == DeclKind::test ? tests_ : invariants_;
      list.push_back(&decl);
      break;
    }
  }
}

}  // namespace glint::lang::checking
