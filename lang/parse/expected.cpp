// Runs the grammar over the text before a place, and notes each rule that is tried exactly there: once with nothing after
// the place, where whatever could continue the text is tried; and once with a name that nothing has, as items of a block
// are only tried where there is something.
#include "lang/parse/expected.hpp"

#include <algorithm>
#include <string>

#include "lang/parse/limits.hpp"
#include "lang/parse/messages.hpp"
#include "lang/parse/rules.hpp"

namespace glint::lang {
namespace parsing {
namespace {

template <typename Rule>
inline constexpr NameUse use_of = NameUse::none;
#define GLINT_NAME_USE(rule, use) \
  template <>                     \
  inline constexpr NameUse use_of<grammar::rule> = NameUse::use;
template <typename Rule>
inline constexpr WordGroup group_of = WordGroup::none;
#define GLINT_WORD_GROUP(rule, group) \
  template <>                         \
  inline constexpr WordGroup group_of<grammar::rule> = WordGroup::group;
#include "lang/parse/expected_names.def"

/// What is tried inside of these is not what may stand there.
template <typename Rule>
inline constexpr bool is_aside = false;
template <typename... Rules>
inline constexpr bool is_aside<pegtl::internal::not_at<Rules...>> = true;
template <bool TopLevel>
inline constexpr bool is_aside<grammar::skip_broken<TopLevel>> = true;

/// The word of a rule that is one word.
template <typename Rule>
struct WordOf {
  static constexpr bool is_word = false;
};
template <char... Cs>
struct WordOf<pegtl::internal::seq<pegtl::internal::string<Cs...>, pegtl::internal::not_at<pegtl::internal::identifier_other>>> {
  static constexpr bool is_word = true;
  static constexpr char text[] = {Cs..., 0};
};

struct OpenGroup {
  WordGroup group{};
  std::uint32_t begin = 0;
};

/// The state of one run.
struct Listening : Reading {
  Listening(std::string_view text, std::uint32_t place, StopCheck& stop, Expected& into)
      : Reading(text, 0, stop), at(place), expected(into) {}

  const std::uint32_t at;
  Expected& expected;
  int aside = 0;
  Expected::OpenNodes open;
  std::vector<NameUse> uses;
  std::vector<OpenGroup> groups;

  void word(std::string_view text) {
    const OpenGroup group = groups.empty() ? OpenGroup{} : groups.back();
    const bool begins = group.begin == at && group.group != WordGroup::none;
    for (const Expected::Word& each : expected.words)
      if (each.text == text && each.group == group.group && each.begins == begins) return;
    Expected::OpenNodes before = open;  // without what would only begin with the word
    while (!before.empty() && before.back().begin == at) before.pop_back();
    expected.words.push_back({text, group.group, begins, std::move(before)});
  }
  void name() {
    const NameUse use = uses.empty() ? NameUse::none : uses.back();
    if (!expected.name(use)) expected.names.push_back({use, open});
  }
};

/// Adds an entry to a stack while it lives.
template <class Entry>
class Pushed {
 public:
  Pushed(std::vector<Entry>& stack, Entry entry) : stack_(stack) { stack_.push_back(entry); }
  Pushed(const Pushed&) = delete;
  Pushed& operator=(const Pushed&) = delete;
  ~Pushed() { stack_.pop_back(); }

 private:
  std::vector<Entry>& stack_;
};

template <typename Rule>
struct Control : pegtl::normal<Rule> {
  static constexpr bool enable = false;

  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Self, typename ParseInput>
  static bool match(ParseInput& in, Listening& state) {
    const auto begin = static_cast<std::uint32_t>(in.current() - in.begin());
    if (begin == state.at && state.aside == 0) {
      if constexpr (WordOf<typename Rule::rule_t>::is_word) state.word(WordOf<typename Rule::rule_t>::text);
      if constexpr (std::is_same_v<Rule, grammar::name> || std::is_same_v<Rule, grammar::member_name>) state.name();
      if constexpr (std::is_same_v<Rule, grammar::text_close>)
        if (!state.open.empty() && state.open.back().kind == Kind::plain_text) state.expected.in_text = true;
    }
    const bool matched = inside<A, M, Action, Self>(in, state, begin);
    if constexpr (message_of<Rule>.text != nullptr) {
      if (!matched) state.failed_at = begin;
    }
    return matched;
  }

  template <typename ParseInput>
  [[noreturn]] static void raise(const ParseInput&, Listening& state) {
    if (!state.refuse(message_of<Rule>)) throw grammar::Abandoned{};
    throw grammar::Refused{};
  }

 private:
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Self, typename ParseInput>
  static bool inside(ParseInput& in, Listening& state, [[maybe_unused]] std::uint32_t begin) {
    if constexpr (is_aside<typename Rule::rule_t>) {
      const Counted counted(state.aside);
      return pegtl::match<Rule, A, M, Action, Self>(in, state);
    } else if constexpr (nests<Rule>) {
      const Counted counted(state.nesting);
      if (state.nesting > kMaxNesting) throw grammar::Abandoned{};
      return open<A, M, Action, Self>(in, state, begin);
    } else {
      return open<A, M, Action, Self>(in, state, begin);
    }
  }

  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Self, typename ParseInput>
  static bool open(ParseInput& in, Listening& state, [[maybe_unused]] std::uint32_t begin) {
    if constexpr (group_of<Rule> != WordGroup::none) {
      const Pushed<OpenGroup> group(state.groups, {group_of<Rule>, begin});
      return named<A, M, Action, Self>(in, state, begin);
    } else {
      return named<A, M, Action, Self>(in, state, begin);
    }
  }

  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Self, typename ParseInput>
  static bool named(ParseInput& in, Listening& state, [[maybe_unused]] std::uint32_t begin) {
    if constexpr (use_of<Rule> != NameUse::none) {
      const Pushed<NameUse> use(state.uses, use_of<Rule>);
      return below<A, M, Action, Self>(in, state, begin);
    } else {
      return below<A, M, Action, Self>(in, state, begin);
    }
  }

  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Self, typename ParseInput>
  static bool below(ParseInput& in, Listening& state, [[maybe_unused]] std::uint32_t begin) {
    if constexpr (kind_of<Rule> >= 0) {
      const Pushed<Expected::Open> node(state.open, {static_cast<Kind>(kind_of<Rule>), begin});
      return pegtl::match<Rule, A, M, Action, Self>(in, state);
    } else {
      return pegtl::match<Rule, A, M, Action, Self>(in, state);
    }
  }
};

void listen(std::string_view text, std::uint32_t at, Expected& expected) {
  StopCheck never{Stop()};
  Listening state(text, at, never, expected);
  Input in(text.data(), text.data() + text.size(), "");
  try {
    pegtl::parse<grammar::file, pegtl::nothing, Control>(in, state);
  } catch (const grammar::Abandoned&) {
  }
}

}  // namespace
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
