// What the pass over the grammar (parse.cpp) knows of its rules. Private to this folder.
#pragma once

#include <type_traits>

#include "lang/grammar/variants.hpp"
#include "lang/parse/listener.hpp"
#include "lang/parse/nodes.hpp"

namespace glint::lang::parsing {

namespace pegtl = tao::pegtl;
using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*>;

/// The kind of the nodes that a rule makes, if it makes any.
template <typename Rule>
inline constexpr int kind_of = -1;
#define GLINT_NODE(rule) \
  template <>            \
  inline constexpr int kind_of<grammar::rule> = static_cast<int>(Kind::rule);
#define GLINT_NODE_AS(rule, kind) \
  template <>                     \
  inline constexpr int kind_of<grammar::rule> = static_cast<int>(Kind::kind);
#include "lang/parse/nodes.def"

/// The rules that every nesting uses; their depth is limited.
template <typename Rule>
inline constexpr bool nests = false;
template <>
inline constexpr bool nests<grammar::expression> = true;
template <>
inline constexpr bool nests<grammar::type> = true;
template <>
inline constexpr bool nests<grammar::body> = true;
template <>
inline constexpr bool nests<grammar::if_statement> = true;

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

/// What a listener must know about a rule.
template <typename Rule>
inline constexpr Listener::Sense sense_of{use_of<Rule>, group_of<Rule>, is_aside<typename Rule::rule_t>};

/// The word of a rule that is one word.
template <typename Rule>
struct WordOf {
  static constexpr bool is_word = false;
};
template <char... Cs>
struct WordOf<
    pegtl::internal::seq<pegtl::internal::string<Cs...>, pegtl::internal::not_at<pegtl::internal::identifier_other>>> {
  static constexpr bool is_word = true;
  static constexpr char text[] = {Cs..., 0};
};

/// The rules that a listener notes: words, names, and what ends a text.
template <typename Rule>
inline constexpr bool is_heard =
    WordOf<typename Rule::rule_t>::is_word || std::is_same_v<Rule, grammar::name> ||
    std::is_same_v<Rule, grammar::member_name> || std::is_same_v<Rule, grammar::text_close>;

}  // namespace glint::lang::parsing
