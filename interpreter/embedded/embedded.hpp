// The standard library, the bundled games, their variants and records, the templates of new games, the pages of errors,
// and styles of pages, as they were when Glint was built. embed.cmake writes the bytes.
#pragma once

#include <span>
#include <string_view>

namespace glint {

/// A file of the repository: its path from the root, with forward slashes (`stdlib/hex.glint`), and its text.
struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};

/// Every file, sorted by path. They live as long as the program.
std::span<const EmbeddedFile> embedded_files();
/// The file with this path; null: there is none.
inline const EmbeddedFile* embedded_file(std::string_view path) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.path == path) return &file;
  return nullptr;
}

}  // namespace glint
