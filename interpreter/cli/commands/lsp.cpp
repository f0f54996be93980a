// glint lsp: a language server on standard input and output.
#include <istream>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/safe_output.hpp"
#include "interpreter/desk/protocol/server.hpp"

namespace glint::cli {
namespace {

/// A script has half a megabyte; a client that announces much more is not one.
constexpr std::uint64_t kMostBytes = 64 << 20;
constexpr std::size_t kLongestHeader = 4096;

/// The next message; nothing at the end of the input, or where it is no message.
std::optional<std::string> next_message(std::istream& in) {
  std::uint64_t length = 0;
  bool has_length = false;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.size() > kLongestHeader) return std::nullopt;
    if (line.empty()) {
      if (!has_length) return std::nullopt;
      std::string text(length, '\0');
      in.read(text.data(), static_cast<std::streamsize>(length));
      return static_cast<std::uint64_t>(in.gcount()) == length ? std::optional(text) : std::nullopt;
    }
    constexpr std::string_view kLength = "Content-Length: ";
    if (!line.starts_with(kLength)) continue;
    const std::string digits = line.substr(kLength.size());
    if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos)
      return std::nullopt;
    length = std::stoull(digits);
    if (length > kMostBytes) return std::nullopt;
    has_length = true;
  }
  return std::nullopt;
}

class Lsp : public Command {
 public:
  Description description() const override {
    return {"lsp", "a language server for editors, on standard input and output",
            "  glint lsp    # started by an editor: errors as you type, hover, completion, rename, format"};
  }

  void declare(Arguments& arguments) override {
    arguments.texts("--path", paths_, "FOLDER", "a folder with libraries and games; may be repeated");
    arguments.flag("--stdio", stdio_, "as without it; some editors say so");
  }

  int run(Console& console) override {
    check_folders(paths_);
    // The messages are ASCII, so they can go past what makes texts safe to show; it would show their line ends.
    std::ostream& out = SafeOutput::behind(console.out);
    desk::Server server([this](const std::string& document) { return std::make_unique<FolderLoader>(document, paths_); },
                        [&](const std::string& message) {
                          out << "Content-Length: " << message.size() << "\r\n\r\n" << message << std::flush;
                        });
    while (!server.status()) {
      const auto message = next_message(console.in);
      // Without `exit` the client has died, or sends something else.
      if (!message) return kNo;
      server.receive(*message);
    }
    return *server.status();
  }

 private:
  std::vector<std::string> paths_;
  bool stdio_ = false;
};

}  // namespace

std::unique_ptr<Command> make_lsp() { return std::make_unique<Lsp>(); }

}  // namespace glint::cli
