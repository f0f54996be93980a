// Finds out which events are possible in `play`.
#include "interpreter/build/board/constants.hpp"
#include "interpreter/players/methods.hpp"

namespace glint {

namespace {

using rules::StmtKind;

class Walk {
 public:
  explicit Walk(const Program& program) : program_(program), constants_(program.rules, program.options) {}

  PlayFacts facts() {
    go(program_.rules.play.body);
    return facts_;
  }

 private:
  void go(const rules::Block& block) {
    for (const rules::Stmt& statement : block) go(statement);
  }

  void go(const rules::Stmt& statement) {
    switch (statement.kind) {
      case StmtKind::if_: {
        // A condition on options is known.
        const auto condition = constants_.try_value(statement.exprs[0]);
        if (condition.value_or(1)) go(statement.body);
        if (!condition.value_or(0)) go(statement.other);
        return;
      }
      case StmtKind::choose:
      case StmtKind::together:
        facts_.has_together = facts_.has_together || statement.kind == StmtKind::together;
        facts_.nobody_first = facts_.nobody_first || (!chosen_ && statement.kind == StmtKind::together);
        chosen_ = true;
        go(statement.other);
        return;
      case StmtKind::draw:
        if (chosen_ && facts_.draws_later.empty()) facts_.draws_later = name_of(statement);
        return;
      case StmtKind::for_:
      case StmtKind::repeat:
        go(statement.body);  // in the next round, what follows a choice comes before it
        break;
      case StmtKind::turn:
        if (statement.each) go(statement.body);
        break;
      default:
        break;
    }
    go(statement.body);
    go(statement.other);
  }

  std::string name_of(const rules::Stmt& statement) const {
    for (const DrawNode& draw : program_.draws)
      if (draw.span.begin <= statement.span.end && statement.span.begin <= draw.span.end &&
          draw.span.file == statement.span.file)
        return draw.name;
    return program_.draws.empty() ? "it" : program_.draws[0].name;
  }

  const Program& program_;
  Constants constants_;
  PlayFacts facts_;
  bool chosen_ = false;
};

}  // namespace

PlayFacts play_facts(const Program& program) { return Walk(program).facts(); }

}  // namespace glint
