#include "lang/format/layout.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "lang/parse/reading.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::formatting {

namespace {

using parsing::Kind;
using parsing::Node;
using parsing::Nodes;

bool is_whole_token(Kind kind) {
  return equals_any(kind, {Kind::text, Kind::plain_text, Kind::lone_backslash, Kind::raw_text, Kind::clock_time});
}

bool is_block(Kind kind) {
  return equals_any(kind, {Kind::body, Kind::updates, Kind::cases, Kind::beam_block, Kind::piece_block,
                           Kind::lattice_block, Kind::board_block, Kind::clock_block});
}

/// Goes through the tokens of a text and its nodes side by side.
class Tokens {
 public:
  Tokens(std::string_view text, const Nodes& nodes) : text_(text), nodes_(nodes) {}

  std::vector<Token> all() {
    std::uint32_t breaks = 0;
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') ++breaks;
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++at_;
        continue;
      }
      enter();
      Token token = take();
      token.breaks = breaks;
      breaks = 0;
      tokens_.push_back(token);
    }
    return std::move(tokens_);
  }

 private:
  /// Leaves the nodes that have ended, and enters those that begin before or at this place.
  void enter() {
    while (!open_.empty() && open_.back()->end <= at_) open_.pop_back();
    begun_ = open_.size();
    while (next_ < nodes_.size() && nodes_[next_].begin <= at_) {
      const Node& node = nodes_[next_++];
      if (node.end <= at_) continue;
      open_.push_back(&node);
      if (is_whole_token(node.kind)) next_ = node.next;  // its inside is no token
    }
  }

  bool begins(Kind kind) const {
    return std::any_of(open_.begin() + static_cast<std::ptrdiff_t>(begun_), open_.end(),
                       [&](const Node* node) { return node->kind == kind && node->begin == at_; });
  }
  bool inside(Kind kind) const { return !open_.empty() && open_.back()->kind == kind; }

  Token take() {
    Token token;
    token.begin = at_;
    if (text_.substr(at_, 2) == "//") {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      token.text = trimmed(text_.substr(at_, end - at_));
      token.role = Role::comment;
      token.column = Column::comment;
      at_ = static_cast<std::uint32_t>(end);
      return token;
    }
    token.begins_item = begins_item();
    if (!open_.empty() && is_whole_token(open_.back()->kind)) {
      token.text = text_.substr(at_, open_.back()->end - at_);
      if (open_.back()->kind == Kind::raw_text)
        token.role = Role::drawing;
      else if (is_message())
        token.column = Column::message;
    } else {
      token.text = token_at(text_, at_);
      classify(token);
    }
    at_ += static_cast<std::uint32_t>(token.text.size());
    return token;
  }

  bool begins_item() const {
    for (std::size_t i = begun_; i < open_.size(); ++i) {
      if (open_[i]->begin != at_) continue;
      if (i == 0) return true;
      const Node& around = *open_[i - 1];
      if (is_block(around.kind) && text_[around.begin] == '{' && around.begin != at_) return true;
    }
    return false;
  }

  /// A text that ends a statement or declaration, and says something of it.
  bool is_message() const {
    if (open_.size() < 2) return false;
    const auto& around = *open_[open_.size() - 2];
    return around.end == open_.back()->end &&
           equals_any(around.kind, {Kind::pick, Kind::require_, Kind::require_most, Kind::option, Kind::var, Kind::bag,
                                    Kind::invariant});
  }

  void classify(Token& token) {
    const std::string_view text = token.text;
    if (text == ";") token.role = Role::separator;
    if (text == ".." || text == ".") token.role = Role::tight;
    if (text == "-" && (begins(Kind::prefix) || inside(Kind::whole_number))) token.role = Role::prefix;
    if (text == ":") token.role = is_far_colon() ? Role::plain : Role::colon;
    if (text == "(" || text == "[") {
      const bool called = (text == "[" && !begins(Kind::list)) || begins(Kind::arguments) || begins(Kind::parameters) ||
                          ((inside(Kind::drawn_call) || inside(Kind::label_call) || inside(Kind::expect_perft)) &&
                           open_.back()->begin != at_);
      brackets_.push_back(false);
      token.role = called ? Role::call_open : Role::open;
    }
    if (text == "{") {
      const bool value =
          begins(Kind::set) || begins(Kind::comprehension) || begins(Kind::enumeration) || inside(Kind::beam_ends);
      brackets_.push_back(!value);
      token.role = value ? Role::open : Role::block_open;
      if (begins(Kind::updates) && is_only_outcome()) token.column = Column::updates;
    }
    if (text == ")" || text == "]" || text == "}") {
      const bool block = !brackets_.empty() && brackets_.back();
      if (!brackets_.empty()) brackets_.pop_back();
      token.role = block ? Role::block_close : Role::close;
    }
    if (text == "->" && inside(Kind::case_) && open_.back()->begin != at_) token.column = Column::arrow;
    if (text == "=" && open_.size() >= 2 && inside(Kind::assign_op) &&
        open_[open_.size() - 2]->kind == Kind::assignment)
      token.column = Column::assign;
  }

  /// A colon before the body of a fold, or before a result.
  bool is_far_colon() const {
    return inside(Kind::fold) || inside(Kind::end_statement) || inside(Kind::end_declaration) ||
           inside(Kind::expect_result);
  }

  /// True if updates end their case, so that those of several cases can be in a column.
  bool is_only_outcome() const {
    if (open_.size() < 3) return false;
    const Node& updates = *open_.back();
    for (auto node = open_.rbegin() + 1; node != open_.rend(); ++node) {
      if ((*node)->kind == Kind::case_) return (*node)->end == updates.end;
      if ((*node)->end != updates.end) return false;
    }
    return false;
  }

  std::string_view text_;
  const Nodes& nodes_;
  std::vector<Token> tokens_;
  std::vector<const Node*> open_;  // the nodes around this place, the innermost last
  std::size_t begun_ = 0;          // later ones begin at this token
  std::size_t next_ = 0;
  std::uint32_t at_ = 0;
  std::vector<bool> brackets_;  // for each open bracket: whether it is a block's
};

/// The tokens without separators at the ends of lines, and without what the layout chooses in them.
std::vector<std::string> essence(const std::vector<Token>& tokens) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_redundant(tokens, i))
      texts.push_back(tokens[i].role == Role::drawing ? moved_drawing(tokens[i].text, 0) : std::string(tokens[i].text));
  }
  return texts;
}

/// Each node as its kind and the tokens before its begin and its end.
std::vector<std::size_t> shape(const std::vector<Token>& tokens, const Nodes& nodes) {
  std::vector<std::uint32_t> begins;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (!is_redundant(tokens, i)) begins.push_back(tokens[i].begin);
  const auto before = [&](std::uint32_t at) {
    return static_cast<std::size_t>(std::lower_bound(begins.begin(), begins.end(), at) - begins.begin());
  };
  std::vector<std::size_t> numbers;
  for (const Node& node : nodes) {
    numbers.push_back(static_cast<std::size_t>(node.kind));
    numbers.push_back(before(node.begin));
    numbers.push_back(before(node.end));
  }
  return numbers;
}

}  // namespace

bool is_redundant(const std::vector<Token>& tokens, std::size_t at) {
  if (tokens[at].role != Role::separator) return false;
  if (at == 0 || tokens[at].breaks > 0 || at + 1 == tokens.size()) return true;
  const Token& before = tokens[at - 1];
  const Token& next = tokens[at + 1];
  return before.role == Role::separator || before.role == Role::block_open || next.breaks > 0 ||
         next.role == Role::block_close || next.role == Role::comment;
}

std::vector<Token> tokens_of(std::string_view text, const Nodes& nodes) { return Tokens(text, nodes).all(); }

bool same_script(std::string_view one, const Nodes& nodes_of_one, std::string_view other, const Nodes& nodes_of_other) {
  const std::vector<Token> tokens = tokens_of(one, nodes_of_one), others = tokens_of(other, nodes_of_other);
  return essence(tokens) == essence(others) && shape(tokens, nodes_of_one) == shape(others, nodes_of_other);
}

std::string moved_drawing(std::string_view drawing, std::size_t indent) {
  if (drawing.find('\t') != std::string_view::npos) return std::string(drawing);
  const std::vector<std::string_view> lines = split(drawing, "\n");
  const auto blanks = [](std::string_view line) { return std::min(line.find_first_not_of(" \r"), line.size()); };
  const bool closes_alone = lines.size() > 1 && trimmed(lines.back()) == "\"\"\"";
  std::size_t left = std::string_view::npos;
  for (std::size_t i = 1; i + (closes_alone ? 1 : 0) < lines.size(); ++i)
    if (!trimmed(lines[i]).empty()) left = std::min(left, blanks(lines[i]));
  std::string moved(trimmed(lines.front()));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view row = trimmed(lines[i]);
    moved += '\n';
    if (closes_alone && i + 1 == lines.size())
      moved += std::string(indent < 2 ? 0 : indent - 2, ' ') + std::string(row);
    else if (!row.empty())
      moved += std::string(indent + blanks(lines[i]) - left, ' ') + std::string(row);
  }
  return moved;
}

}  // namespace glint::lang::formatting
