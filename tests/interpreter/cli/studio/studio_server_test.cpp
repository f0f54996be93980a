// glint studio: its server, asked by a client of HTTP that is no browser; and what the command says when it cannot
// begin.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <thread>

#include <httplib.h>
#include <nlohmann/json.hpp>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/studio/server.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/scale.hpp"

namespace glint::cli {
namespace {

using nlohmann::json;

const char* const kGame =
    "game \"Dot\"\nuse square\nplayers a\nboard grid(1, 1)\npiece dot { look \".\" }\n"
    "move go \"{at}\" { pick at in empty; put dot on at }\nplay { turn of a { choose go } }\n"
    "end when empty == {} : a wins\n";

/// The port in an address that begins with `http://127.0.0.1:`.
int port_of(const std::string& address) { return std::stoi(address.substr(std::string("http://127.0.0.1:").size())); }

/// A server of a folder with one script, and a client that has its key.
struct Served {
  Folder folder;
  std::string root = std::filesystem::canonical(folder / "").string();
  StudioServer server;
  std::string key;

  explicit Served(const std::string& file = "a.glint") : server(settings(file)) {
    REQUIRE(server.listen(0));
    const std::string address = server.address();
    key = address.substr(address.find("#key=") + 5);
  }
  StudioSettings settings(const std::string& file) {
    folder.write("a.glint", kGame);
    StudioSettings it;
    it.folder = folder / "";
    it.file = file;
    it.page = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\"><p>the page</p>";
    return it;
  }

  std::string host() const { return "127.0.0.1:" + std::to_string(port_of(server.address())); }
  httplib::Client client() const {
    httplib::Client one("127.0.0.1", port_of(server.address()));
    one.set_read_timeout(20);
    return one;
  }
  httplib::Headers with_key() const { return {{"Authorization", "Bearer " + key}}; }
  int status(const std::string& path, httplib::Headers headers) const {
    const auto answer = client().Get(path.c_str(), std::move(headers));
    return answer ? answer->status : 0;
  }
  json get(const std::string& path, int status = 200) const {
    const auto answer = client().Get(path.c_str(), with_key());
    REQUIRE(answer);
    INFO(answer->body);
    CHECK(answer->status == status);
    return json::parse(answer->body);
  }
  json put(const std::string& name, const std::string& text, const std::string& stamp, int status = 200) const {
    const std::string path = "/api/file?tab=t&name=" + name + "&stamp=" + stamp;
    const auto answer = client().Put(path.c_str(), with_key(), text, "text/plain");
    REQUIRE(answer);
    INFO(answer->body);
    CHECK(answer->status == status);
    return json::parse(answer->body);
  }
  int post(const std::string& path, const std::string& body, httplib::Headers headers) const {
    const auto answer = client().Post(path.c_str(), headers, body, "text/plain");
    return answer ? answer->status : 0;
  }

  /// Reads the lines of tab `t` until `stop` says so of one of them.
  void listen(const std::function<void()>& first, const std::function<bool(const std::string&)>& stop) const {
    std::string rest;
    bool has_begun = false, has_stopped = false;
    client().Get("/api/stream?tab=t", with_key(), [&](const char* data, std::size_t size) {
      if (!std::exchange(has_begun, true)) first();
      rest.append(data, size);
      for (std::size_t end; !has_stopped && (end = rest.find('\n')) != std::string::npos; rest.erase(0, end + 1))
        has_stopped = stop(rest.substr(0, end));
      return !has_stopped;
    });
    CHECK(has_stopped);
  }
  /// Makes tab `t`.
  void open() const {
    listen([] {}, [](const std::string&) { return true; });
  }
};

}  // namespace

TEST_CASE("studio server: the page is for everybody at this machine, all else for those with the key") {
  const Served at;
  const auto page = at.client().Get("/");
  REQUIRE(page);
  CHECK(page->status == 200);
  CHECK(page->body.find("the page") != std::string::npos);
  CHECK(page->get_header_value("Content-Security-Policy") == "default-src 'none'; frame-ancestors 'none'");
  CHECK(page->get_header_value("X-Content-Type-Options") == "nosniff");
  CHECK(page->get_header_value("Access-Control-Allow-Origin").empty());
  CHECK(page->body.find(at.key) == std::string::npos);
  for (const char* path : {"/api/start", "/api/file?name=a.glint", "/api/stream?tab=t", "/api", "/a.glint"}) {
    INFO(path);
    CHECK(at.status(path, {}) == 401);
    CHECK(at.status(path, {{"Authorization", "Bearer " + std::string(32, '0')}}) == 401);
    CHECK(at.status(path, {{"Authorization", "Bearer "}}) == 401);
    CHECK(at.status(path, {{"Authorization", at.key}}) == 401);
  }
  CHECK(at.post("/api/send?tab=t&engine=1", "{}", {}) == 401);
  CHECK(at.status("/", {}) == 200);
  CHECK(at.status("/api/nothing", at.with_key()) == 404);
  CHECK(at.client().Options("/api/start")->status == 401);  // a browser's question before a request from elsewhere
  const json start = at.get("/api/start");
  CHECK(start["folder"] == at.root);
  CHECK(start["file"] == "a.glint");
  CHECK(start["files"] == json{"a.glint"});
}

TEST_CASE("studio server: other sites get nothing, whatever they know") {
  const Served at;
  const auto status = [&](const char* name, const std::string& value) {
    httplib::Headers headers = at.with_key();
    headers.emplace(name, value);
    return at.status("/api/start", headers);
  };
  CHECK(status("Origin", "http://" + at.host()) == 200);
  CHECK(status("Origin", "http://localhost:" + std::to_string(port_of(at.server.address()))) == 200);
  CHECK(status("Origin", "https://" + at.host()) == 403);
  CHECK(status("Origin", "http://example.com") == 403);
  CHECK(status("Origin", "http://127.0.0.1") == 403);
  CHECK(status("Origin", "null") == 403);
  CHECK(status("Host", at.host()) == 200);
  for (const char* host : {"example.com", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.example.com:80", ""}) {
    INFO(host);
    CHECK(status("Host", host) == 403);
    CHECK(at.status("/", {{"Host", host}}) == 403);
  }
}

TEST_CASE("studio server: a key for one page opens one page") {
  Served at;
  const std::string address = at.server.address_once();
  const std::string once = address.substr(address.find("#key=") + 5);
  CHECK(once != at.key);
  const httplib::Headers headers{{"Authorization", "Bearer " + once}};
  CHECK(at.status("/api/file?name=a.glint", headers) == 401);
  const auto answer = at.client().Get("/api/start", headers);
  REQUIRE(answer);
  CHECK(json::parse(answer->body)["key"] == at.key);
  CHECK(at.status("/api/start", headers) == 401);
}

TEST_CASE("studio server: scripts are read and written, and nothing else is") {
  const Served at;
  const json read = at.get("/api/file?tab=t&name=a.glint");  // the page's first request for lines may come later
  CHECK(read["text"] == kGame);
  const std::string text = std::string(kGame) + "// more\n";
  const json written = at.put("a.glint", text, read["stamp"]);
  CHECK(read_file(at.folder / "a.glint") == text);
  CHECK(at.get("/api/file?name=a.glint")["stamp"] == written["stamp"]);
  at.put("b.glint", kGame, "");
  CHECK(read_file(at.folder / "b.glint") == kGame);
  CHECK(at.get("/api/start")["files"] == json{"a.glint", "b.glint"});
  CHECK(at.get("/api/file?name=c.glint", 404)["error"] == "there is no file `c.glint`");

  // What another program has written meanwhile is not lost.
  at.folder.write("a.glint", "game \"Other\"\n");
  const json refused = at.put("a.glint", kGame, written["stamp"], 409);
  CHECK(refused["error"] == "`a.glint` was changed by another program");
  CHECK(refused["text"] == "game \"Other\"\n");
  CHECK(read_file(at.folder / "a.glint") == "game \"Other\"\n");
  at.put("a.glint", kGame, refused["stamp"]);
  std::filesystem::remove(at.folder / "b.glint");
  CHECK(at.put("b.glint", kGame, "1-1", 409)["error"] == "`b.glint` is gone");
  CHECK(at.put("a.glint", kGame, "", 200)["stamp"] == at.get("/api/file?name=a.glint")["stamp"]);  // it is that already
}

TEST_CASE("studio server: no path leads out of the folder") {
  const Served at;
  at.open();
  const Folder other;
  other.write("secret.glint", "game \"Secret\"\n");
  std::filesystem::create_symlink(other / "secret.glint", at.folder / "link.glint");
  std::filesystem::create_directory_symlink(other / "", at.folder / "way");
  at.folder.write("notes.txt", "private");
  at.folder.write(".hidden.glint", "private");
  const std::string away = std::filesystem::relative(other / "secret.glint", at.root).string();
  for (std::string name :
       {std::string("link.glint"), std::string("way/secret.glint"), away, "/" + (other / "secret.glint"),
        other / "secret.glint", "x/../../" + away, std::string("notes.txt"), std::string(".hidden.glint"),
        std::string("..%2fa.glint"), std::string("..\\a.glint"), std::string("a.glint%00.txt"),
        std::string("%2e%2e/x.glint"), std::string("./a.glint"), std::string("a//b.glint"), std::string(".glint"),
        std::string("%ff.glint"), std::string("a%0a.glint"), std::string(""), std::string(300, 'a') + ".glint"}) {
    INFO(name);
    const json read = at.get("/api/file?name=" + name, 403);
    CHECK(read["text"] == "");
    CHECK_FALSE(read["error"].get<std::string>().empty());
    at.put(name, kGame, "", 403);
  }
  CHECK(read_file(other / "secret.glint") == "game \"Secret\"\n");
  CHECK(at.get("/api/start")["files"] == json{"a.glint"});
  at.put("nowhere/a.glint", kGame, "", 500);  // it makes no folders
}

TEST_CASE("studio server: what is replaced by a link while it is opened leads nowhere") {
  const Folder root, other;
  other.write("secret.glint", "secret");
  other.write("a.glint", "secret");
  root.write("a.glint", kGame);
  std::filesystem::create_directory(root / "way");
  root.write("way/secret.glint", kGame);
  const ScriptFolder folder(root / "");
  const pid_t id = fork();
  REQUIRE(id >= 0);
  // One process swaps a file and a folder for links that lead out, and back; the other one asks.
  while (id == 0) {
    for (const auto& [name, target] : {std::pair("a.glint", other / "a.glint"), std::pair("way", other / "")}) {
      const std::string path = root / name, kept = root / "kept", link = root / "link";
      rename(path.c_str(), kept.c_str());
      if (symlink(target.c_str(), path.c_str()) != 0) _exit(1);
      unlink(path.c_str());
      rename(kept.c_str(), path.c_str());
    }
  }
  FolderLoader loader(root / "main.glint", {});
  const lang::SourceFile user{root / "main.glint", ""};
  int good = 0, secret = 0;
  for (int i = 0; i < test::scaled(20'000); ++i) {
    for (const char* name : {"a.glint", "way/secret.glint"}) {
      const FileAnswer read = folder.read(name);
      good += read.text == kGame;
      secret += read.text == "secret";
      if (i % 50 == 0) folder.write(name, kGame, "");
      const auto found = loader.find(name, user);
      secret += found && found->text == "secret";
    }
  }
  kill(id, SIGKILL);
  waitpid(id, nullptr, 0);
  CHECK(secret == 0);
  CHECK(good > 0);
  CHECK(read_file(other / "a.glint") == "secret");
  CHECK(read_file(other / "secret.glint") == "secret");
}

TEST_CASE("studio server: what is too large is refused, and what is no text") {
  const Served at;
  at.open();
  const json stamp = at.get("/api/file?name=a.glint")["stamp"];
  CHECK(at.put("a.glint", std::string(600'000, ' '), stamp, 413)["error"].get<std::string>().find("too large") !=
        std::string::npos);
  // No script needs a body as long as this one, so it is not read: an answer comes, or the connection ends.
  const int status = at.post("/api/send?tab=t&engine=1", std::string(20'000'000, ' '), at.with_key());
  CHECK((status == 413 || status == 0));
  CHECK(at.get("/api/start")["file"] == "a.glint");
  CHECK(read_file(at.folder / "a.glint") == kGame);
  at.folder.write("bytes.glint", "\xff\xfe");
  CHECK(at.get("/api/file?name=bytes.glint", 415)["error"] == "`bytes.glint` is not UTF-8 text");
  CHECK(at.put("a.glint", "\xff\xfe", stamp, 415)["error"] == "the script is not UTF-8 text");
  CHECK(read_file(at.folder / "a.glint") == kGame);
}

TEST_CASE("studio server: a full disk is said, and the file stays as it was") {
  const Served at;
  at.open();
  const json stamp = at.get("/api/file?name=a.glint")["stamp"];
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const json refused = at.put("a.glint", kGame + std::string(5000, '\n'), stamp, 507);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  CHECK(refused["error"].get<std::string>().find("cannot be written: file too large") != std::string::npos);
  CHECK(refused["help"] == "the file still has its old content");
  CHECK(read_file(at.folder / "a.glint") == kGame);
  CHECK(at.get("/api/start")["files"] == json{"a.glint"});
  at.put("a.glint", std::string(kGame) + "\n", stamp);
}

TEST_CASE("studio server: an engine answers a page, finds the folder's libraries, and nothing outside") {
  const Served at;
  at.folder.write("lamps.glint", "library lamps\nlet twice(n: 0..9) = n + n\n");
  const Folder other;
  const auto message = [](const std::string& method, const json& params, int id = 0) {
    json it{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}};
    if (id) it["id"] = id;
    return it.dump() + "\n";
  };
  const auto opened = [&](const std::string& path, const std::string& text) {
    return message(
        "textDocument/didOpen",
        {{"textDocument", {{"uri", "file://" + path}, {"languageId", "glint"}, {"version", 1}, {"text", text}}}});
  };
  const auto shown = [&](const std::string& path, int id) {
    return message("glint/show", {{"textDocument", {{"uri", "file://" + path}}}, {"picture", false}}, id);
  };
  const std::string text = std::string(kGame) + "use lamps\n";
  const std::string inside = at.root + "/new.glint", outside = other / "new.glint";
  other.write("lamps.glint", "library lamps\n");
  std::map<int, json> answers;
  const auto first = [&] {
    const std::string body = message("initialize", {{"capabilities", json::object()}}, 1) +
                             message("initialized", json::object()) + opened(inside, text) + shown(inside, 2) +
                             opened(outside, text) + shown(outside, 3);
    CHECK(at.post("/api/send?tab=t&engine=7", body, at.with_key()) == 200);
  };
  at.listen(first, [&](const std::string& line) {
    if (line.empty()) return false;
    CHECK(line.substr(0, 2) == "7 ");
    const json it = json::parse(line.substr(2));
    if (it.contains("id")) answers[it["id"]] = it["result"];
    return answers.count(3) > 0;
  });
  INFO(answers[2].dump());
  CHECK(answers[2]["board"]["title"] == "Dot");
  REQUIRE(answers[3]["errors"].size() == 1);
  CHECK(answers[3]["errors"][0]["message"].get<std::string>().find("lamps") != std::string::npos);
}

TEST_CASE("studio server: the end of an engine stops its study, and engines have a number and a limit") {
  const Served at;
  at.open();
  CHECK(at.post("/api/send?tab=other&engine=1", "{}", at.with_key()) == 404);
  for (const char* engine : {"0", "-1", "x", "", "1e3", "99999999"}) {
    INFO(engine);
    CHECK(at.post(std::string("/api/send?tab=t&engine=") + engine, "{}", at.with_key()) == 400);
  }
  for (int engine = 1; engine <= 12; ++engine)
    CHECK(at.post("/api/send?tab=t&engine=" + std::to_string(engine), "{}", at.with_key()) == 200);
  CHECK(at.post("/api/send?tab=t&engine=13", "{}", at.with_key()) == 503);
  const std::string game = json(kGame).dump();
  const std::string study =
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}})"
      "\n"
      R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x.glint","languageId":"glint","version":1,"text":)" +
      game +
      "}}}\n"
      R"({"jsonrpc":"2.0","id":2,"method":"glint/study","params":{"textDocument":{"uri":"file:///x.glint"},"games":1000000000}})";
  CHECK(at.post("/api/send?tab=t&engine=1", study, at.with_key()) == 200);
  for (const char* const engine : {"1", "12", "99", "x"}) {  // an engine that is none has ended
    const std::string path = std::string("/api/end?tab=t&engine=") + engine;
    const auto ended = at.client().Post(path.c_str(), at.with_key(), "", "text/plain");
    REQUIRE(ended);
    CHECK(ended->status == 200);
    CHECK(ended->body == "{}");
  }
  CHECK(at.post("/api/end?tab=other&engine=1", "", at.with_key()) == 404);
  // The server ends at the end of this test, and would wait for an engine that does not.
}

TEST_CASE("studio server: a page is told what another program writes, and what is gone") {
  Served at;
  const auto tell = [&](const std::function<void()>& change, const std::string& wanted) {
    json told;
    at.listen(
        [&] {
          at.client().Get("/api/file?tab=t&name=a.glint", at.with_key());  // which may not be there
          change();
          for (int i = 0; i < 3; ++i) at.server.look();
        },
        [&](const std::string& line) {
          if (line.empty()) return false;
          const json it = json::parse(line.substr(2));
          if (it.contains(wanted)) told = it;
          return it.contains(wanted);
        });
    return told;
  };
  const json changed = tell([&] { at.folder.write("a.glint", "game \"Other\"\n"); }, "changed");
  CHECK(changed["changed"] == "a.glint");
  CHECK(changed["text"] == "game \"Other\"\n");
  const json files = tell([&] { at.folder.write("b.glint", kGame); }, "files");
  CHECK(files["files"] == json{"a.glint", "b.glint"});
  CHECK(files["touched"] == json{"b.glint"});
  const json gone = tell([&] { std::filesystem::remove(at.folder / "a.glint"); }, "changed");
  CHECK(gone["stamp"] == "");
  CHECK(gone["error"] == "there is no file `a.glint`");
  // What the page itself has saved is no news to it.
  const json news = tell(
      [&] {
        at.put("a.glint", kGame, "");
        for (int i = 0; i < 3; ++i) at.server.look();
        at.folder.write("a.glint", "game \"Third\"\n");
      },
      "changed");
  CHECK(news["text"] == "game \"Third\"\n");
}

TEST_CASE("studio server: a page that connects again gets what comes, and not the connection that it has lost") {
  Served at;
  std::promise<void> begun;
  bool has_given_up = false;
  std::thread older([&] {
    constexpr int kMostBeats = 60;  // so that the test fails, and does not wait for ever
    int beats = 0;
    at.client().Get("/api/stream?tab=t", at.with_key(), [&](const char*, std::size_t) {
      if (++beats == 1) begun.set_value();
      has_given_up = beats > kMostBeats;
      return !has_given_up;
    });
  });
  begun.get_future().wait();
  at.listen([&] { at.folder.write("b.glint", kGame), at.server.look(), at.server.look(); },
            [](const std::string& line) { return line.find("b.glint") != std::string::npos; });
  older.join();
  CHECK_FALSE(has_given_up);
}

TEST_CASE("studio: what the command says when it cannot begin") {
  const Folder folder;
  const std::string script = folder.write("a.glint", kGame);
  CHECK(glint({"studio", folder / "b.glint"}).err.find("there is no file") != std::string::npos);
  CHECK(glint({"studio", "-"}).err.find("`-` is standard input") != std::string::npos);
  CHECK(glint({"studio", script, script}).err.find("opens one script") != std::string::npos);
  CHECK(glint({"studio", folder.write("bytes.glint", "\xff")}).err.find("is not UTF-8 text") != std::string::npos);
  CHECK(glint({"studio", folder.write("notes.txt", "")}).err.find("end in `.glint`") != std::string::npos);

  StudioSettings settings;
  settings.folder = folder / "";
  StudioServer first(settings), second(settings);
  REQUIRE(first.listen(0));
  const int port = port_of(first.address());
  CHECK_FALSE(second.listen(port));
  const Answer taken = glint({"studio", script, "--no-open", "--port", std::to_string(port)});
  CHECK(taken.status == 2);
  if (studio_page().empty()) {
    CHECK(taken.err.find("`sh examples/studio.sh --command` builds a `glint` with it") != std::string::npos);
  } else {
    CHECK(taken.err.find("port " + std::to_string(port) + " is taken") != std::string::npos);
    CHECK(glint({"studio", script, "--port", "70000"}).err.find("from 0 to 65535, found `70000`") != std::string::npos);
  }
}

}  // namespace glint::cli
