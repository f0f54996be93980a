// glint studio: the studio's page for a folder of scripts, on this machine.
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <thread>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/http/door.hpp"
#include "interpreter/cli/studio/server.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// Browsers keep texts by address, so it should be the same each time; a second studio takes the next one.
constexpr int kPort = 7431;

/// Opens an address in the user's browser, and does not wait. False if no program can do that. In an address of the
/// server is nothing that a shell reads in another way.
bool open_browser(const std::string& address) {
#ifdef __APPLE__
  const std::string opener = "open";
#else
  const std::string opener = "xdg-open";
#endif
  const std::string opens = opener + " '" + address + "' </dev/null >/dev/null 2>&1 &";
  return std::system(("command -v " + opener + " >/dev/null && { " + opens + " }").c_str()) == 0;
}

class Studio : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.any("SCRIPT", files_, "a script, a folder of scripts, or a bundled game");
    arguments.number("--port", port_, "take this port, or any that is free if N is 0 (7431, or the next free one)");
    arguments.flag("--no-open", no_open_, "do not open a browser");
    arguments.texts("--path", paths_, "FOLDER", "a folder with libraries and games; may be repeated");
    arguments.limits(limits_, nullptr, 0, {});
  }

  int run(Console& console) override {
    check_folders(paths_);
    if (files_.size() > 1)
      stop(kUsage, "`studio` opens one script; found " + std::to_string(files_.size()),
           "give a folder to have all scripts in it");
    StudioSettings settings = opened(console);
    settings.page = std::string(studio_page());
    if (settings.page.empty())
      stop(kUsage, "this `glint` was built without the studio's page",
           "in the folder of Glint's sources, `sh examples/studio.sh --command` builds a `glint` with it");
    settings.paths = paths_;
    const StopsWork stops(limits_);
    settings.limits = limits_;
    const std::string folder = ScriptFolder(settings.folder).path();
    StudioServer server(std::move(settings));
    listen_or_stop([&](int port) { return server.listen(port); }, port_, kPort);
    console.out << "The studio is at " << server.address() << "\n"
                << "It reads and writes the scripts in " << folder
                << ". Whoever knows the address can do the same, but\n"
                << "only from this machine. Ctrl-C ends it; what is not saved stays in the browser.\n";
    console.out.flush();
    if (!no_open_ && !open_browser(server.address_once()))
      console.out << "No browser was found here: open the address in one.\n" << std::flush;
    while (!limits_.stop()) {
      server.look();
      std::this_thread::sleep_for(kBetweenLooks);
    }
    return kDone;
  }

 private:
  StudioSettings opened(Console& console) const {
    StudioSettings settings;
    settings.folder = ".";
    if (files_.empty()) return settings;
    const std::string& name = files_[0];
    std::error_code problem;
    if (fs::is_directory(name, problem)) {
      settings.folder = name;
    } else if (!exists(name) && bundled_script(name)) {
      settings.game = name;
    } else {
      if (name == "-") stop(kUsage, "`studio` saves to a file, and `-` is standard input", "name a script or a folder");
      read_input(name, Input::script, console);  // says what is wrong
      const fs::path path(name);
      if (path.has_parent_path()) settings.folder = path.parent_path().string();
      settings.file = path.filename().string();
      const FileAnswer file = ScriptFolder(settings.folder).read(settings.file);
      if (file.status != 200) stop(kUsage, file.error, file.help);
    }
    return settings;
  }

  std::vector<std::string> files_, paths_;
  std::optional<std::uint64_t> port_;
  bool no_open_ = false;
  Limits limits_;
};

}  // namespace

std::unique_ptr<Command> make_studio() { return std::make_unique<Studio>(); }

}  // namespace glint::cli
