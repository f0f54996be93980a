// Diagnostics: one structure for all messages about a script, rendered as text or as data.
//
// Every diagnostic has a stable code from `codes.def`; its wording may change. The message is one lower-case sentence
// without a full stop that says what was found; the primary label marks the narrowest wrong words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/source/source.hpp"

namespace glint::lang {

/// The stable codes: G01xx syntax, G02xx names, G03xx types, G04xx structure and bounds, G05xx board and options
/// (found by `build`), G06xx while a game runs, G07xx positions, records and files.
enum class Code {
#define GLINT_CODE(code, summary) code,
#include "lang/diagnostics/codes.def"
#undef GLINT_CODE
};

std::string_view code_name(Code code);     // "G0201"
std::string_view code_summary(Code code);  // the meaning of the code, one line
const std::vector<Code>& all_codes();

enum class Severity { error, warning };

struct Label {
  Span span;
  std::string text;  // may be empty
};

/// An edit that may fix an error: the words at `at` become `text`. The code that reports the error attaches it, because
/// only this code knows what was expected; nobody derives it from sentences, whose wording may change.
struct Mend {
  std::string title;  // "write `lamp`"
  Span at;            // in the file of the error; an empty place: an insertion
  std::string text;
  bool is_certain = false;  // no other edit is known to fit; otherwise it is one of several, or may not fit everywhere
  int rank = 0;             // an edit that fixes the error makes edits of higher rank needless
};

struct Diagnostic {
  Code code{};
  Severity severity = Severity::error;
  std::string message;
  Label primary;
  std::vector<Label> others;  // "declared here", "opened here"
  std::string help;           // advice; may be empty
  std::string meant = {};     // the name that was probably meant by the marked words; or empty
  std::vector<Mend> mends = {};
};

/// All edits that may fix an error; the first is the name that was meant.
std::vector<Mend> mends_of(const Diagnostic& diagnostic);
/// "write `text`", at this place.
Mend writing(const Span& at, std::string text, int rank = 0);
/// "insert `text`", before this byte; the title leaves out blanks.
Mend inserting(std::uint32_t file, std::size_t at, std::string text, int rank = 0);

/// The error of stopped work: see source/stop.hpp. It has no place in a script.
Diagnostic stopped();

/// Sorts by file and place, stably, and removes exact repetitions.
void sort_diagnostics(std::vector<Diagnostic>& diagnostics);

struct RenderStyle {
  bool colour = false;
};

/// The text for a terminal:
///
///     error[G0201]: unknown name `mirorr`
///       --> games/duel.glint:12:9
///        |
///     12 |   place mirorr at c3
///        |         ^^^^^^ did you mean `mirror`?
std::string render(const Diagnostic& diagnostic, const Sources& sources, RenderStyle style = {});
std::string render(const std::vector<Diagnostic>& diagnostics, const Sources& sources, RenderStyle style = {});

/// The name nearest to `wanted`: first one that differs only in case, then one within an edit distance of max(1, length
/// / 3). Empty if no name is near.
std::string nearest(std::string_view wanted, const std::vector<std::string>& names);
/// "did you mean `x`?" with the nearest known name, if one is near; otherwise the other help.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known, std::string otherwise = "");

}  // namespace glint::lang
