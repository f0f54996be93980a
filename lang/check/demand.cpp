// Checking on demand, and the order of it all.
#include <algorithm>

#include "lang/check/body.hpp"
#include "lang/check/checker.hpp"
#include "lang/check/mentions.hpp"

namespace glint::lang::checking {

Checker::Checker(Sources& the_sources, Loader& loader, std::vector<Diagnostic>& diagnostics)
    : report{diagnostics}, sources(the_sources), loader_(loader) {}

bool Checker::demand(const std::string& name, Global& global, const Span& use) {
  switch (global.progress) {
    case Progress::done:
      return true;
    case Progress::broken:
      return false;
    case Progress::busy: {
      // Told once: whoever took part is broken, and silent from now on.
      std::size_t first = 0;
      while (first < chain_.size() && *chain_[first].first != name) ++first;
      std::string circle;
      for (std::size_t i = first; i < chain_.size(); ++i) circle += quote(*chain_[i].first) + " -> ";
      circle += quote(name);
      Diagnostic& error = report.error(
          Code::G0401, use,
          chain_.size() - first == 1 ? quote(name) + " needs itself" : quote(name) + " needs itself: " + circle);
      for (std::size_t i = first + 1; i < chain_.size(); ++i)
        error.others.push_back(
            {chain_[i].second, "here " + quote(*chain_[i - 1].first) + " needs " + quote(*chain_[i].first)});
      error.help = "nothing in a script can call itself, so that every game halts";
      global.progress = Progress::broken;
      return false;
    }
    case Progress::waiting:
      break;
  }
  if (depth > kMostDepth) {
    report.error(Code::G0412, use, "too many declarations need each other in a row");
    return false;
  }
  const std::size_t errors = report.list.size();
  global.progress = Progress::busy;
  chain_.emplace_back(&name, use);
  depth += 8;  // a declaration takes more of the stack than an expression
  switch (global.sort) {
    case Sort::option:
      check_option(name, global);
      break;
    case Sort::type:
      check_type(name, global);
      break;
    case Sort::kind:
      check_kind(global);
      break;
    case Sort::optic:
      check_optic(global);
      break;
    case Sort::variable:
      check_variable(global);
      break;
    case Sort::let:
      check_let(global);
      break;
    case Sort::effect:
      check_effect(global);
      break;
    case Sort::move:
      check_move(name, global);
      break;
    case Sort::group:
      check_group(global);
      break;
    case Sort::lattice:
    case Sort::board:
      global.index = 0;
      break;  // `check_space` sees to them
  }
  depth -= 8;
  chain_.pop_back();
  // What is wrong in a library concerns the script only for its use of it.
  if (in_own_file(use) && own_files_.count(global.file) == 0) {
    for (std::size_t i = errors; i < report.list.size(); ++i) {
      Diagnostic& each = report.list[i];
      if (!in_own_file(each.primary.span)) each.others.push_back({use, quote(name) + " is used here"});
    }
  }
  // A declaration that got its place in Rules can be used, even where something in it was wrong. One that a circle
  // broke stays so.
  if (global.progress == Progress::busy) global.progress = global.index >= 0 ? Progress::done : Progress::broken;
  return global.progress == Progress::done;
}

/// The names of the file itself, those first that others mention, so that demands do not pile up.
void Checker::check_own() {
  std::map<std::string, const tree::Decl*> own;
  for (const auto& [name, decl] : own_) own.emplace(name, decl);
  std::set<std::string> seen;
  struct Frame {
    std::string name;
    std::vector<std::string> mentions;
    std::size_t next = 0;
  };
  for (const auto& [root, root_decl] : own_) {
    if (!seen.insert(root).second) continue;
    std::vector<Frame> stack;
    stack.push_back({root, mentions(*root_decl)});
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next < top.mentions.size()) {
        const std::string& next = top.mentions[top.next++];
        const auto found = own.find(next);
        if (found != own.end() && seen.insert(next).second) stack.push_back({next, mentions(*found->second)});
        continue;
      }
      const auto found = globals_.find(top.name);
      if (found != globals_.end()) demand(found->first, found->second, found->second.decl->name.span);
      stack.pop_back();
    }
  }
}

/// Bodies that nobody's type depends on, as they came up.
void Checker::check_waiting() {
  while (!waiting_.empty()) {
    Global* global = waiting_.front();
    waiting_.pop_front();
    if (global->sort == Sort::kind)
      check_kind_body(*global);
    else
      check_variable_start(*global);
  }
}

void Checker::check_missing() {
  if (library || main_has_syntax_errors_) return;
  const Span at = header_ != nullptr ? header_->head : Span{main_file_, 0, 0};
  if (header_ == nullptr) {
    missing_at_ = at;
    report.error(Code::G0405, at, "the script does not say what it is").help =
        "begin with `game \"Name\"`, `variant \"Name\" of GAME` or `library name`";
    return;
  }
  std::vector<std::string> missing;
  if (players_ == nullptr) missing.emplace_back("players");
  if (board_ == nullptr) missing.emplace_back("board");
  if (play_ == nullptr) missing.emplace_back("play");
  if (missing.empty()) return;
  missing_at_ = at;
  if (board_ == nullptr) lost_space_ = true;
  report.error(Code::G0405, at, "this game has no " + listed(missing, "and no")).help =
      "a game needs `players`, a `board` and a `play` block";
}

void Checker::run(std::uint32_t file) {
  load(file);
  if (baseless_) return;
  rules.is_library = library;
  rules.variant_of = base_;
  if (header_ != nullptr) {
    rules.doc = header_->doc;
    rules.name = header_->name.text;
    if (header_->text) {
      rules.name.clear();
      for (const tree::TextPart& part : header_->text->parts) rules.name += part.literal;
    }
  }
  Value flag_value;
  flag_value.type = plain(Base::flag);
  add_value("off", flag_value);
  flag_value.index = 1;
  add_value("on", flag_value);

  collect();
  check_missing();
  check_players();
  // Types and options first: everything else may have values of theirs. Plain lists of values in libraries too, so
  // that what a bare name means does not depend on what was looked at before.
  for (auto& [name, global] : globals_) {
    if (global.sort != Sort::type && global.sort != Sort::option) continue;
    const bool own = own_files_.count(global.file) != 0;
    const bool plain_list = global.sort == Sort::type && global.decl->type.front().kind == tree::TypeKind::enumeration;
    if (plain_list && !own) demand(name, global, global.decl->name.span);
  }
  for (const auto& [name, decl] : own_) {
    Global& global = globals_.at(name);
    if (global.sort == Sort::type || global.sort == Sort::option) demand(name, global, decl->name.span);
  }
  check_space();
  for (const auto& [name, decl] : own_) {
    const Global& global = globals_.at(name);
    if (global.sort != Sort::board && global.sort != Sort::lattice) may_be_declared(decl->name);
  }
  check_beam();
  for (const Sort first : {Sort::kind, Sort::variable, Sort::move}) {
    for (const auto& [name, decl] : own_) {
      Global& global = globals_.at(name);
      if (global.sort != first) continue;
      if (first == Sort::move)
        reserve_move(name, global);
      else
        demand(name, global, decl->name.span);
    }
  }
  check_own();
  check_waiting();
  if (!library) {
    check_setup();
    for (const tree::Decl* decl : terrain_) check_terrain(*decl);
    rules.score = check_per_player(score_);
    rules.heuristic = check_per_player(heuristic_);
    for (const tree::Decl* decl : ends_) check_end(*decl);
    for (const tree::Decl* decl : invariants_) check_invariant(*decl);
    for (const tree::Decl* decl : shows_) check_show(*decl);
    check_play();
    check_clock();
    check_waiting();
    if (report.list.empty()) check_secrets();
    for (const tree::Decl* decl : tests_) check_test(*decl);
  }
  check_waiting();
  silence();
  tell_changes();
  if (report.list.empty()) warn();
}

void Checker::warn() {
  for (std::size_t k = 0; k < rules.kinds.size() && !library; ++k) {
    const rules::Kind& kind = rules.kinds[k];
    if (kind_decls_[k]->look || !in_own_file(kind.span)) continue;
    Diagnostic& warning =
        report.error(Code::G0416, kind.span, quote(kind.name) + " has no `look`, so boards show nothing of it");
    warning.severity = Severity::warning;
    warning.help = "write in its braces what a board shows, as in `look \"" + kind.name.substr(0, 1) + "\"`";
  }
}

}  // namespace glint::lang::checking
