// A stream that cannot harm a terminal, whatever a script, record, study or file name contains.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace glint::cli {

/// Passes text on, but escapes (`lang::escaped`) characters that a terminal would obey instead of showing
/// (lang::is_control), and bytes that are no text. Line breaks and tabs pass; codes for colours pass only if there are
/// colours. The beginning of a word may wait for the next blank, or until it is flushed.
class SafeOutput : private std::streambuf, public std::ostream {
 public:
  SafeOutput(std::ostream& sink, bool has_colours);
  ~SafeOutput() override;

  /// The stream that it writes to, for codes that move the cursor; `out` itself if it is not a SafeOutput. Such codes must
  /// not contain a text from anybody else.
  static std::ostream& behind(std::ostream& out);

 private:
  using Traits = std::char_traits<char>;

  Traits::int_type overflow(Traits::int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;
  /// Passes on the first bytes of what waits.
  bool pass_on(std::size_t end);

  std::ostream& sink_;
  const bool has_colours_;
  std::string waiting_;  // the last word so far
};

}  // namespace glint::cli
