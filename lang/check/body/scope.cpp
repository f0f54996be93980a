// The scope of a body: its locals, from their binding to the end of their block.
#include "lang/check/body/body.hpp"

namespace glint::lang::checking {

Body::Body(Context& context, Place place, int piece) : Body(context, place) {
  Type here = plain(Base::cell);
  if (piece >= 0) here.stands = rules::KindMask{1} << piece;
  frame_.locals.push_back({"here", here, {}});
  facts_.set(0, here.stands);
  has_here_ = true;
  piece_ = piece;
}

const int* Body::find_local(const std::string& name) const {
  const auto found = visible_.find(name);
  return found == visible_.end() ? nullptr : &found->second;
}

void Body::show(const std::string& name, int slot) {
  if (visible_.emplace(name, slot).second) scope_.push_back(name);
}

void Body::leave(std::size_t mark) {
  for (; scope_.size() > mark; scope_.pop_back()) visible_.erase(scope_.back());
}

int Body::bind(const tree::Name& name, const std::optional<Type>& type) {
  bool good = true;
  if (const int* other = find_local(name.text)) {
    Diagnostic& error = context_.report.error(Code::G0203, name.span, "a second " + quote(name.text) + " here");
    if (*other >= 0) error.others.push_back({entry_of(frame_.locals, *other).span, "declared here"});
    good = false;
  } else if (Namespace::is_builtin(name.text)) {
    good = context_.names.may_be_declared(name);
  } else if (context_.script.is_own(name.span)) {
    // In a library a local may hide a name of the game; in the script itself that would be misleading.
    good = context_.names.may_be_declared(name);
    if (good) {
      const Global* global = context_.names.find(name.text);
      const auto& values = context_.names.values_of(name.text);
      if (global != nullptr) {
        context_.report.error(Code::G0203, name.span, quote(name.text) + " is declared already",
                              {.others = {{global->decl->name.span, "declared here"}}});
      } else if (!values.empty()) {
        Diagnostic& error =
            context_.report.error(Code::G0203, name.span,
                                  quote(name.text) + " is " + with_article("value") + " of " +
                                      quote(type_name(element(values.front().type), rules_)) + " already");
        if (values.front().span.end != 0) error.others.push_back({values.front().span, "declared here"});
      }
      good = global == nullptr && values.empty();
    }
  }
  if (frame_.locals.size() >= kMostLocals) {
    context_.report.error(Code::G0412, name.span,
                          "more than " + std::to_string(kMostLocals) + " names in one body");
    good = false;
  }
  if (!good || !type) {
    show(name.text, -1);
    return -1;
  }
  const int slot = static_cast<int>(frame_.locals.size());
  frame_.locals.push_back({name.text, *type, name.span});
  show(name.text, slot);
  facts_.set(slot, type->stands);
  return slot;
}

int Body::bind_hidden(const Type& type, const Span& span) {
  frame_.locals.push_back({std::string(), type, span});
  return static_cast<int>(frame_.locals.size()) - 1;
}

void Body::call_here(const tree::Name& name, rules::KindMask stands) {
  // Bound like any other name, so that it is refused if it is taken, but with the slot of `here`.
  const int slot = bind(name, plain(Base::cell));
  if (slot < 0) return;
  frame_.locals.pop_back();
  visible_[name.text] = 0;
  facts_.set(0, stands);
}

bool Body::parameters(const std::vector<tree::Param>& params) {
  bool good = true;
  for (const tree::Param& param : params) {
    std::optional<Type> type = type_of(context_, param.type, param.name.text);
    const std::size_t before = frame_.locals.size();
    bind(param.name, type);
    // A wrong parameter keeps its slot, so that the others keep theirs.
    if (frame_.locals.size() != before) continue;
    bind_hidden(type.value_or(Type{}), param.name.span);
    good = false;
  }
  frame_.params = static_cast<int>(frame_.locals.size()) - (has_here_ ? 1 : 0);
  return good;
}

Expr Body::local(int slot, const Span& span) {
  Expr expr = about(slot, node(Op::local, entry_of(frame_.locals, slot).type, span));
  expr.type.stands = facts_.at(slot);
  return expr;
}

std::optional<FactKey> Body::fact_key(const Expr& expr) {
  if (expr.op == Op::local) return expr.ref;
  if (expr.op == Op::set && expr.kids.size() == 1) return fact_key(expr.kids.front());
  const bool by_numbers = expr.op == Op::cell_at && expr.kids[0].op == Op::constant && expr.kids[1].op == Op::constant;
  if (expr.op != Op::label && !by_numbers) return std::nullopt;
  const std::string name =
      by_numbers ? std::to_string(expr.kids[0].number) + "," + std::to_string(expr.kids[1].number) : expr.text;
  const auto next = -1 - static_cast<FactKey>(label_keys_.size());
  return label_keys_.emplace(name, next).first->second;
}

void Body::add_loss(Diagnostic& error, FactKey key) const {
  const auto where = facts_.lost_at(key);
  if (!where) return;
  // An effect further down comes before it in a loop: it is that of the round before.
  const bool in_round_before = where->file == error.primary.span.file && where->begin > error.primary.span.begin;
  error.others.push_back(
      {*where, in_round_before ? "an earlier round of the loop has done this: the piece there is not known"
                               : "after this, the piece there is not known"});
}

}  // namespace glint::lang::checking
