// Open documents as a client sees them: their versions, and places in them as JSON. Requests are answered from here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <glint/glint.hpp>
#include "interpreter/desk/desk.hpp"

namespace glint::desk {

// Places in a text as the Language Server Protocol counts them: lines from 0, and in a line the units of UTF-16.
struct LinePlace {
  std::uint32_t line = 0, character = 0;
};

/// The lines of one text; it must outlive this. Lines end with \n, \r\n or \r.
class Lines {
 public:
  explicit Lines(std::string_view text);

  /// The byte at a position. A column beyond the end of a line means its end; a line beyond the last, the end of the
  /// text; a place inside a character, its beginning.
  std::uint32_t byte(const LinePlace& place) const;
  LinePlace place(std::uint32_t byte) const;
  /// The byte at a line and a column in characters, both from 1, as errors count them (lang/source/source.hpp).
  std::uint32_t byte_of(int line, int column) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()); }

 private:
  std::string_view text_;
  std::vector<std::uint32_t> starts_;
  /// A character of several bytes, so that nobody counts from the beginning of a long line.
  struct Wide {
    std::uint32_t begin, end, saved;  // the number of bytes up to here minus that of units
  };
  std::vector<Wide> wide_;

  /// The first such character that ends after this byte.
  std::vector<Wide>::const_iterator wide_after(std::uint32_t byte) const;
  std::uint32_t units(std::uint32_t begin, std::uint32_t end) const;
};

class Documents {
 public:
  using Json = nlohmann::ordered_json;

  /// `host_stop`: whether the host wants to end the current work; `limits.stop` also knows unwanted requests.
  Documents(Desk::Files files, const Limits& limits, std::function<bool()> host_stop)
      : desk_(std::move(files), limits), host_stop_(std::move(host_stop)) {}

  Desk& desk() { return desk_; }

  // ---- notifications
  /// A document that is new, or has another text.
  struct Change {
    std::string document;
    std::string lost;  // why it was closed: its text is no longer known; or empty
  };
  Change open(const Json& params);
  /// Nothing if it is not open. `close` returns its name, with the same exception.
  std::optional<Change> change(const Json& params);
  std::optional<std::string> close(const Json& params);
  /// If a request names a "game" in place of a document, this game is opened as its document, once.
  Json with_game(const Json& params);
  void forget(const std::string& document);
  void forget_stopped();
  /// Lines of texts are kept until a document, or a file, changes.
  void forget_lines() { lines_.clear(); }

  // ---- what a request names
  /// The document, which need not be open.
  static std::string name(const Json& params);
  /// The byte that "position" names.
  std::uint32_t place(const Json& params);
  /// The bytes that "range" names, of a document that is open.
  std::pair<std::uint32_t, std::uint32_t> part(const Json& params);

  // ---- parts of answers
  /// The version of a document as the client counts; null if it is not open.
  Json version_of(const std::string& document) const;
  /// The lines of a file in an answer about this document. Empty if there is no such file.
  const Lines& lines_of(const std::string& document, const std::string& file);
  const Lines& lines_of(const std::string& document) { return lines_of(document, document); }
  Json range(const Range& range, const std::string& document);
  Json location(const Range& range, const std::string& document);
  Json edits(const std::vector<Edit>& edits, const std::string& document);
  /// An error outside the document's files has no location.
  Json error(const Error& error, const std::string& document);
  Json errors(const std::vector<Error>& errors, const std::string& document);

 private:
  /// True if the open documents are neither too many nor too long.
  bool has_room() const;
  Change lost(const std::string& document, const std::string& why);

  Desk desk_;
  std::function<bool()> host_stop_;
  std::map<std::string, Json> versions_;  // versions as the client counts them
  std::map<std::string, std::string> games_;  // named games: their documents
  std::map<std::string, Lines> lines_;    // by file
};

/// `/a b.glint` of `file:///a%20b.glint`, `<std>/light.glint` of `glint:///std/light.glint`, and
/// `games/laser_lawn.glint` of `glint:///games/laser_lawn.glint`; and back. Other URIs stay as they are.
std::string path_of_uri(const std::string& uri);
std::string uri_of_path(const std::string& path);

nlohmann::ordered_json place_json(const LinePlace& place);
LinePlace line_place_of(const nlohmann::ordered_json& json);

}  // namespace glint::desk
