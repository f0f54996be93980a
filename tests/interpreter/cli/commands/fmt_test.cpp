// glint fmt: which files it writes, what it prints, and that nothing is lost.
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"

namespace glint::cli {
namespace {

const std::string kWild = "game   \"A\"\nuse square\n  players a,b\n";
const std::string kTame = "game \"A\"\nuse square\nplayers a, b\n";

}  // namespace

TEST_CASE("glint fmt: files are rewritten and named, those that are well laid out stay as they are") {
  const Folder folder;
  const std::string wild = folder.write("wild.glint", kWild), tame = folder.write("tame.glint", kTame);
  REQUIRE(chmod(wild.c_str(), 0640) == 0);
  const Answer answer = glint({"fmt", wild, tame});
  CHECK(answer.status == kDone);
  CHECK(answer.out == wild + ": formatted\n");
  CHECK(read_file(folder / "wild.glint") == kTame);
  struct stat state {};
  CHECK((stat(wild.c_str(), &state) == 0 && (state.st_mode & 0777) == 0640));
  CHECK(glint({"fmt", wild, tame}).out.empty());
}

TEST_CASE("glint fmt: a folder is all scripts in it and below") {
  const Folder folder;
  folder.write("b/wild.glint", kWild);
  folder.write("a.glint", kWild);
  folder.write("b/other.txt", kWild);
  const Answer check = glint({"fmt", "--check", folder / ""});
  CHECK(check.status == kNo);
  CHECK(check.out == folder / "a.glint\n" + folder / "b/wild.glint\n");
  CHECK(read_file(folder / "a.glint") == kWild);
  CHECK(glint({"fmt", folder / ""}).status == kDone);
  CHECK(glint({"fmt", "--check", folder / ""}).status == kDone);
  CHECK(read_file(folder / "b/other.txt") == kWild);
  // What a link leads to may be anywhere.
  const Folder elsewhere;
  elsewhere.write("wild.glint", kWild);
  std::filesystem::create_symlink(elsewhere / "wild.glint", folder / "link.glint");
  CHECK(glint({"fmt", folder / ""}).status == kDone);
  CHECK(read_file(elsewhere / "wild.glint") == kWild);
  const Folder empty;
  const Answer nothing = glint({"fmt", empty / ""});
  CHECK(nothing.status == kUsage);
  CHECK(nothing.err.find("there is no script in the folder") != std::string::npos);
}

TEST_CASE("glint fmt - is a filter") {
  CHECK(glint({"fmt", "-"}, kWild).out == kTame);
  CHECK(glint({"fmt", "-", "--check"}, kWild).status == kNo);
  CHECK(glint({"fmt", "-", "--json"}, kWild).json()["files"][0]["text"] == kTame);
}

TEST_CASE("glint fmt: a script with errors stays as it was, and the others are formatted") {
  const Folder folder;
  const std::string broken = folder.write("broken.glint", "game   \"A\"\nlet a = (1\n");
  const std::string wild = folder.write("wild.glint", kWild);
  const Answer answer = glint({"fmt", broken, folder / "none.glint", wild});
  CHECK(answer.status == kUsage);
  CHECK(answer.err.find("error[G0102]") != std::string::npos);
  CHECK(answer.err.find("there is no file") != std::string::npos);
  CHECK(answer.out == wild + ": formatted\n");
  CHECK(read_file(folder / "broken.glint") == "game   \"A\"\nlet a = (1\n");
  CHECK(glint({"fmt", broken}).status == kNo);
  const auto json = glint({"fmt", "--check", "--json", broken, wild}).json();
  CHECK(json["files"][0]["error"].get<std::string>().find("expected `)`") == 0);
  CHECK(json["files"][1]["changes"] == false);
}

TEST_CASE("glint fmt --check: all scripts of this repository are formatted") {
  const std::string& root = test::source_folder();
  const Answer answer = glint({"fmt", "--check", root + "/games", root + "/examples", root + "/stdlib"});
  CHECK(answer.out == "");
  CHECK(answer.err == "");
  CHECK(answer.status == kDone);
}

}  // namespace glint::cli
