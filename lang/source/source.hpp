// Source text: the files of one load, spans in them, and the loader of a script's libraries.
//
// A Span is a half-open range of bytes in one file. Lines and columns count from 1; columns count code points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint::lang {

// Limits of scripts, so that no text can exhaust the stack or take very long.

/// Bytes of a script and of all files that it uses: 25 times the size of a long game. More is G0103.
inline constexpr std::size_t kMaxScriptBytes = 512 * 1024;
/// The depth of expressions, types and blocks inside each other, as the text nests them. More is G0103.
inline constexpr int kMaxNesting = 200;
/// The depth of the syntax tree, where a chain such as `a + b + c` counts one for each operator. More is G0103.
inline constexpr int kMaxTreeDepth = 500;
/// After this many syntax errors the rest of a file is not read.
inline constexpr std::size_t kMaxSyntaxErrors = 100;
/// No board has more cells, and no coordinate is larger.
inline constexpr std::int64_t kMostCells = std::int64_t{1} << 20;

/// A half-open range of bytes [begin, end) in the file with this number in its `Sources`.
struct Span {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const Span&) const = default;
};

/// From the start of `first` to the end of `last`, both in one file.
inline Span join(const Span& first, const Span& last) { return {first.file, first.begin, last.end}; }

struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;  // in code points
};

struct SourceFile {
  std::string name;  // as errors show it: `games/mine.glint`, `<std>/hex.glint`
  std::string text;
};

/// The files of one load. Numbers are given in the order of `add` and never change.
class Sources {
 public:
  std::uint32_t add(SourceFile file);
  std::size_t size() const { return files_.size(); }
  const SourceFile& file(std::uint32_t number) const { return *files_[number].file; }

  /// Line and column of a byte. An offset past the end gives the place just after the last character.
  LineColumn locate(std::uint32_t file, std::uint32_t offset) const;
  /// The text of a line (from 1), without its line break.
  std::string_view line(std::uint32_t file, std::uint32_t number) const;
  std::string_view text(const Span& span) const;

 private:
  struct Entry {
    std::unique_ptr<SourceFile> file;
    std::vector<std::uint32_t> line_starts;
  };
  std::vector<Entry> files_;
};

/// Finds the libraries of `use`, and the game of a variant. The core reads no files: the loader of the command line
/// does.
class Loader {
 public:
  virtual ~Loader() = default;
  /// The library that a script calls `name` (a bundled name such as `hex`, or a path as the script writes it),
  /// looked for from the folder of `user`. Nothing if there is none.
  virtual std::optional<SourceFile> find(std::string_view name, const SourceFile& user) = 0;
  /// The names of known libraries, for "did you mean".
  virtual std::vector<std::string> names() const { return {}; }
  /// Finds the game (or variant) of which `user` is a variant; by default in the same places as libraries.
  virtual std::optional<SourceFile> find_game(std::string_view name, const SourceFile& user) {
    return find(name, user);
  }
  virtual std::vector<std::string> game_names() const { return names(); }
};

/// Files held in memory, by name; for tests and for embedding.
class MemoryLoader : public Loader {
 public:
  void add(std::string name, std::string text) { files_.push_back({std::move(name), std::move(text)}); }
  std::optional<SourceFile> find(std::string_view name, const SourceFile& user) override;
  std::vector<std::string> names() const override;

 private:
  std::vector<SourceFile> files_;
};

}  // namespace glint::lang
