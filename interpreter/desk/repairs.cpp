#include "interpreter/desk/repairs.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "interpreter/desk/text_place.hpp"
#include "lang/parse/reading.hpp"
#include "lang/source/line_begin.hpp"
#include "lang/source/names.hpp"
#include "lang/syntax/words.hpp"

namespace glint::desk {
namespace {

using lang::token_at;
using lang::token_before;

class Repairs {
 public:
  Repairs(const Desk::Analysis& known, const lang::Diagnostic& diagnostic, const std::string& document,
          const std::string& text)
      : known_(known), diagnostic_(diagnostic), document_(document), text_(text), at_(diagnostic.primary.span) {}

  std::vector<Candidate> all() {
    if (diagnostic_.code == lang::Code::G0101) {
      operators_of_other_languages();
      equals_sign();
      not_before_the_condition();
      when_for_if();
      two_on_one_line();
      new_default();
      set_in_brackets();
      refused_move();
      loop_of_the_game();
      arguments_in_parentheses();
      result_of_a_test();
      names_that_are_missing();
      condition_of_a_test();
    }
    default_of_an_option();
    if (diagnostic_.help.starts_with("write `a..b`") && token() != "0") insert(at_.begin, "0..");
    if (diagnostic_.code == lang::Code::G0511 && text_.compare(at_.begin, 8, "replace ") == 0)
      replace("remove `replace`", at_.begin, at_.begin + 8, "");
    if (diagnostic_.help.starts_with("compare it")) {
      words_between_sets();
      const bool chosen = condition_of_a_pick();
      // After `->` is no condition.
      const std::string line = text_.substr(line_begin(), at_.begin - line_begin());
      if (!chosen && line.find("->") == std::string::npos)
        insert(at_.end, diagnostic_.help.find("{}") == std::string::npos ? " > 0" : " != {}", 1);
    }
    if (diagnostic_.message == "expected the name of a field before the value") unnamed_argument();
    if (token() == "of") owner_of_what_is_put();
    if (diagnostic_.primary.text.starts_with("did you mean ")) misspelt_where_declared();
    if (diagnostic_.message.starts_with("no `choose` offers ")) offered();
    return std::move(all_);
  }

 private:
  // ---- edits

  void replace(std::string title, std::size_t begin, std::size_t end, std::string text, int after = 0) {
    all_.push_back({std::move(title),
                    {{document_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, std::move(text)},
                    true,
                    after});
  }
  void insert(std::size_t at, const std::string& text, int after = 0) {
    const std::size_t first = text.find_first_not_of(' ');
    replace("insert `" + text.substr(first, text.find_last_not_of(' ') + 1 - first) + "`", at, at, text, after);
  }
  /// Writes a word in the place of a sign, with blanks around it.
  void write_word(std::size_t begin, std::size_t end, const std::string& word) {
    const bool before = begin > 0 && text_[begin - 1] != ' ' && text_[begin - 1] != '(' && text_[begin - 1] != '\n';
    const bool behind = end < text_.size() && text_[end] != ' ' && text_[end] != '\n';
    replace("write `" + word + "`", begin, end, (before ? " " : "") + word + (behind ? " " : ""));
  }

  std::string_view token() const { return token_at(text_, at_.begin); }
  std::size_t line_end() const { return std::min(text_.find('\n', at_.begin), text_.size()); }
  std::size_t line_begin() const { return lang::line_begin(text_, at_.begin); }

  // ---- mistakes

  void operators_of_other_languages() {
    // In `&&` the first sign was read as an operator, so the error is at the second.
    for (const std::size_t begin : {std::size_t{at_.begin}, std::size_t{at_.begin} - 1}) {
      if (begin > at_.begin) continue;
      const std::string_view two = std::string_view(text_).substr(begin, 2);
      if (two != "&&" && two != "||") continue;
      write_word(begin, begin + 2, two == "&&" ? "and" : "or");
      write_word(begin, begin + 2, std::string(1, two[0]));
      return;
    }
    if (token() == "!") write_word(at_.begin, at_.end, "not");
    if (token() == "is") is_of_other_languages();
    // Of these the error is at the last sign.
    constexpr std::pair<std::string_view, std::string_view> kSigns[] = {{"===", "=="}, {"!==", "!="}, {"<>", "!="}};
    for (const auto& [sign, here] : kSigns) {
      if (at_.end < sign.size() || text_.compare(at_.end - sign.size(), sign.size(), sign) != 0) continue;
      replace("write `" + std::string(here) + "`", at_.end - sign.size(), at_.end, std::string(here));
    }
  }

  /// `x is y`: of a cell and a set, of two sets, or of two values.
  void is_of_other_languages() {
    const std::size_t next = std::min(text_.find_first_not_of(' ', at_.end), text_.size());
    const bool is_not = token_at(text_, static_cast<std::uint32_t>(next)) == "not";
    const std::size_t end = is_not ? next + 3 : std::size_t{at_.end};
    const std::optional<std::size_t> operand = is_not ? operand_before(at_.begin) : std::nullopt;
    const auto write = [&](const std::string& word, int after) {
      if (!is_not) replace("write `" + word + "`", at_.begin, end, word, after);
      if (operand)
        replace("write `not ... " + word + "`", *operand, end,
                "not " + text_.substr(*operand, at_.begin - *operand) + word, after);
    };
    write("in", 0);
    write("within", 1);
    write("meets", 1);
    const std::string sign = is_not ? "!=" : "==";
    replace("write `" + sign + "`", at_.begin, end, sign, 2);
  }

  /// `x == 1` as a statement, and `x = 1` as a condition.
  void equals_sign() {
    const bool is_third = at_.begin > 0 && text_[at_.begin - 1] == '=';  // of `===`
    if (token() == "=" && !is_third) return replace("write `==`", at_.begin, at_.end, "==");
    if (!diagnostic_.message.starts_with("unknown statement ")) return;
    std::size_t at = at_.end;
    while (at < line_end() && (lang::is_in_name(text_[at]) || text_[at] == '.' || text_[at] == ' ')) ++at;
    const std::string_view two = std::string_view(text_).substr(at, 2);
    // In a test such a line is what is expected.
    if (two == ":=" || (two == "==" && !is_in_test())) replace("write `=`", at, at + 2, "=");
  }

  bool is_in_test() const {
    const std::vector<tree::Decl>& decls = known_.file(0).decls;
    return std::any_of(decls.begin(), decls.end(), [&](const tree::Decl& decl) {
      return decl.kind == tree::DeclKind::test && decl.span.begin <= at_.begin && at_.begin < decl.span.end;
    });
  }

  /// `c not in S`: the `not` goes before what it was written behind, one operand or all of the comparison.
  void not_before_the_condition() {
    if (token() != "not") return;
    const std::size_t rest = std::min(text_.find_first_not_of(' ', at_.end), text_.size());
    const std::optional<std::size_t> operand = operand_before(at_.begin);
    if (!operand) return;
    std::vector<std::size_t> begins = {*operand};
    while (begins.size() < 4 && begins.back() > 0) {
      const std::size_t last = text_.find_last_not_of(' ', begins.back() - 1);
      if (last == std::string::npos || std::string_view("+-*/&|^").find(text_[last]) == std::string_view::npos) break;
      const std::optional<std::size_t> before = operand_before(last);
      if (!before) break;
      begins.push_back(*before);
    }
    const std::size_t begin = begins.back();
    const std::size_t end = text_.find_last_not_of(' ', at_.begin - 1) + 1;
    replace("write `not` before it", begin, rest, "not " + text_.substr(begin, end - begin) + " ");
  }

  /// Where the operand begins that ends before this place: names, numbers, members, and all in brackets.
  std::optional<std::size_t> operand_before(std::size_t at) const {
    std::size_t begin = at;
    while (begin > line_begin() && text_[begin - 1] == ' ') --begin;
    const std::size_t end = begin;
    while (begin > line_begin()) {
      const char c = text_[begin - 1];
      if (c == ')' || c == ']' || c == '}') {
        int open = 0;
        std::size_t i = begin;
        do {
          --i;
          if (std::string_view(")]}").find(text_[i]) != std::string_view::npos) ++open;
          if (std::string_view("([{").find(text_[i]) != std::string_view::npos) --open;
        } while (open > 0 && i > line_begin());
        if (open > 0) return std::nullopt;
        begin = i;
      } else if (lang::is_in_name(c) || c == '.') {
        --begin;
      } else {
        break;
      }
    }
    return begin == end ? std::nullopt : std::optional(begin);
  }

  /// `around and empty and not lit`, of sets: every operand on that line with the same error.
  void words_between_sets() {
    std::size_t begin = at_.begin, end = at_.end;
    for (const lang::Diagnostic& other : known_.diagnostics) {
      const lang::Span& at = other.primary.span;
      if (other.message != diagnostic_.message || at.file != 0 || at.begin < line_begin() || at.end > line_end())
        continue;
      begin = std::min<std::size_t>(begin, at.begin);
      end = std::max<std::size_t>(end, at.end);
    }
    // `not` before the first is part of it.
    std::string written;
    std::set<std::string> signs;
    const std::string old = text_.substr(begin, end - begin);
    constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
        {" and not ", " - "}, {" and ", " & "}, {" or ", " | "}};
    for (std::size_t i = 0; i < old.size();) {
      const auto word = std::find_if(std::begin(kSigns), std::end(kSigns), [&](const auto& each) {
        return old.compare(i, each.first.size(), each.first) == 0;
      });
      if (word == std::end(kSigns)) {
        written += old[i++];
      } else {
        written += word->second;
        signs.insert(std::string(word->second.substr(1, 1)));
        i += word->first.size();
      }
    }
    std::string title;
    for (const std::string& sign : signs) title += (title.empty() ? "write `" : " and `") + sign + "`";
    if (!signs.empty()) replace(title, begin, end, written);
  }

  /// A name that is used in one way and declared in another: the mistake may be where it is declared.
  void misspelt_where_declared() {
    const std::string& label = diagnostic_.primary.text;
    const std::size_t begin = label.find('`'), end = label.rfind('`');
    const std::string meant = label.substr(begin + 1, end - begin - 1);
    const std::string here = text_.substr(at_.begin, at_.end - at_.begin);
    const auto uses =
        std::count_if(known_.diagnostics.begin(), known_.diagnostics.end(), [&](const lang::Diagnostic& other) {
          return other.primary.text == label && known_.sources->text(other.primary.span) == here;
        });
    if (uses < 2) return;
    const lang::Index& index = known_.index();
    for (std::size_t i = 0; i < index.symbols.size(); ++i) {
      const lang::Symbol& symbol = index.symbols[i];
      if (symbol.name != meant || symbol.at.file != 0 || symbol.kind == lang::SymbolKind::value) continue;
      const bool is_used = std::any_of(index.mentions.begin(), index.mentions.end(), [&](const lang::Mention& mention) {
        return mention.at != symbol.at &&
               std::find(mention.symbols.begin(), mention.symbols.end(), static_cast<int>(i)) != mention.symbols.end();
      });
      if (!is_used)
        replace("call it `" + here + "` where it is declared", symbol.at.begin, symbol.at.end, here, kMeant);
    }
  }

  /// `put disc(ann) on a1`: what the value may be of.
  void unnamed_argument() {
    const std::vector<std::string> words = words_of(text_.substr(line_begin(), at_.begin - line_begin()));
    const auto put = std::find(words.rbegin(), words.rend(), "put");
    if (put == words.rend() || put == words.rbegin()) return;
    const std::string& kind = *(put - 1);
    for (std::size_t f = 0; f < known_.file_count(); ++f)
      for (const tree::Decl& decl : known_.file(f).decls) {
        if (decl.kind != tree::DeclKind::piece || decl.name.text != kind) continue;
        if (decl.owned) insert(at_.begin, "owner = ");
        for (const tree::FieldDecl& field : decl.fields) insert(at_.begin, field.name.text + " = ");
      }
  }

  /// `put disc of ann on a1`
  void owner_of_what_is_put() {
    const std::size_t on = text_.find(" on ", at_.end);
    const std::string before = text_.substr(line_begin(), at_.begin - line_begin());
    const std::size_t put = before.rfind("put ");
    if (on == std::string::npos || on > line_end() || put == std::string::npos) return;
    const std::size_t owner = text_.find_first_not_of(' ', at_.end);
    const std::size_t end = text_.find_last_not_of(' ', at_.begin - 1) + 1;
    if (owner >= on) return;
    const std::string written = "owner = " + text_.substr(owner, on - owner);
    const bool has_others = text_[end - 1] == ')' && text_[end - 2] != '(';
    if (text_[end - 1] == ')')
      replace("write `(" + written + ")`", end - 1, on, (has_others ? ", " : "") + written + ")");
    else
      replace("write `(" + written + ")`", end, on, "(" + written + ")");
  }

  /// `pick c in S and c.x > 0`: what is asked about each element.
  bool condition_of_a_pick() {
    const std::string line = text_.substr(line_begin(), at_.end - line_begin());
    const std::size_t pick = line.rfind("pick ");
    if (pick == std::string::npos || line.find_first_of(";{}", pick) < line.size()) return false;
    const std::size_t name = pick + 5, name_end = line.find(' ', name);
    if (name_end == std::string::npos || line.compare(name_end, 4, " in ") != 0) return false;
    const std::string element = line.substr(name, name_end - name);
    constexpr std::string_view kAnd = " and ";
    if (text_.compare(at_.end, kAnd.size(), kAnd) != 0) return false;
    const std::size_t begin = at_.end + kAnd.size();
    const std::vector<std::string> asked =
        words_of(text_.substr(begin, std::min(text_.find_first_of("\n;", begin), text_.size()) - begin));
    if (std::find(asked.begin(), asked.end(), element) == asked.end()) return false;
    replace("write `where`", at_.end + 1, at_.end + 4, "where");
    return true;
  }

  /// `[a1, b2]`
  void set_in_brackets() {
    if (token() != "[" || !diagnostic_.help.starts_with("a set is written in braces")) return;
    int open = 0;
    for (std::size_t i = at_.begin; i < line_end(); ++i) {
      open += text_[i] == '[' ? 1 : text_[i] == ']' ? -1 : 0;
      if (open > 0) continue;
      const std::string set = "{" + text_.substr(at_.begin + 1, i - at_.begin - 1) + "}";
      return replace("write `" + set + "`", at_.begin, i + 1, set);
    }
  }

  /// A test that a move is refused.
  void refused_move() {
    constexpr std::string_view kWords[] = {"refuse", "refuses", "refused", "reject", "rejects", "rejected", "forbid",
                                           "forbids", "forbidden", "illegal", "disallow", "deny"};
    const std::size_t next = std::min(text_.find_first_not_of(' ', at_.end), text_.size());
    if (!diagnostic_.message.starts_with("unknown statement ") || !is_in_test() || text_.compare(next, 1, "\"") != 0 ||
        std::find(std::begin(kWords), std::end(kWords), token()) == std::end(kWords))
      return;
    if (token() == "illegal") return insert(at_.begin, "expect ");
    replace("write `expect illegal`", at_.begin, at_.end, "expect illegal");
  }

  /// `loop { ... }` as a declaration: the course of the game, that is repeated.
  void loop_of_the_game() {
    constexpr std::string_view kWords[] = {"loop", "repeat", "rounds", "forever"};
    const std::size_t brace = std::min(text_.find_first_not_of(' ', at_.end), text_.size());
    if (!diagnostic_.message.starts_with("unknown declaration ") || text_.compare(brace, 1, "{") != 0 ||
        std::find(std::begin(kWords), std::end(kWords), token()) == std::end(kWords))
      return;
    int open = 0;
    for (std::size_t i = brace; i < text_.size(); ++i) {
      open += text_[i] == '{' ? 1 : text_[i] == '}' ? -1 : 0;
      if (open > 0) continue;
      const std::string block = text_.substr(brace, i + 1 - brace);
      return replace("write `play { repeat { ... } }`", at_.begin, i + 1, "play { repeat " + block + " }");
    }
  }

  /// `count mirror`
  void arguments_in_parentheses() {
    if (!diagnostic_.help.starts_with("put arguments in parentheses") || token().empty() ||
        !lang::begins_name(token().front()))
      return;
    const std::size_t begin = text_.find_last_not_of(' ', at_.begin - 1) + 1;
    std::size_t end = at_.end;
    while (end < text_.size() && (lang::is_in_name(text_[end]) || text_[end] == '.')) ++end;
    const std::string written = "(" + text_.substr(at_.begin, end - at_.begin) + ")";
    replace("write `" + written + "`", begin, end, written);
  }

  /// `count(moth) == 2` as a statement of a test.
  void condition_of_a_test() {
    constexpr std::string_view kCompares[] = {"==", "!=", "<", ">", "<=", ">="};
    if (!is_in_test() || !diagnostic_.message.starts_with("expected a new line or `;`") ||
        std::find(std::begin(kCompares), std::end(kCompares), token()) == std::end(kCompares))
      return;
    const std::optional<std::size_t> left = operand_before(at_.begin);
    if (left && text_.find_first_not_of(" \t", line_begin()) == *left) insert(*left, "expect ");
  }

  /// `expect red wins`
  void result_of_a_test() {
    if (!diagnostic_.help.starts_with("write `expect result : ") || (token() != "wins" && token() != "loses")) return;
    const std::size_t expect = text_.rfind("expect ", at_.begin);
    if (expect != std::string::npos && expect >= line_begin()) insert(expect + 7, "result : ");
  }

  /// `after { ... }` of every move, and `score = ...` of each player.
  void names_that_are_missing() {
    if (diagnostic_.message.starts_with("expected the name of a move after `after`") && token() == "{")
      insert(at_.begin, "move ");
    if (diagnostic_.message.starts_with("expected a name for the player after ") && token() == "=")
      insert(at_.begin, "p ");
  }

  /// `let side = 5` or `replace side = 5` in a variant, where `side` is an option of its game.
  void default_of_an_option() {
    const tree::File& own = known_.file(0);
    if (own.decls.empty() || own.decls.front().kind != tree::DeclKind::variant) return;
    const std::string line = text_.substr(line_begin(), line_end() - line_begin());
    const std::vector<std::string> words = words_of(line);
    const std::size_t named = words.size() > 2 && words[0] == "replace" && words[1] == "let" ? 2 : 1;
    if (words.size() <= named || (words[0] != "let" && words[0] != "var" && words[0] != "replace")) return;
    const std::string& name = words[named];
    const std::size_t at = line.find(" " + name) + 1, equals = line.find_first_not_of(' ', at + name.size());
    if (at == 0 || equals == std::string::npos || line[equals] != '=') return;
    for (std::size_t f = 1; f < known_.file_count(); ++f)
      for (const tree::Decl& decl : known_.file(f).decls)
        if (decl.kind == tree::DeclKind::option && decl.name.text == name)
          return replace("write `option " + line.substr(at) + "`", line_begin(), line_begin() + at, "option ");
  }

  void when_for_if() {
    if (token() == "if" && diagnostic_.help.starts_with("write `end when"))
      replace("write `when`", at_.begin, at_.end, "when");
  }

  void two_on_one_line() {
    if (diagnostic_.message.starts_with("expected a new line or `;`") && !token().empty() &&
        lang::begins_name(token().front()))
      insert(text_.find_last_not_of(' ', at_.begin - 1) + 1, ";");
  }

  /// `option side` in a variant, of an option that its game has: one of the other values, or the default as it is.
  void new_default() {
    constexpr std::size_t kMost = 4;
    const tree::File& own = known_.file(0);
    if (own.decls.empty() || own.decls.front().kind != tree::DeclKind::variant) return;
    std::string_view line = std::string_view(text_).substr(line_begin(), line_end() - line_begin());
    constexpr std::string_view kOption = "option ";
    if (!line.starts_with(kOption)) return;
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    const std::string_view name = line.substr(kOption.size());
    if (!lang::is_name_like(name)) return;
    for (std::size_t f = 1; f < known_.file_count(); ++f)
      for (const tree::Decl& decl : known_.file(f).decls) {
        if (decl.kind != tree::DeclKind::option || decl.name.text != name || decl.exprs.empty()) continue;
        const std::string initial(known_.sources->text(decl.exprs.front().span));
        std::vector<std::string> values;
        if (!decl.type.empty())
          for (const tree::EnumValue& value : decl.type.front().values)
            if (value.name.text != initial) values.push_back(value.name.text);
        if (values.empty()) values.push_back(initial);
        values.resize(std::min(values.size(), kMost));
        const std::size_t end = line_begin() + line.size();
        for (const std::string& value : values)
          replace("write `" + std::string(line) + " = " + value + "`", end, end, " = " + value);
        return;
      }
  }

  /// A move that no `choose` offers.
  void offered() {
    const tree::File& own = known_.file(0);
    const auto move = std::find_if(own.decls.begin(), own.decls.end(), [&](const tree::Decl& decl) {
      return decl.kind == tree::DeclKind::move && decl.name.span == at_;
    });
    if (move == own.decls.end()) return;
    for (const tree::Decl& decl : own.decls) {
      if (decl.kind != tree::DeclKind::play) continue;
      const std::vector<const tree::Stmt*> choices = choices_in(decl.body);
      if (choices.size() == 1 && !choices[0]->names.empty())
        replace("offer `" + move->name.text + "` in `play`", choices[0]->names.back().span.end,
                choices[0]->names.back().span.end, " or " + move->name.text);
      return;
    }
    const std::size_t word = diagnostic_.help.find("`beside "), close = diagnostic_.help.find('`', word + 1);
    if (word != std::string::npos && close != std::string::npos && move->text)
      insert(move->text->span.end, " " + diagnostic_.help.substr(word + 1, close - word - 1));
  }

  static std::vector<const tree::Stmt*> choices_in(const tree::Block& block) {
    std::vector<const tree::Stmt*> all;
    for (const tree::Stmt& stmt : block) {
      if (stmt.kind == tree::StmtKind::choose) all.push_back(&stmt);
      for (const tree::Block* inner : {&stmt.body, &stmt.other}) {
        const auto more = choices_in(*inner);
        all.insert(all.end(), more.begin(), more.end());
      }
    }
    return all;
  }

  const Desk::Analysis& known_;
  const lang::Diagnostic& diagnostic_;
  const std::string& document_;
  const std::string& text_;
  const lang::Span at_;
  std::vector<Candidate> all_;
};

}  // namespace

std::vector<Candidate> repairs_of(const Desk::Analysis& known, const lang::Diagnostic& diagnostic,
                                  const std::string& document, const std::string& text) {
  return Repairs(known, diagnostic, document, text).all();
}

}  // namespace glint::desk
