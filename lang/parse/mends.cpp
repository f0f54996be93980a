#include "lang/parse/guesses.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::parsing {
namespace {

constexpr Place kAfterCondition = Place::end_of_item | Place::condition_end | Place::block | Place::before_result;
constexpr std::string_view kComparisons = "== != < > <= >=";
/// Words that begin a statement or declaration.
constexpr std::string_view kBeginnings =
#define STATEMENT_WORD(name, ...) " " name
#define DECLARATION_WORD(name, ...) " " name
#include "lang/grammar/words.def"
    ;

class Mends {
 public:
  Mends(const Found& found, std::uint32_t file)
      : found_(found),
        text_(found.text),
        file_(file),
        at_(found.at),
        place_(found.place),
        declaration_(token_at(text_, found.declaration)),
        item_(text_.substr(found.item, std::max(found.at, found.item) - found.item)),
        token_(token_at(text_, found.at)),
        end_(at_ + token_.size()) {}

  std::vector<Mend> all() {
    signs_of_other_languages();
    if (is_at(kAfterCondition) && token_ == "is") is();
    if (is_at(kAfterCondition) && token_ == "not") not_behind();
    if (is_at(kAfterCondition) && token_ == "=" && before(at_) != '=') write("==", at_, end_);
    if (token_ == "[") set_in_brackets();
    if (is_at(Place::put_on) && token_ == "of") owner_of_what_is_put();
    if (is_at(Place::declaration)) loop_of_the_game();
    if (is_at(Place::replaced)) default_of_an_option();
    if (is_at(Place::end_of_item)) after_an_item();
    if (const auto other = rewritten(found_); other && other->begin == other->end)
      insert(other->text, other->begin);
    else if (other)
      write(other->text, other->begin, other->end);
    return std::move(all_);
  }

 private:
  bool is_at(Place place) const { return place_ != Place::any && (place | place_) == place; }
  char before(std::size_t at) const { return at > 0 ? text_[at - 1] : '\n'; }
  std::size_t line_end() const { return std::min(text_.find('\n', at_), text_.size()); }
  std::size_t line_begin() const { return lang::line_begin(text_, at_); }
  /// The next text on the token's line, after blanks.
  std::size_t behind(std::size_t end) const { return std::min(text_.find_first_not_of(" \t", end), text_.size()); }
  std::string part(std::size_t begin, std::size_t end) const { return std::string(text_.substr(begin, end - begin)); }

  void add(std::string title, std::size_t begin, std::size_t end, std::string text, int rank = 0) {
    const Span at{file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    all_.push_back({std::move(title), at, std::move(text), false, rank});
  }
  void write(std::string text, std::size_t begin, std::size_t end, int rank = 0) {
    add("write `" + text + "`", begin, end, text, rank);
  }
  void insert(std::string text, std::size_t at) { all_.push_back(inserting(file_, at, std::move(text))); }
  /// Writes a word over a sign, with blanks around it.
  void write_word(const std::string& word, std::size_t begin, std::size_t end) {
    const bool is_apart = std::string_view(" (\n").find(before(begin)) != std::string_view::npos;
    const bool needs_blank = end < text_.size() && text_[end] != ' ' && text_[end] != '\n';
    add("write `" + word + "`", begin, end, (is_apart ? "" : " ") + word + (needs_blank ? " " : ""));
  }

  void signs_of_other_languages() {
    // The first sign of `&&` was read as an operator, so the error is at the second; that of the others is at their
    // last.
    for (const std::size_t begin : {std::size_t{at_}, std::size_t{at_} - 1}) {
      if (begin > at_) continue;
      const std::string_view two = text_.substr(begin, 2);
      if (two != "&&" && two != "||") continue;
      write_word(two == "&&" ? "and" : "or", begin, begin + 2);
      write_word(std::string(1, two[0]), begin, begin + 2);
      return;
    }
    if (token_ == "!") write_word("not", at_, end_);
    constexpr std::pair<std::string_view, const char*> kSigns[] = {{"===", "=="}, {"!==", "!="}, {"<>", "!="}};
    for (const auto& [sign, here] : kSigns)
      if (text_.substr(0, end_).ends_with(sign)) write(here, end_ - sign.size(), end_);
  }

  /// `x is y` and `x is not y`: of a cell and a set, of two sets, or of two values.
  void is() {
    const std::size_t next = behind(end_);
    const bool is_not = token_at(text_, static_cast<std::uint32_t>(next)) == "not";
    int rank = 0;
    for (const char* word : {"in", "within", "meets"}) {
      if (!is_not)
        write(word, at_, end_, rank);
      else if (const auto operand = operand_before(at_))
        add("write `not ... " + std::string(word) + "`", *operand, next + 3, "not " + part(*operand, at_) + word, rank);
      rank = 1;
    }
    write(is_not ? "!=" : "==", at_, is_not ? next + 3 : end_, 2);
  }

  /// `c not in S`: the `not` goes before one operand, or all that is compared.
  void not_behind() {
    std::optional<std::size_t> begin = operand_before(at_);
    if (!begin) return;
    for (int operands = 1; operands < 4 && *begin > 0; ++operands) {
      const std::size_t last = text_.find_last_not_of(' ', *begin - 1);
      if (last == std::string_view::npos || std::string_view("+-*/&|^").find(text_[last]) == std::string_view::npos)
        break;
      const std::optional<std::size_t> other = operand_before(last);
      if (!other) break;
      begin = other;
    }
    const std::size_t end = text_.find_last_not_of(' ', at_ - 1) + 1;
    add("write `not` before it", *begin, behind(end_), "not " + part(*begin, end) + " ");
  }

  /// Where the operand begins that ends before this place: names, numbers, members, and all in brackets.
  std::optional<std::size_t> operand_before(std::size_t at) const {
    std::size_t begin = at;
    while (begin > line_begin() && text_[begin - 1] == ' ') --begin;
    const std::size_t end = begin;
    while (begin > line_begin()) {
      const char c = text_[begin - 1];
      if (std::string_view(")]}").find(c) != std::string_view::npos) {
        int open = 0;
        std::size_t i = begin;
        do {
          --i;
          if (std::string_view(")]}").find(text_[i]) != std::string_view::npos) ++open;
          if (std::string_view("([{").find(text_[i]) != std::string_view::npos) --open;
        } while (open > 0 && i > line_begin());
        if (open > 0) return std::nullopt;
        begin = i;
      } else if (is_in_name(c) || c == '.') {
        --begin;
      } else {
        break;
      }
    }
    return begin == end ? std::nullopt : std::optional(begin);
  }

  /// Where the bracket that opens at a place is closed, before `end`.
  std::optional<std::size_t> closing(std::size_t open, std::size_t end, std::string_view pair) const {
    int depth = 0;
    for (std::size_t i = open; i < end; ++i) {
      depth += text_[i] == pair[0] ? 1 : text_[i] == pair[1] ? -1 : 0;
      if (depth == 0) return i;
    }
    return std::nullopt;
  }

  /// `[a1, b2]`
  void set_in_brackets() {
    if (const auto close = closing(at_, line_end(), "[]")) write("{" + part(at_ + 1, *close) + "}", at_, *close + 1);
  }

  /// `put disc of ann on a1`
  void owner_of_what_is_put() {
    const std::size_t on = text_.find(" on ", end_), owner = behind(end_);
    if (on == std::string_view::npos || on > line_end() || owner >= on) return;
    const std::string written = "owner = " + part(owner, on);
    const std::size_t end = text_.find_last_not_of(' ', at_ - 1) + 1;
    const bool has_fields = text_[end - 1] == ')';
    const std::string comma = has_fields && text_[end - 2] != '(' ? ", " : "";
    add("write `(" + written + ")`", has_fields ? end - 1 : end, on, (has_fields ? comma : "(") + written + ")");
  }

  /// `loop { ... }` as a declaration: the course of the game, that is repeated.
  void loop_of_the_game() {
    const std::size_t brace = behind(end_);
    if (!is_among(token_, "loop repeat rounds forever") || text_.substr(brace, 1) != "{") return;
    if (const auto close = closing(brace, text_.size(), "{}"))
      add("write `play { repeat { ... } }`", at_, *close + 1, "play { repeat " + part(brace, *close + 1) + " }");
  }

  /// `replace side = 5` in a variant, where `side` is an option of its game.
  void default_of_an_option() {
    if (text_.substr(behind(end_), 1) != "=") return;
    const std::size_t end = text_.find_last_not_of(" \t\r", line_end() - 1) + 1;
    add("write `option " + part(at_, end) + "`", line_begin(), at_, "option ");
  }

  /// A statement or declaration is complete, and something follows on its line.
  void after_an_item() {
    if (token_.empty()) return;
    const std::string_view previous = token_before(text_, at_);
    const auto operand = operand_before(at_);
    if (declaration_ == "test" && is_among(token_, kComparisons) && operand && behind(line_begin()) == *operand)
      insert("expect ", *operand);
    if (is_among(token_, "wins loses") && item_.starts_with("expect ")) insert("result : ", at_ - item_.size() + 7);
    if (!all_.empty() || !begins_name(token_.front()) || previous.empty()) return;
    const auto gap = static_cast<std::size_t>(previous.data() + previous.size() - text_.data());
    const std::size_t next = behind(end_);  // an assignment, or an effect that is run
    const bool begins = is_among(token_, kBeginnings) ||
                        (next < text_.size() && std::string_view("=[.(+-|&").find(text_[next]) != std::string_view::npos);
    if (begins) insert(";", gap);
    if (!begins_name(previous.front()) || is_among(previous, "at of")) return;  // `at most 3`
    std::size_t end = end_;
    while (end < text_.size() && (is_in_name(text_[end]) || text_[end] == '.')) ++end;
    write("(" + part(at_, end) + ")", gap, end);  // `count mirror`
  }

  const Found& found_;
  std::string_view text_;
  std::uint32_t file_, at_;
  Place place_;
  std::string_view declaration_, item_, token_;
  std::size_t end_;
  std::vector<Mend> all_;
};

}  // namespace

std::vector<Mend> mends_for(const Found& found, std::uint32_t file) {
  if (found.at > found.text.size()) return {};
  return Mends(found, file).all();
}

}  // namespace glint::lang::parsing
