// Runs the grammar over the text before a place, and notes each rule that is tried exactly there: once with nothing after
// the place, where whatever could continue the text is tried; and once with a name that nothing has, as items of a block
// are only tried where there is something.
#include "lang/parse/expected.hpp"

#include <algorithm>
#include <string>

#include "lang/parse/reading.hpp"

namespace glint::lang {
namespace parsing {
namespace {

/// The constructs that are open, the outermost first.
Expected::OpenNodes open_nodes(const Nodes& nodes) {
  Expected::OpenNodes open;
  for (std::size_t i = 0; i < nodes.size();) {
    if (nodes[i].next != 0) {
      i = nodes[i].next;
    } else {
      open.push_back({nodes[i].kind, nodes[i].begin});
      ++i;
    }
  }
  return open;
}

void listen(std::string_view text, std::uint32_t at, Expected& expected) {
  StopCheck never{Stop()};
  Listener listener(at, expected);
  Reading reading(text, 0, never);
  reading.listener = &listener;
  read(text, reading);
}

}  // namespace

void Listener::open(Sense sense, std::uint32_t begin) {
  if (sense.is_aside) ++aside_;
  if (sense.use != NameUse::none) uses_.push_back(sense.use);
  if (sense.group != WordGroup::none) groups_.push_back({sense.group, begin});
}

void Listener::close(Sense sense) {
  if (sense.is_aside) --aside_;
  if (sense.use != NameUse::none) uses_.pop_back();
  if (sense.group != WordGroup::none) groups_.pop_back();
}

void Listener::word(std::string_view text, const Nodes& nodes) {
  const OpenGroup group = groups_.empty() ? OpenGroup{} : groups_.back();
  const bool begins = group.begin == at_ && group.group != WordGroup::none;
  for (const Expected::Word& each : expected_.words)
    if (each.text == text && each.group == group.group && each.begins == begins) return;
  Expected::OpenNodes before = open_nodes(nodes);  // without what would only begin with the word
  while (!before.empty() && before.back().begin == at_) before.pop_back();
  expected_.words.push_back({text, group.group, begins, std::move(before)});
}

void Listener::name(const Nodes& nodes) {
  const NameUse use = uses_.empty() ? NameUse::none : uses_.back();
  if (!expected_.name(use)) expected_.names.push_back({use, open_nodes(nodes)});
}

void Listener::text_close(const Nodes& nodes) {
  const Expected::OpenNodes open = open_nodes(nodes);
  if (!open.empty() && open.back().kind == Kind::plain_text) expected_.in_text = true;
}

}  // namespace parsing

const Expected::Name* Expected::name(NameUse use) const {
  const auto found = std::find_if(names.begin(), names.end(), [&](const Name& each) { return each.use == use; });
  return found == names.end() ? nullptr : &*found;
}

Expected expected_at(std::string_view text, std::uint32_t at) {
  Expected expected;
  std::string before(text.substr(0, at));
  parsing::listen(before, at, expected);
  parsing::listen(before + "no_such_name", at, expected);
  return expected;
}

}  // namespace glint::lang
