// glint lsp: a language server on standard input and output. glint serve: the same with a message a line, for programs.
#include <chrono>
#include <istream>
#include <new>
#include <ostream>
#include <thread>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/safe_output.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/threads/inbox.hpp"
#include "interpreter/desk/protocol/server.hpp"

namespace glint::cli {
namespace {

/// A script has half a megabyte; a client that announces much more is not one.
constexpr std::uint64_t kMostBytes = 64 << 20;
constexpr std::string_view kLength = "Content-Length: ";
using Clock = std::chrono::steady_clock;
/// After a key, no work begins that can wait, so that the next key finds the server idle.
constexpr std::chrono::milliseconds kQuiet{100};

/// The form of a message in a stream: behind a header with its length, or in a line.
enum class Framing { header, line };

/// Reads a client's messages.
class Messages {
 public:
  Messages(std::istream& in, Framing framing) : in_(in), framing_(framing) {}

  /// The next message; nothing at the end of the input, or where it is no message.
  std::optional<std::string> next() { return framing_ == Framing::line ? line_message() : framed_message(); }

  /// The input has ended within a message, or with something else.
  bool is_broken() const { return is_broken_; }

 private:
  /// The next line that is not empty.
  std::optional<std::string> line_message() {
    while (auto line = next_line())
      if (line->find_first_not_of(" \t\r") != std::string::npos) return line;
    return std::nullopt;
  }

  std::optional<std::string> framed_message() {
    std::optional<std::uint64_t> length;
    while (auto line = next_line()) {
      is_broken_ = true;  // until the message is whole
      if (line->ends_with('\r')) line->pop_back();
      if (line->starts_with(kLength)) length = whole_number(line->substr(kLength.size()));
      if (!line->empty()) continue;
      if (!length || *length > kMostBytes) return std::nullopt;
      std::string text(*length, '\0');
      in_.read(text.data(), static_cast<std::streamsize>(*length));
      if (!in_) return std::nullopt;
      is_broken_ = false;
      return text;
    }
    return std::nullopt;
  }

  /// The next line, without its end; the beginning of a line that is too long for a message.
  std::optional<std::string> next_line() {
    std::string line;
    for (int c = in_.get(); c != '\n'; c = in_.get()) {
      if (c == std::istream::traits_type::eof()) return line.empty() ? std::nullopt : std::optional(line);
      if (line.size() < kMostBytes) line += static_cast<char>(c);
    }
    return line;
  }

  std::istream& in_;
  const Framing framing_;
  bool is_broken_ = false;
};

/// Puts messages into an inbox, in a thread of its own, so that the server can see new messages while it works.
class Reader {
 public:
  Reader(std::istream& in, Framing framing, Inbox& inbox)
      : messages_(in, framing), thread_([this, &inbox] { read(inbox); }) {}
  ~Reader() { thread_.join(); }  // it ends with the input, or with the client's last message

  /// As Messages::is_broken, once the inbox has ended.
  bool is_broken() const { return messages_.is_broken(); }

 private:
  void read(Inbox& inbox) {
    for (bool is_last = false; !is_last;) {
      try {
        auto message = messages_.next();
        is_last = !message || desk::Server::is_exit(*message);
        if (message) inbox.put(std::move(*message));
      } catch (const std::bad_alloc&) {  // a message is lost; the next one may find memory
      }
    }
    inbox.end();
  }

  Messages messages_;
  std::thread thread_;
};

/// Both commands: a server on standard input and output.
class Lsp : public Command {
 public:
  explicit Lsp(Framing framing) : framing_(framing) {}

  void declare(Arguments& arguments) override {
    arguments.texts("--path", paths_, "FOLDER", "a folder with libraries and games; may be repeated");
    arguments.limits(limits_, nullptr, 0, {}, &seconds_);
    if (framing_ == Framing::header)
      arguments.flag("--stdio", stdio_, "accepted because some editors pass it; changes nothing");
  }

  int run(Console& console) override {
    check_folders(paths_);
    // The messages are ASCII, so they need not go through the stream that makes texts safe to show; it would show their
    // line ends.
    std::ostream& out = SafeOutput::behind(console.out);
    Inbox inbox(kMostBytes);
    const Reader reader(console.in, framing_, inbox);
    desk::Server* self = nullptr;
    std::optional<Clock::time_point> deadline;
    limits_.stop = [&] {
      inbox.look([&](const std::string& message) { self->foresee(message); });
      return deadline && Clock::now() > *deadline;
    };
    desk::Server server(
        [this](const std::string& document) { return std::make_unique<FolderLoader>(document, paths_); },
        [&](const std::string& message) {
          if (is_begun_ && framing_ == Framing::line) out << message << '\n' << std::flush;
          if (framing_ == Framing::header)
            out << "Content-Length: " << message.size() << "\r\n\r\n" << message << std::flush;
        },
        limits_);
    self = &server;
    // A client that sends lines may begin with any request.
    if (framing_ == Framing::line) server.receive(R"({"id": 0, "method": "initialize", "params": {}})");
    is_begun_ = true;
    const auto limited = [&] {
      return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds_));
    };
    Clock::time_point quiet_until = Clock::now();
    while (!server.status()) {
      const auto message = server.has_work() ? inbox.take_until(quiet_until) : inbox.take(true);
      if (message) {
        if (message->find("textDocument/didChange") != std::string::npos) quiet_until = Clock::now() + kQuiet;
        deadline = limited();
        server.receive(*message);
        deadline.reset();
      } else if (inbox.has_ended() && framing_ == Framing::line) {
        // Nobody can ask more questions; earlier ones are answered within the time of an answer.
        if (!server.has_work()) return kDone;
        if (!deadline) deadline = limited();
        server.work();
      } else if (inbox.has_ended()) {
        // Without `exit` the client has died, or sends something else.
        if (reader.is_broken())
          stop(kNo, "lsp: cannot read a message: it is `" + std::string(kLength) +
                        "N`, an empty line, and N bytes, at most " + std::to_string(kMostBytes));
        return kNo;
      } else {
        server.work();
      }
    }
    return *server.status();
  }

 private:
  const Framing framing_;
  bool is_begun_ = false;  // the client hears what is said
  std::vector<std::string> paths_;
  Limits limits_;
  double seconds_ = 10;  // the longest time that a script can make an editor wait; then its work is stopped
  bool stdio_ = false;
};

}  // namespace

std::unique_ptr<Command> make_lsp() { return std::make_unique<Lsp>(Framing::header); }
std::unique_ptr<Command> make_serve() { return std::make_unique<Lsp>(Framing::line); }

}  // namespace glint::cli
