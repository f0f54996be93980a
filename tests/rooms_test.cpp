// Includes go one way: as the table in interpreter/ARCHITECTURE.md has it, which is read here.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include "tests/catch.hpp"
#include "tests/support/paths.hpp"

namespace {

namespace fs = std::filesystem;

using Rooms = std::map<std::string, std::set<std::string>>;  // by room: those that it may include

/// The indented lines with arrows; three blanks or more begin another chain.
Rooms rooms_of(std::istream& page) {
  Rooms passed_on, rooms;
  const std::regex tokens("[a-z]+|<[-=]| {3,}");
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("    ", 0) != 0 || line.find("<-") == line.find("<=")) continue;
    std::set<std::string> below, here;
    bool passes_on = true;
    for (std::sregex_token_iterator at(line.begin(), line.end(), tokens), end; at != end; ++at) {
      const std::string token = *at;
      if (token[0] == ' ') {
        below = here = {};
      } else if (token[0] == '<') {
        below = std::exchange(here, {});
        passes_on = token == "<-";
      } else {
        here.insert(token);
        rooms[token].insert(token);
        (passes_on ? passed_on : rooms)[token].insert(below.begin(), below.end());
      }
    }
  }
  // What is passed on is passed on by those above, too.
  for (std::size_t i = 0; i < rooms.size(); ++i)
    for (auto& [room, below] : passed_on)
      for (const std::string& one : std::set<std::string>(below))
        below.insert(passed_on[one].begin(), passed_on[one].end());
  for (auto& [room, below] : rooms) below.insert(passed_on[room].begin(), passed_on[room].end());
  return rooms;
}

/// Whether a header of lang/ is for others, too: of parsing and checking its doors alone, as the page lists them.
bool is_open(const fs::path& header) {
  const std::string room = std::next(header.begin())->string();
  if (room == "grammar") return false;
  static const std::set<std::string> doors = {"lang/parse/parse.hpp", "lang/parse/expected.hpp", "lang/check/check.hpp",
                                              "lang/check/allowed.hpp"};
  return (room != "parse" && room != "check") || doors.count(header.generic_string()) == 1;
}

}  // namespace

TEST_CASE("rooms: every include goes the way that the architecture's page says") {
  const fs::path root = glint::test::source_folder();
  std::ifstream page(root / "interpreter/ARCHITECTURE.md");
  const Rooms rooms = rooms_of(page);
  CHECK(rooms.at("cli").count("source") == 0);  // the rooms of lang/ are for itself,
  CHECK(rooms.at("cli").count("lang") == 1);    // and one for all others
  CHECK(rooms.at("lab").count("build") == 0);
  CHECK(rooms.at("players").count("build") == 1);

  int includes = 0;
  for (const char* top : {"interpreter", "lang"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      const fs::path file = fs::relative(entry.path(), root);
      if (file.extension() != ".cpp" && file.extension() != ".hpp" && file.extension() != ".inl") continue;
      const std::string room = std::next(file.begin())->string();
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        if (line.rfind("#include ", 0) != 0) continue;
        const fs::path path = line.substr(10, line.find_first_of("\">", 10) - 10);
        const std::string first = path.begin()->string();
        INFO(file.string() << ": " << line);
        if (first != "glint" && first != "interpreter" && first != "lang") {
          CHECK(line[9] == '<');  // none of ours
          continue;
        }
        CHECK((fs::exists(root / path) || fs::exists(root / "interpreter/include" / path)));
        const bool is_from_outside = first == "lang" && file.begin()->string() != "lang";
        const std::string to = first == "glint"  ? "include"
                               : is_from_outside ? "lang"
                                                 : std::next(path.begin())->string();
        if (is_from_outside) CHECK(is_open(path));
        REQUIRE(rooms.count(room) == 1);
        CHECK(rooms.at(room).count(to) == 1);
        ++includes;
      }
    }
  CHECK(includes > 500);
}
