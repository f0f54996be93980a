// Checking on demand.
#include "lang/check/declarations/declarations.hpp"

namespace glint::lang::checking {
namespace {

// In the order of Sort. `check_space` checks the lattice and the board in use.
constexpr void (*kChecks[])(Context&, Global&) = {check_option, check_type,  nullptr,        nullptr,
                                                  check_kind,   check_optic, check_variable, check_let,
                                                  check_effect, check_move,  check_group};

}  // namespace

bool Demand::operator()(const std::string& name, Global& global, const Span& use) {
  context_.stop.after();
  if (global.progress == Progress::busy) {
    report_cycle(name, use);
    global.progress = Progress::broken;
  }
  if (global.progress != Progress::waiting) return global.progress == Progress::done;
  if (context_.depth.is_too_much())
    return context_.report.deny(Code::G0412, use, "a chain of declarations is too long");
  const std::size_t errors = context_.report.list().size();
  global.progress = Progress::busy;
  chain_.emplace_back(&name, use);
  if (const auto check = kChecks[static_cast<std::size_t>(global.sort)]) {
    const Depth::Deeper deeper(context_.depth, 8);  // a declaration takes more of the stack than an expression
    check(context_, global);
  } else {
    global.index = 0;
  }
  chain_.pop_back();
  // An error in a library concerns the script only because it uses the library.
  const Script& script = context_.script;
  if (script.is_own(use) && script.own_files.count(global.file) == 0)
    context_.report.amend(errors, [&](Diagnostic& each) {
      if (!script.is_own(each.primary.span)) each.others.push_back({use, marked(name) + " is used here"});
    });
  // A declaration that has its place in Rules can be used, even if it has errors. One that is broken by a cycle stays
  // broken.
  if (global.progress == Progress::busy) global.progress = global.index >= 0 ? Progress::done : Progress::broken;
  return global.progress == Progress::done;
}

/// Reports a cycle once: every declaration of it is then broken, and silent.
void Demand::report_cycle(const std::string& name, const Span& use) {
  std::size_t first = 0;
  while (first < chain_.size() && *chain_[first].first != name) ++first;
  std::string circle;
  for (std::size_t i = first; i < chain_.size(); ++i) circle += marked(*chain_[i].first) + " -> ";
  circle += marked(name);
  Diagnostic& error = context_.report.error(
      Code::G0401, use,
      chain_.size() - first == 1 ? marked(name) + " needs itself" : marked(name) + " needs itself: " + circle);
  for (std::size_t i = first + 1; i < chain_.size(); ++i)
    error.others.push_back(
        {chain_[i].second, "here " + marked(*chain_[i - 1].first) + " needs " + marked(*chain_[i].first)});
  error.help = "recursion is not allowed, so that every game halts: use `reach` or a loop with `at most`";
}

void Demand::catch_up() {
  while (!waiting_.empty()) {
    Global* global = waiting_.front();
    waiting_.pop_front();
    if (global->sort == Sort::kind)
      check_kind_body(context_, *global);
    else
      check_variable_start(context_, *global);
  }
}

}  // namespace glint::lang::checking
