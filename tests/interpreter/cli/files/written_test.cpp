// Files that commands write, with the real thing: full disks, read-only folders, killed processes, planted links.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <sstream>

#include <nlohmann/json.hpp>

#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/studio/server.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {
namespace {

constexpr int kSkipped = 77;

/// A process of its own that runs this; its answer is the exit status.
pid_t child(const std::function<int()>& run) {
  const pid_t id = fork();
  REQUIRE(id >= 0);
  if (id > 0) return id;
  int status = 99;
  try {
    status = run();
  } catch (const Stop& stopped) {
    for (const Error& error : stopped.errors) fprintf(stderr, "%s\n", error.message.c_str());
  } catch (...) {
  }
  _exit(status);
}

int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Why a text could not be written; empty if it was.
std::string failure(const std::function<void()>& write) {
  try {
    write();
  } catch (const Stop& stopped) {
    return stopped.errors.front().message + "; " + stopped.errors.front().help;
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// Makes a folder a file system of its own, for this process alone. False if that is not allowed here.
bool mount_small(const std::string& folder, const char* size) {
  if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
  return mount("tmpfs", folder.c_str(), "tmpfs", 0, size) == 0;
}

/// Text that is whole or not: a letter, again and again, then an end.
std::string block(char letter, std::size_t size) { return std::string(size, letter) + "!\n"; }
bool is_block(const std::string& text, std::size_t size) { return !text.empty() && text == block(text[0], size); }

/// A study of a few games in this file.
std::vector<std::string> study_line(const std::string& file, const std::string& games) {
  return {"study", "laser_lawn", "--games", games, "--max-plies", "12", "--out", file};
}

}  // namespace

TEST_CASE("written files: what lies beside, and links, stay as they are", "[cli][files]") {
  const Folder folder;
  const std::string victim = folder.write("victim", "precious"), file = folder / "f";
  std::filesystem::create_symlink(victim, file + ".part" + std::to_string(getpid()));
  const std::vector<std::string> names = {"f", "f.part" + std::to_string(getpid()), "victim"};
  for (const char* text : {"new", "newer"}) {
    replace_file(file, text);
    CHECK(read_file(file) == text);
    CHECK(read_file(victim) == "precious");
    CHECK(names_in(folder / "") == names);
  }
  std::filesystem::create_symlink(file, folder / "link");
  replace_file(folder / "link", "newest");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(read_file(file) == "newest");
  // A file that must be new is none where a link is.
  std::filesystem::create_symlink(folder / "nowhere", folder / "lost");
  for (const char* name : {"link", "lost"})
    CHECK(contains(failure([&] { create_file(folder / name, "x"); }), "already exists"));
  CHECK_FALSE(std::filesystem::exists(folder / "nowhere"));
  CHECK(contains(failure([&] { replace_file(folder / "", "x"); }), "is not a regular file"));
}

TEST_CASE("written files: what is there keeps its permissions, and an empty file is as good as none", "[cli][files]") {
  const Folder folder;
  const std::string file = folder.write("f", "old");
  chmod(file.c_str(), 0640);
  replace_file(file, "new");
  struct stat info {};
  REQUIRE(stat(file.c_str(), &info) == 0);
  CHECK((info.st_mode & 07777) == 0640);
  check_replaceable(folder / "unused");
  CHECK_FALSE(std::filesystem::exists(folder / "unused"));
  CHECK_FALSE(has_content(folder.write("empty", "")));
  create_file(folder / "empty", "text");
  CHECK(read_file(folder / "empty") == "text");
  CHECK(contains(failure([&] { create_file(folder / "empty", "x"); }), "already exists"));
  for (const auto& write : {std::function<void()>([&] { create_file(folder / "none/f", "x"); }),
                            std::function<void()>([&] { check_replaceable(folder / "none/f"); })})
    CHECK(contains(failure(write), "cannot be written: no such file or directory"));
}

TEST_CASE("written files: killed at any moment, a file is whole, and so are those that two processes write", "[cli][files]") {
  constexpr std::size_t kSize = 300'000;
  const Folder folder;
  const std::string file = folder / "f";
  const auto writer = [&](char letter) {
    return child([&file, letter] {
      while (true) replace_file(file, block(letter, kSize));
      return 0;
    });
  };
  replace_file(file, block('a', kSize));
  for (int round = 0; round < test::scaled(20); ++round) {
    const pid_t one = writer('b'), other = writer('c');
    for (int look = 0; look < 20; ++look) CHECK(is_block(read_file(file), kSize));
    usleep(static_cast<useconds_t>(211 * round));
    for (const pid_t id : {one, other}) {
      kill(id, SIGKILL);
      CHECK(status_of(id) == -SIGKILL);
    }
    CHECK(is_block(read_file(file), kSize));
  }
}

TEST_CASE("written files: on a full disk the old file stays whole", "[cli][files]") {
  const Folder folder;
  const int status = status_of(child([&] {
    if (!mount_small(folder / "", "size=64k")) return kSkipped;
    const std::string file = folder / "f", fresh = folder / "g";
    replace_file(file, block('a', 40'000));
    const std::string why = failure([&] { replace_file(file, block('b', 40'000)); });
    if (!contains(why, "f` cannot be written: no space left on device; the file still has its old content")) return 1;
    if (!is_block(read_file(file), 40'000)) return 2;
    if (failure([&] { create_file(fresh, block('c', 40'000)); }).empty()) return 3;
    if (names_in(folder / "") != std::vector<std::string>{"f"}) return 4;
    // A page that cannot be written: what is printed is not lost.
    const Answer answer = glint({"study", "laser_lawn", "--games", "20", "--html", folder / "a.html"});
    if (answer.status != kUsage || answer.out.find("20 games") == std::string::npos) return 5;
    if (!contains(answer.err, "a.html` cannot be written: no space left on device")) return 6;
    if (names_in(folder / "") != std::vector<std::string>{"f"}) return 7;
    // The studio's page gets a status of its own for this.
    const FileAnswer saved = ScriptFolder(folder / "").write("s.glint", block('s', 60'000), "");
    if (saved.status != 507 || !contains(saved.error, "s.glint` cannot be written: no space left on device")) return 8;
    if (ScriptFolder(folder / "").write("s.glint", "game", "").status != 200) return 9;
    return 0;
  }));
  if (status == kSkipped) WARN("skipped: no file system can be mounted here");
  CHECK((status == 0 || status == kSkipped));
}

TEST_CASE("written files: in a read-only folder nothing is lost", "[cli][files]") {
  const Folder folder;
  const int status = status_of(child([&] {
    const std::string file = folder / "f";
    if (geteuid() != 0) {
      replace_file(file, "old");
      chmod((folder / "").c_str(), 0555);
    } else {
      if (!mount_small(folder / "", "size=64k")) return kSkipped;
      replace_file(file, "old");
      if (mount(nullptr, (folder / "").c_str(), nullptr, MS_REMOUNT | MS_RDONLY, "size=64k") != 0) return kSkipped;
    }
    const std::string why = failure([&] { replace_file(file, "new"); });
    const Answer fresh = glint(study_line(folder / "a.json", "1000000000"));  // known before a game is played
    chmod((folder / "").c_str(), 0755);
    if (!contains(why, "f` cannot be written: ")) return 1;
    if (read_file(file) != "old") return 2;
    if (fresh.status != kUsage || !contains(fresh.err, "a.json` cannot be written: ")) return 3;
    return names_in(folder / "") == std::vector<std::string>{"f"} ? 0 : 4;
  }));
  if (status == kSkipped) WARN("skipped: root may write in any folder, and no file system can be mounted here");
  CHECK((status == 0 || status == kSkipped));
}

TEST_CASE("written files: a study that may write no more says what it has kept", "[cli][files][study]") {
  const Folder folder;
  const std::string file = folder / "a.json";
  REQUIRE(glint(study_line(file, "4")).status == 0);
  const std::string before = read_file(file);
  for (const std::size_t most : {std::size_t{0}, std::size_t{1}, before.size() / 2, before.size() - 1}) {
    const int status = status_of(child([&] {
      const rlimit limit{most, most};
      setrlimit(RLIMIT_FSIZE, &limit);
      std::vector<std::string> line = study_line(file, "9");
      line.insert(line.begin(), "glint");
      std::vector<char*> argv;
      for (std::string& word : line) argv.push_back(word.data());
      std::istringstream in;
      std::ostringstream out, err;
      if (run_process(static_cast<int>(argv.size()), argv.data(), in, out, err) != kUsage) return 1;
      const std::string words = "a.json` cannot be written: file too large\n  help: it still has the first 4 games: "
                                "run the command again to resume\n";
      return contains(err.str(), words) ? 0 : 2;
    }));
    CHECK(status == 0);
    CHECK(read_file(file) == before);
    CHECK(names_in(folder / "") == std::vector<std::string>{"a.json"});
  }
  CHECK(glint(study_line(file, "9")).status == 0);
  CHECK(glint({"study", file, "--json"}).json()["games"] == 9);
}

TEST_CASE("written files: nothing is written over an input, a script, or another file of the same command", "[cli][files]") {
  const Folder folder;
  const std::string script = folder.write("k.glint", kLamps), file = folder / "f", notes = folder.write("notes.txt", "my notes");
  const std::string study = folder / "s.json", record = folder / "r.json";
  REQUIRE(glint({"study", script, "--games", "2", "--out", study}).status == 0);
  REQUIRE(glint({"study", script, "--games", "2", "--show", "0", "--save", record}).status == 0);
  std::filesystem::create_symlink(script, folder / "link");
  const auto refused = [&](const std::vector<std::string>& line, const std::string& words) {
    const std::vector<std::string> before = names_in(folder / "");
    std::vector<std::string> texts;
    for (const std::string& name : before) texts.push_back(read_file(folder / name));
    const Answer answer = glint(line);
    INFO(answer.err);
    CHECK(answer.status == kUsage);
    CHECK(contains(answer.err, words));
    CHECK(answer.out.empty());
    CHECK(names_in(folder / "") == before);
    for (std::size_t i = 0; i < before.size(); ++i) CHECK(read_file(folder / before[i]) == texts[i]);
  };
  const std::string page = "already exists, and is not an HTML page, so it is not overwritten";
  const std::string picture = "already exists, and is not an SVG picture, so it is not overwritten";
  for (const std::string& other : {script, study, record, notes, folder / "link"}) {
    refused({"study", script, "--games", "2", "--html", other}, page);
    refused({"study", study, "--html", other}, page);
    refused({"compare", script, "laser_lawn", "--games", "2", "--html", other}, page);
    refused({"describe", script, "--html", other}, page);
    refused({"explore", script, "--want", "length 5..60", "--budget", "500", "--html", other}, page);
    refused({"show", script, "--svg", other}, picture);
    refused({"replay", record, "--svg", other}, picture);
    refused({"study", script, "--games", "2", "--show", "0", "--save", other}, "already exists");
  }
  refused({"study", script, "--games", "2", "--out", script}, "this is not a study file");
  refused({"study", script, "--games", "2", "--out", notes}, "this is not a study file");
  refused({"study", script, "--games", "2", "--out", file, "--html", file}, "--out and --html are the same file");
  refused({"explore", script, "--want", "length 5..60", "--budget", "500", "--out", "-"}, "--out takes a folder");
  // A report or picture of before is replaced.
  for (int i = 0; i < 2; ++i) {
    CHECK(glint({"study", script, "--games", "2", "--html", folder / "p.html"}).status == 0);
    CHECK(glint({"show", script, "--svg", folder / "p.svg"}).status == 0);
  }
}

TEST_CASE("written files: a ladder that is killed at any moment goes on, and comes to the same", "[cli][files][study]") {
  const Folder folder;
  const auto line = [&](const std::string& file) {
    return std::vector<std::string>{"study",       "laser_lawn", "--ladder",    "--seat", "*=mcts:2", "--games", "8",
                                    "--doublings", "3",          "--max-plies", "12",     "--out",    folder / file};
  };
  const Answer whole = glint(line("whole.json"));
  INFO(whole.err);
  REQUIRE(whole.status == 0);
  CHECK(glint(line("whole.json")).out == whole.out);  // nothing is left to play
  for (int round = 0; round < test::scaled(4); ++round) {
    const std::string name = "r" + std::to_string(round), first = folder / (name + ".1.json");
    const pid_t id = child([&] { return glint(line(name + ".json")).status; });
    while (!(std::filesystem::exists(first) && std::filesystem::file_size(first) > 0) && waitpid(id, nullptr, WNOHANG) == 0)
      usleep(100);
    usleep(static_cast<useconds_t>(5003 * round));
    // Two that play one ladder: the second one says so.
    if (round == 0) {
      const Answer second = glint(line(name + ".json"));
      CHECK((second.status == 0 || contains(second.err, "is being written by another process")));
    }
    kill(id, SIGKILL);
    waitpid(id, nullptr, 0);
    const Answer again = glint(line(name + ".json"));
    INFO(again.err);
    CHECK(again.out == whole.out);
    for (const char* const rung : {".0.json", ".1.json", ".2.json", ".3.json"})
      CHECK(read_file(folder / (name + rung)) == read_file(folder / (std::string("whole") + rung)));
  }
  std::vector<std::string> other = line("whole.json");
  other[4] = "*=mcts:3";
  CHECK(contains(glint(other).err, "whole.0.json` already exists, and belongs to another study"));
}

TEST_CASE("written files: a picture may go to what is no file, which may have no room", "[cli][files]") {
  errno = EIO;  // of something before, which says nothing about this
  CHECK(glint({"show", "laser_lawn", "--svg", "/dev/null"}).status == 0);
  const Answer full = glint({"show", "laser_lawn", "--svg", "/dev/full"});
  CHECK(full.status == 2);
  CHECK(full.err.find("`/dev/full`") != std::string::npos);
}

TEST_CASE("written files: - is the input or the output everywhere, or refused in words", "[cli][files]") {
  const Folder folder;
  const std::string script = folder.write("k.glint", kLamps), study = folder / "s.json", record = folder / "r.json";
  REQUIRE(glint({"study", script, "--games", "2", "--out", study}).status == 0);
  REQUIRE(glint({"study", script, "--games", "2", "--show", "0", "--save", record}).status == 0);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder / ".");
  const auto out = [&](const std::vector<std::string>& line, const std::string& input, const std::string& begin) {
    const Answer answer = glint(line, input);
    INFO(answer.err);
    CHECK(answer.status == 0);
    CHECK(answer.out.rfind(begin, 0) == 0);
    CHECK(answer.out.find(begin, 1) == std::string::npos);
    return answer.out;
  };
  const std::string text = read_file(script), begin = "<!DOCTYPE html>", end = "</html>\n";
  for (const std::vector<std::string>& line : {std::vector<std::string>{"study", script, "--games", "2", "--html", "-"},
                                               {"study", study, "--html", "-"},
                                               {"describe", script, "--html", "-"},
                                               {"study", script, "--games", "2", "--sweep", "most=2,3", "--html", "-"},
                                               {"compare", script, "laser_lawn", "--games", "2", "--html", "-"}}) {
    const std::string page = out(line, "", begin);
    CHECK(page.substr(page.size() - end.size()) == end);  // and nothing else
    std::vector<std::string> json = line;
    json.push_back("--json");
    CHECK(contains(glint(json).err, "`--html -` and `--json` would both be printed"));
  }
  out({"show", script, "--svg", "-"}, "", "<svg");
  out({"replay", record, "--svg", "-"}, "", "<svg");
  CHECK(glint({"check", "-"}, text).out == "-: ok\n");
  CHECK(glint({"moves", "-", "--count", "--draw", "mover=near"}, text).status == 0);
  CHECK(glint({"study", "-"}, read_file(study)).status == 0);
  CHECK(glint({"replay", "-"}, read_file(record)).status == 0);
  CHECK(glint({"replay", record, "--game", "-"}, text).status == 0);
  CHECK(contains(glint({"show", "-", "--at", "-"}, text).err, "the input, `-`, can be only one of the files"));
  CHECK(contains(glint({"check", "-", "-"}, text).err, "can be only one of the files"));
  const std::string file = "`-` is the standard output";
  CHECK(contains(glint({"study", script, "--games", "2", "--out", "-"}).err, file));
  CHECK(contains(glint({"study", script, "--games", "2", "--show", "0", "--save", "-"}).err, file));
  CHECK(contains(glint({"play", script, "--save", "-"}).err, "`-` is the standard output"));
  CHECK(names_in(".") == std::vector<std::string>{"k.glint", "r.json", "s.json"});
  std::filesystem::current_path(before);
}

}  // namespace glint::cli
