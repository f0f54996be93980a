// Files that commands write. An existing file is replaced as a whole: the new one is written beside it, flushed to the
// disk, and renamed.
#pragma once

#include <optional>
#include <string>

#include "interpreter/cli/console/console.hpp"

namespace glint::print {
struct Kit;
}

namespace glint::cli {

/// Replaces or creates a file, with the permissions of the old one; follows no link. Answers 0, or an `errno` if it
/// fails: then the old file is still there. `folder`: a descriptor of the folder in which the name is looked up, or
/// AT_FDCWD. A process that is killed meanwhile leaves a file called NAME.part and a number.
int replace_at(int folder, const std::string& name, const std::string& text);

/// Replaces the file at this path, or the target of a link there. Stops with the reason if that fails.
void replace_file(const std::string& path, const std::string& text);
/// Writes a new file. Stops if there is one that is not empty.
void create_file(const std::string& path, const std::string& text);
/// Stops if `replace_file` could not write there: call this before the work that makes the text.
void check_replaceable(const std::string& path);
/// Stops if `create_file` could not write there.
void check_new(const std::string& path);
/// True if the file exists and is not empty.
bool has_content(const std::string& path);
/// Stops: the file cannot be written, for this reason (an `errno`).
[[noreturn]] void cannot_write(const std::string& path, int problem, const std::string& help = "");

/// The files that a command makes besides its answer.
enum class Output { page, picture, pdf, values, best };
/// For the file of an option, before the work that leads to it: stops if something else than a page or a picture is
/// there, which might be a script, or if `-`, standard output, would hold JSON, too.
void check_output(const std::optional<std::string>& path, const std::string& option, Output what, bool json);
/// Stops if the files of two options are the same.
void check_apart(const std::optional<std::string>& one, const std::optional<std::string>& other,
                 const std::string& options);
/// Writes a file as `replace_file` does, or to `out` for "-"; into a pipe or device directly.
void write_output(const std::string& path, Output what, const std::string& text, Console& console);
/// The pages of a kit as a PDF: the same bytes each time, with the same fonts. Stops if librsvg and cairo are not there.
std::string pdf_of(const print::Kit& kit);

}  // namespace glint::cli
