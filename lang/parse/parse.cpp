// The grammar pass: runs the PEGTL rules of lang/grammar over a text. The rules are slow to compile, so they
// are instantiated only here. The results are a list of nodes (nodes.hpp) for builder.hpp, and errors (reading.hpp). If
// there is a listener (reading.hpp), it notes the rules that are tried at one place, for expected.hpp.
#include "lang/parse/parse.hpp"

#include <algorithm>
#include <cstdio>
#include <type_traits>

#include "lang/diagnostics/presentable.hpp"
#include "lang/grammar/variants.hpp"
#include "lang/parse/builder.hpp"
#include "lang/parse/reading.hpp"
#include "lang/source/each.hpp"
#include "lang/source/source.hpp"

namespace glint::lang {

namespace parsing {

// ---- what is known of rules ----

namespace pegtl = tao::pegtl;
using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*>;

/// The kind of the nodes that a rule makes, if it makes any.
template <typename Rule>
inline constexpr int kind_of = -1;
#define GLINT_NODE_AS(rule, kind) \
  template <>                     \
  inline constexpr int kind_of<grammar::rule> = static_cast<int>(Kind::kind);
#define GLINT_NODE(rule) GLINT_NODE_AS(rule, rule)
#define GLINT_LISTED_NODE(nothing, rule) GLINT_NODE(rule)
#define GLINT_NODES(...) GLINT_EACH(GLINT_LISTED_NODE, , __VA_ARGS__)
#include "lang/parse/nodes.def"

/// The rules that every nesting uses; their depth is limited.
template <typename Rule>
inline constexpr bool nests = std::is_same_v<Rule, grammar::expression> || std::is_same_v<Rule, grammar::type> ||
                              std::is_same_v<Rule, grammar::body> || std::is_same_v<Rule, grammar::if_statement>;

/// The meaning of a name that is read inside this rule, and inside no other rule with a meaning.
template <typename Rule>
inline constexpr NameUse use_of = NameUse::none;
#define GLINT_NAME_USE(use, rule) \
  template <>                     \
  inline constexpr NameUse use_of<grammar::rule> = NameUse::use;
GLINT_EACH(GLINT_NAME_USE, value, named, stacked)
GLINT_EACH(GLINT_NAME_USE, move, can, move_name, grouped_move, beside_move, after_name, clock_adds)
GLINT_NAME_USE(member, member_word)
GLINT_NAME_USE(argument, named_argument)
GLINT_EACH(GLINT_NAME_USE, made, comprehension, the, fold_head, enumeration, enum_value, parameter_name, pick_name,
           let_name, for_name, field, beam_end, piece_name, optic_name, acting_name, direction, lattice_name,
           cells_name, board_formula, library_name, player_name, option_name, type_name, var_name, var_key, bag_name,
           effect_name, new_move, scored_player)
GLINT_NAME_USE(target, target)
GLINT_NAME_USE(effect, effect_call)
GLINT_EACH(GLINT_NAME_USE, piece, put_kind, shown_kind)
GLINT_NAME_USE(drawn, draw_name)
GLINT_NAME_USE(bag, draw_bag)
GLINT_NAME_USE(beam_end, end_name)
GLINT_NAME_USE(optic, optic_call)
GLINT_NAME_USE(player, label)
GLINT_EACH(GLINT_NAME_USE, lattice, inline_board, board_lattice)
GLINT_NAME_USE(board, board_name)
GLINT_NAME_USE(library, used)
GLINT_NAME_USE(colour, ground_colour)
GLINT_NAME_USE(option, setting_name)
GLINT_EACH(GLINT_NAME_USE, game, variant_base, combined_base)
GLINT_NAME_USE(removed, removed_name)

/// The construct that words inside of this rule belong to.
template <typename Rule>
inline constexpr WordGroup group_of = WordGroup::none;
#define GLINT_WORD_GROUP(group, rule) \
  template <>                         \
  inline constexpr WordGroup group_of<grammar::rule> = WordGroup::group;
GLINT_EACH(GLINT_WORD_GROUP, declaration, declaration, replaced, extended, removed, needed)
GLINT_WORD_GROUP(statement, statement)
GLINT_WORD_GROUP(piece, piece_item)
GLINT_WORD_GROUP(beam, beam_item)
GLINT_WORD_GROUP(lattice, lattice_item)
GLINT_WORD_GROUP(board, board_item)
GLINT_WORD_GROUP(clock, clock_item)
GLINT_WORD_GROUP(optic, case_)
GLINT_WORD_GROUP(way, way)
GLINT_WORD_GROUP(type, type)
GLINT_EACH(GLINT_WORD_GROUP, value, prefix, primary, stacked, can)
GLINT_WORD_GROUP(operation, operator_)

/// True for rules that only look ahead or skip: a word that they try is no word that may stand at that place.
template <typename Rule>
inline constexpr bool is_aside = false;
template <typename... Rules>
inline constexpr bool is_aside<pegtl::internal::not_at<Rules...>> = true;
template <bool TopLevel>
inline constexpr bool is_aside<grammar::skip_broken<TopLevel>> = true;

/// The facts that a listener must know about a rule.
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

// ---- messages for rules that fail in a `must`: a row for each, and a rule without one does not compile ----

template <typename Rule>
inline constexpr Message message_of{};

/// The words that begin each of these, a blank before each.
namespace words {
inline constexpr const char* kDeclarations =
#define DECLARATION_WORD(name, ...) " " name
#include "lang/grammar/words.def"
    ;
inline constexpr const char* kRules =
#define RULE_WORD(name, ...) " " name
#include "lang/grammar/words.def"
    ;
inline constexpr const char* kStatements =
#define STATEMENT_WORD(name, ...) " " name
#include "lang/grammar/words.def"
    ;
}  // namespace words

#define GLINT_ROW(rule, ...) \
  template <>                \
  inline constexpr Message message_of<grammar::rule> = {__VA_ARGS__};

#include <glint_messages.inc>  // made of messages.txt in the build folder

// Rules whose words are all that begin something.
GLINT_ROW(statement, .place = Place::statement, .starts_line = true, .words = words::kStatements,
          .unknown = "statement", .misplaced = words::kDeclarations,
          .misplaced_help = "this begins a declaration: close the braces above first", .text = "expected a statement")
GLINT_ROW(declaration, .place = Place::declaration, .starts_line = true, .words = words::kDeclarations,
          .unknown = "declaration", .misplaced = words::kStatements,
          .misplaced_help = "this begins a statement, which belongs in the braces of a declaration",
          .text = "expected a declaration",
          .help = "a declaration begins with a word such as `option`, `piece`, `let`, `move`, `play` or `test`")
GLINT_ROW(replaced, .place = Place::replaced, .words = words::kRules,
          .text = "expected the declaration that replaces one of the game",
          .help = "such as `replace move place \"{at}\" { ... }`; `use` and `test` replace nothing")
GLINT_ROW(removed, .place = Place::removed, .words = words::kRules, .text = "expected what to remove from the game",
          .help = "its word and name, as `remove move place`, or its word alone, as `remove clock`")

#undef GLINT_ROW

namespace {

/// Looking ahead makes no nodes.
template <typename Rule>
inline constexpr bool looks_ahead = false;
template <typename... Rules>
inline constexpr bool looks_ahead<pegtl::internal::at<Rules...>> = true;
template <typename... Rules>
inline constexpr bool looks_ahead<pegtl::internal::not_at<Rules...>> = true;

/// A declaration, a statement, a part of a piece: an error in it does not hide the next.
template <typename Rule>
inline constexpr bool is_item = false;
template <typename Item>
inline constexpr bool is_item<grammar::attempt<Item>> = true;

template <typename Rule>
inline constexpr bool has_parts = !std::is_same_v<typename Rule::subs_t, pegtl::empty_list>;

/// Tells the listener, if there is one, that a rule has begun, and in the end that it is over.
template <typename Rule, bool SaysSomething = sense_of<Rule>.says_something()>
class Heard {
 public:
  Heard(Listener* listener, std::uint32_t begin) : listener_(listener) {
    if (listener_ != nullptr) listener_->open(sense_of<Rule>, begin);
  }
  Heard(const Heard&) = delete;
  ~Heard() {
    if (listener_ != nullptr) listener_->close(sense_of<Rule>);
  }

 private:
  Listener* const listener_;
};
template <typename Rule>
class Heard<Rule, false> {
 public:
  Heard(Listener*, std::uint32_t) {}
};

/// Counts how deep the text is nested, and refuses what is too deep.
template <bool Nests>
class Nested {
 public:
  Nested(Reading& reading, std::uint32_t begin) : reading_(reading) {
    reading.stop.after();
    if (reading.nesting == kMaxNesting) {
      reading.report_too_deep(begin);
      throw grammar::Abandoned{};
    }
    ++reading.nesting;
  }
  Nested(const Nested&) = delete;
  ~Nested() { --reading_.nesting; }

 private:
  Reading& reading_;
};
template <>
class Nested<false> {
 public:
  Nested(Reading&, std::uint32_t) {}
};

/// The actions around every rule: opens and closes nodes, or cuts them off if the rule fails.
template <typename Rule>
struct Control : pegtl::normal<Rule> {
  static constexpr bool enable = false;  // no use is made of PEGTL's own start, success and failure

  // One function for each rule: there are many rules, and each takes its time to compile.
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <typename...> class Action,
            template <typename...> class Self, typename ParseInput>
  static bool match(ParseInput& in, Reading& reading) {
    const std::uint32_t begin = offset(in);
    if constexpr (is_heard<Rule>)
      if (reading.listener != nullptr && reading.listener->hears(begin)) hear(*reading.listener, reading.nodes);
    [[maybe_unused]] const Heard<Rule> heard(reading.listener, begin);
    [[maybe_unused]] const Nested<nests<Rule>> nested(reading, begin);
    if constexpr (std::is_same_v<Rule, grammar::declaration> || std::is_same_v<Rule, grammar::replaced> ||
                  std::is_same_v<Rule, grammar::extended>) {
      reading.stop.after();
      reading.begin_declaration(begin);
    }
    const std::size_t mark = reading.nodes.size();
    const std::uint32_t item = reading.item_at;
    if constexpr (is_item<Rule>) reading.item_at = begin;
    if constexpr (kind_of<Rule> >= 0) reading.nodes.push_back({static_cast<Kind>(kind_of<Rule>), begin, 0, 0});
    const bool matched = pegtl::match<Rule, A, M, Action, Self>(in, reading);
    if constexpr (is_item<Rule>) reading.item_at = item;
    if constexpr (message_of<Rule>.text != nullptr)
      if (!matched) reading.failed_at = begin;
    if constexpr (kind_of<Rule> >= 0) {
      if (matched) {
        reading.nodes[mark].end = offset(in);
        reading.nodes[mark].next = static_cast<std::uint32_t>(reading.nodes.size());
      } else {
        reading.forget_from(mark);
      }
    } else if constexpr (looks_ahead<typename Rule::rule_t>) {
      reading.forget_from(mark);
    } else if constexpr (has_parts<Rule>) {
      if (!matched) reading.forget_from(mark);
    }
    return matched;
  }

  [[noreturn]] static void raise(const auto&, Reading& reading) {
    static_assert(message_of<Rule>.text != nullptr, "a rule that must match needs a row in messages.txt");
    if (!reading.refuse(message_of<Rule>)) throw grammar::Abandoned{};
    throw grammar::Refused{};
  }

 private:
  static std::uint32_t offset(const auto& in) { return static_cast<std::uint32_t>(in.current() - in.begin()); }

  static void hear(Listener& listener, const Nodes& nodes) {
    if constexpr (WordOf<typename Rule::rule_t>::is_word) {
      listener.word(WordOf<typename Rule::rule_t>::text, nodes);
    } else if constexpr (std::is_same_v<Rule, grammar::text_close>) {
      listener.text_close(nodes);
    } else {
      listener.name(nodes);
    }
  }
};

/// True if the character at this place is no part of a script: it could not be seen, or what is around it would be shown
/// otherwise than it is read. A carriage return only ends lines, and a byte order mark only begins a file.
bool is_unprintable(std::string_view text, std::size_t at, std::size_t length) {
  const std::string_view one = text.substr(at, length);
  if (one == "\n" || one == "\t") return false;
  if (one == "\r") return at + 1 >= text.size() || text[at + 1] != '\n';
  return is_control(one) && !(at == 0 && one == "\xEF\xBB\xBF");
}

/// The error in these bytes as a script's text, if there is one: they must not be too many, and must be UTF-8 text.
std::optional<Diagnostic> check_text(std::string_view text, std::uint32_t file) {
  if (text.size() > kMaxScriptBytes)
    return Diagnostic{Code::G0103,
                      Severity::error,
                      "a script has at most " + std::to_string(kMaxScriptBytes) + " bytes, and this one has more",
                      {{file, 0, 0}, {}},
                      {},
                      {}};
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] >= ' ' && text[at] <= '~') {  // as almost all
      ++at;
      continue;
    }
    const std::size_t length = utf8_length(text.substr(at, 4));
    if (length == 0 || is_unprintable(text, at, length)) {
      char name[16];
      std::snprintf(name, sizeof name, "U+%04X", length == 0 ? 0u : static_cast<unsigned>(code_point_of(text.substr(at, length))));
      const auto begin = static_cast<std::uint32_t>(at);
      return Diagnostic{
          Code::G0104,
          Severity::error,
          length == 0 ? "this byte is not part of a UTF-8 text"
                      : "the control character " + std::string(name) + " does not belong in a script",
          {{file, begin, begin + static_cast<std::uint32_t>(std::max<std::size_t>(1, length))}, {}},
          {},
          length == 0 ? "save the script as plain text in UTF-8" : "remove it; an editor may not show it"};
    }
    at += length;
  }
  return std::nullopt;
}

/// False after an error, which was reported.
bool read_expression(std::string_view text, Reading& reading) {
  Input in(text.data(), text.data() + text.size(), "");
  try {
    return pegtl::parse<grammar::lone_expression, pegtl::nothing, Control>(in, reading);
  } catch (const grammar::Refused&) {
    return false;
  } catch (const grammar::Abandoned&) {
    return false;
  }
}

}  // namespace

void read(std::string_view text, Reading& reading) {
  Input in(text.data(), text.data() + text.size(), "");
  try {
    if (!pegtl::parse<grammar::file, pegtl::nothing, Control>(in, reading)) assert(false && "a file always matches");
  } catch (const grammar::Abandoned&) {
    // Declarations before it are kept.
    const auto open =
        std::find_if(reading.nodes.begin(), reading.nodes.end(), [](const Node& n) { return n.next == 0; });
    reading.nodes.erase(open, reading.nodes.end());
    reading.give_up();
  }
}

Outline outline(std::string_view text, std::uint32_t file, StopCheck& stop) {
  Outline outline;
  if (auto problem = check_text(text, file)) {
    outline.is_text = false;
    outline.diagnostics.push_back(std::move(*problem));
    return outline;
  }
  Reading reading(text, file, stop);
  read(text, reading);
  outline.nodes = std::move(reading.nodes);
  outline.diagnostics = reading.take_diagnostics();
  outline.lost = reading.take_lost();
  return outline;
}

}  // namespace parsing

Parsed parse(const Sources& sources, std::uint32_t file) {
  StopCheck never{Stop()};
  return parse(sources, file, never);
}

Parsed parse(const Sources& sources, std::uint32_t file, StopCheck& stop) {
  Parsed parsed;
  parsed.file.file = file;
  const std::string_view text = sources.file(file).text;
  parsing::Outline outline = parsing::outline(text, file, stop);
  parsed.diagnostics = std::move(outline.diagnostics);
  parsed.file.lost = std::move(outline.lost);
  if (outline.is_text) parsing::build_file(text, outline.nodes, parsed, stop);
  sort_diagnostics(parsed.diagnostics);
  return parsed;
}

ParsedExpression parse_expression(const Sources& sources, std::uint32_t file) {
  StopCheck never{Stop()};
  return parse_expression(sources, file, never);
}

ParsedExpression parse_expression(const Sources& sources, std::uint32_t file, StopCheck& stop) {
  ParsedExpression parsed;
  const std::string_view text = sources.file(file).text;
  if (auto problem = parsing::check_text(text, file)) {
    parsed.diagnostics.push_back(std::move(*problem));
    return parsed;
  }
  parsing::Reading reading(text, file, stop);
  const bool matched = parsing::read_expression(text, reading);
  parsed.diagnostics = reading.take_diagnostics();
  if (matched) parsing::build_expression(text, file, reading.nodes, parsed, stop);
  if (!parsed.diagnostics.empty()) parsed.expression.reset();
  return parsed;
}

std::shared_ptr<const Parsed> Trees::parsed(const Sources& sources, std::uint32_t file, StopCheck& stop) {
  const SourceFile& source = sources.file(file);
  const std::pair key(source.name, file);
  const auto known = entries_.find(key);
  if (known != entries_.end() && known->second.text == source.text) return known->second.parsed;
  auto parsed = std::make_shared<const Parsed>(parse(sources, file, stop));
  if (entries_.size() >= kMostEntries) entries_.clear();
  entries_[key] = {source.text, parsed};
  return parsed;
}

}  // namespace glint::lang
