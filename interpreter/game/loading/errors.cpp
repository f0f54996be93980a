#include "interpreter/game/loading/errors.hpp"

#include <utility>

#include "lang/diagnostics/presentable.hpp"

namespace glint {

Error to_error(const lang::Sources& sources, const lang::Diagnostic& diagnostic) {
  Error error;
  error.code = std::string(lang::code_name(diagnostic.code));
  error.message = lang::presentable(diagnostic.message);
  error.help = lang::presentable(diagnostic.help);
  error.is_warning = diagnostic.severity == lang::Severity::warning;
  const lang::Span& span = diagnostic.primary.span;
  const auto place = [&](const lang::Span& at, auto& placed) {
    const lang::LineColumn begin = sources.locate(at.file, at.begin), end = sources.locate(at.file, at.end);
    placed.line = static_cast<int>(begin.line);
    placed.column = static_cast<int>(begin.column);
    placed.end_line = static_cast<int>(end.line);
    placed.end_column = static_cast<int>(end.column);
  };
  if (span.file < sources.size()) {
    error.file = sources.file(span.file).name;
    place(span, error);
    for (lang::Mend& mend : lang::mends_of(diagnostic)) {
      if (mend.at.file != span.file) continue;
      error.mends.push_back(
          {.title = std::move(mend.title), .text = std::move(mend.text), .is_certain = mend.is_certain});
      place(mend.at, error.mends.back());
    }
  }
  error.rendered = lang::render(diagnostic, sources);
  return error;
}

std::vector<Error> to_errors(const lang::Sources& sources, const std::vector<lang::Diagnostic>& diagnostics) {
  std::vector<Error> errors;
  for (const lang::Diagnostic& diagnostic : diagnostics) errors.push_back(to_error(sources, diagnostic));
  return errors;
}

namespace {

/// Advice for errors that come up in play.
constexpr std::pair<lang::Code, const char*> kAdvice[] = {
    {lang::Code::G0504, "draw less often, or choose smaller values; `--limit words=N` allows more"},
    {lang::Code::G0602, "widen the range, declare it `clamped`, or test the value first (`require`, `if`)"},
    {lang::Code::G0603, "add an `else` to the `choose`, or offer a move that is always legal"},
    {lang::Code::G0604, "this must hold in every position: correct the rule that breaks it, or the invariant"},
    {lang::Code::G0605, "do less at once: fewer or smaller picks, shorter loops, a smaller board; `--limit` raises some limits"},
    {lang::Code::G0606, "choose a cell with room, or allow higher stacks: `board ... stacks of N`"},
    {lang::Code::G0608, "test the set first, as in `if SET != {} { draw ... }`"},
    {lang::Code::G0610, "test the bag first, as in `if count(BAG) > 0 { draw ... }`"},
    {lang::Code::G0611, "draw at most `count(SET)` values"},
    {lang::Code::G0612, "test for the piece in the move: `if CELL in KIND { ... }`"},
    {lang::Code::G0615, "allow more rounds, end the move there by `or stop`, or make the condition false in time"},
    {lang::Code::G0614, "allow more time, as `--limit seconds=60` does, or ask for less: fewer games, or a smaller board"},
};

const char* advice(lang::Code code) {
  for (const auto& [about, what] : kAdvice)
    if (about == code) return what;
  return "";
}

}  // namespace

lang::Diagnostic diagnostic_of(const Failure& failure) {
  const std::string help = failure.help.empty() ? advice(failure.code) : failure.help;
  return {failure.code, lang::Severity::error, failure.message, {failure.span, {}}, {}, help};
}

Error to_error(const Program& program, const Failure& failure) {
  return to_error(*program.sources, diagnostic_of(failure));
}

std::optional<Error> stopped(const Program& program) {
  if (!program.limits.stop || !program.limits.stop()) return std::nullopt;
  return stopped_error(program);
}

Error stopped_error(const Program& program) { return to_error(program, stopped_failure(program)); }

void throw_if_stopped(const Failure& failure) {
  if (failure.code == lang::Code::G0614) throw lang::Stopped{};
}
void throw_if_stopped(const Error& error) {
  if (error.code == lang::code_name(lang::Code::G0614)) throw lang::Stopped{};
}

Error plain_error(const std::string& message, const std::string& help) {
  Error error;
  error.message = lang::presentable(message);
  error.help = lang::presentable(help);
  return error;
}
Error plain_error(lang::Code code, const std::string& message, const std::string& help) {
  Error error = plain_error(message, help);
  error.code = std::string(lang::code_name(code));
  error.rendered = "error[" + error.code + "]: " + error.message + "\n" +
                   (error.help.empty() ? "" : "  help: " + error.help + "\n");
  return error;
}

Error too_many_outcomes(const Program& program, const Drawing& drawing) {
  return to_error(program, {lang::Code::G0605, drawing.node->span, "chance has more than 2^60 outcomes here"});
}

}  // namespace glint
