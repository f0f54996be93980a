// The second pass of parsing, from nodes to the tree: a function for each form. Each gets a cursor at the node that it
// reads; the grammar makes sure that the node is of the right kind. Expressions need no statements, and statements no
// declarations, so each class adds a layer: build_expressions.cpp, build_statements.cpp, build_declarations.cpp with
// build_file.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/parse/nodes.hpp"
#include "lang/parse/parse.hpp"
#include "lang/source/stop.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::lang::parsing {

/// The tools that all forms need: the texts of nodes, names and numbers, and the depth of the tree.
class NodeReader {
 public:
  NodeReader(std::string_view text, std::uint32_t file, std::vector<Diagnostic>& diagnostics, StopCheck& stop)
      : text_(text), file_(file), diagnostics_(diagnostics), stop_(stop) {}

 protected:
  /// Thrown, after a report, if a form has an error that the grammar cannot find: the form is left out.
  struct LeftOut {};

  /// Counts the depth of the tree while a form is built.
  class Deeper {
   public:
    Deeper(NodeReader& builder, std::size_t levels, Span span);
    Deeper(const Deeper&) = delete;
    ~Deeper() { builder_.depth_ -= levels_; }

   private:
    NodeReader& builder_;
    std::size_t levels_;
  };

  /// The results of `read` for the nodes, without those that have an error (which was reported).
  template <class Part, class Of>
  std::vector<Part> readable(Cursor nodes, Part (Of::*read)(Cursor)) {
    std::vector<Part> parts;
    for (const Cursor one : nodes) {
      try {
        parts.push_back((static_cast<Of*>(this)->*read)(one));
      } catch (const LeftOut&) {
        lost_.push_back(span(one.node()));
      }
    }
    return parts;
  }

  Span span(const Node& node) const { return {file_, node.begin, node.end}; }
  std::string_view words(const Node& node) const { return text_.substr(node.begin, node.end - node.begin); }
  tree::Name name(Cursor at) const;
  std::int64_t number(const Node& node);
  tree::Text plain_text(Cursor at) const;
  std::string unescaped(std::string_view raw) const;
  [[noreturn]] void leave_out(Code code, Span at, std::string message, std::string help = {},
                              std::vector<Mend> mends = {});

  std::string_view text_;
  std::uint32_t file_;
  std::vector<Diagnostic>& diagnostics_;
  StopCheck& stop_;
  std::vector<Span> lost_;  // what was left out
  std::size_t depth_ = 0;
};

/// Expressions and types.
class ExpressionBuilder : public NodeReader {
 public:
  using NodeReader::NodeReader;
  /// The expression at the cursor; nothing if it has an error.
  std::optional<tree::Expr> lone_expression(Cursor at);

 protected:
  tree::Text text(Cursor at);
  void text_parts(Cursor part, bool repeated, tree::Text& text);
  /// A text of any of the three kinds.
  tree::Text any_text(Cursor at);
  tree::Expr expression(Cursor at);
  class Row;
  tree::Expr operand(Cursor at);
  tree::Expr primary(Cursor at);
  tree::Expr applied(Cursor at);
  tree::Expr named(Cursor at);
  tree::Expr with_members(tree::Expr base, Cursor& rest);
  tree::Expr with_owner(tree::Expr kind, Cursor& rest);
  tree::Expr owner(Cursor parts);
  tree::Expr set(Cursor at);
  /// The value after the `=` of a declaration that may have an index.
  tree::Expr value_or_list(Cursor at) { return at.is(Kind::list) ? set(at) : expression(at); }
  tree::Expr comprehension(Cursor at);
  tree::Expr fold(Cursor at);
  tree::Expr if_expression(Cursor at);
  std::vector<tree::Arg> arguments(Cursor at);
  tree::Arg named_argument(Cursor at);
  tree::TypeExpr type(Cursor at);
  tree::EnumValue enum_value(Cursor at);
  std::vector<tree::Param> parameters(Cursor at);
};

/// Statements, and the effects of beams.
class StatementBuilder : public ExpressionBuilder {
 public:
  using ExpressionBuilder::ExpressionBuilder;

 protected:
  tree::Block block(Cursor at) { return readable(at.below(), &StatementBuilder::statement); }
  tree::Stmt statement(Cursor at);
  void statement_parts(tree::Stmt& statement, Cursor parts);
  void if_parts(tree::Stmt& statement, Cursor parts);
  void assignment_parts(tree::Stmt& statement, Cursor parts);
  tree::Expr target(Cursor at);
  tree::Result result(Cursor at);

  // ---- beams ----
  tree::Case beam_case(Cursor at);
  tree::Outcome outcome(Cursor at);
  std::vector<tree::Case> cases(Cursor at) { return readable(at.below(), &StatementBuilder::beam_case); }
};

/// Declarations, and the file of them.
class Builder : public StatementBuilder {
 public:
  using StatementBuilder::StatementBuilder;
  tree::File file(Cursor declarations);
  /// Makes sure that a file begins with `game`, `variant` or `library`, and has only one of these.
  void check_header(const Nodes& nodes);

 private:
  void refuse_changes(tree::File& file);
  tree::Decl declaration(Cursor at);
  tree::Decl replacement(Cursor at);
  tree::Decl extension(Cursor at);
  bool header_parts(tree::Decl& decl, Kind form, Cursor parts);
  bool value_parts(tree::Decl& decl, Kind form, Cursor parts);
  bool space_parts(tree::Decl& decl, Kind form, Cursor parts);
  bool move_parts(tree::Decl& decl, Kind form, Cursor parts);
  bool rule_parts(tree::Decl& decl, Kind form, Cursor parts);
  tree::GameName game_name(Cursor at);
  std::vector<tree::Param> parameters_if_any(Cursor& parts);
  std::vector<tree::Name> names(Cursor parts) const;
  tree::Reaction reaction(Cursor at);
  void beam_parts(tree::BeamDecl& beam, Cursor block);
  void piece_parts(tree::PieceDecl& piece, Cursor block);
  void lattice_parts(tree::LatticeDecl& lattice, Cursor block);
  void board_parts(tree::Decl& decl, Cursor form);
  void use_board_parts(tree::Decl& decl, Cursor parts);
  void board_items(tree::BoardDecl& board, Cursor block);
  tree::LabelDecl label(Cursor at);
  void clock_parts(tree::ClockDecl& clock, Cursor block);
  tree::FieldDecl field(Cursor at);
  tree::FieldDecl field_with_first(Cursor at);
  std::int64_t whole_number(const Node& node);
  std::int64_t seconds(const Node& node);
  std::string doc_before(std::uint32_t begin) const;
};

// From the nodes of the grammar pass to the syntax tree.

/// Adds the declarations of a file to `parsed`, and errors found only now to its diagnostics. Throws Stopped.
void build_file(std::string_view text, const Nodes& nodes, Parsed& parsed, StopCheck& stop);

/// The expression of a file that contains nothing else; errors go to the diagnostics. Throws Stopped.
void build_expression(std::string_view text, std::uint32_t file, const Nodes& nodes, ParsedExpression& parsed,
                      StopCheck& stop);

}  // namespace glint::lang::parsing
