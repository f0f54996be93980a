#include "interpreter/describe/scope.hpp"

#include <utility>

#include "interpreter/describe/phrase.hpp"

namespace glint::describe {

std::string Scope::local(int ref) const {
  return static_cast<std::size_t>(ref) < names_.size() ? names_[static_cast<std::size_t>(ref)] : "it";
}

void Scope::name_local(int local, std::string phrase) {
  if (static_cast<std::size_t>(local) >= names_.size()) names_.resize(static_cast<std::size_t>(local) + 1);
  names_[static_cast<std::size_t>(local)] = std::move(phrase);
}

void Scope::know(int local, const rules::Expr* value) {
  if (value)
    known_.locals.insert_or_assign(local, *value);
  else
    known_.locals.erase(local);
}

Telling::Telling(Scope& scope, const rules::Frame& frame)
    : scope_(scope), names_(std::exchange(scope.names_, {})), locals_(std::exchange(scope.known_.locals, {})) {
  for (const rules::Local& local : frame.locals) scope_.names_.push_back(pick(local.name));
}

Telling::~Telling() {
  scope_.names_ = std::move(names_);
  scope_.known_.locals = std::move(locals_);
}

}  // namespace glint::describe
