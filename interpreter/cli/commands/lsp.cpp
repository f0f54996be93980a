// glint lsp: a language server on standard input and output.
#include <chrono>
#include <condition_variable>
#include <deque>
#include <istream>
#include <mutex>
#include <ostream>
#include <thread>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/safe_output.hpp"
#include "interpreter/desk/protocol/server.hpp"

namespace glint::cli {
namespace {

/// A script has half a megabyte; a client that announces much more is not one.
constexpr std::uint64_t kMostBytes = 64 << 20;
constexpr std::size_t kLongestHeader = 4096;
/// What a script can make an editor wait for; then the answer says that it was stopped.
constexpr std::chrono::seconds kLongest{10};

/// A line, without its end; nothing at the end of the input, or of a line that is longer than a header.
std::optional<std::string> next_line(std::istream& in) {
  std::string line;
  for (int c = in.get(); c != '\n'; c = in.get()) {
    if (c == std::istream::traits_type::eof() || line.size() >= kLongestHeader) return std::nullopt;
    line += static_cast<char>(c);
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

/// The next message; nothing at the end of the input, or where it is no message.
std::optional<std::string> next_message(std::istream& in) {
  std::uint64_t length = 0;
  bool has_length = false;
  while (const auto read = next_line(in)) {
    const std::string& line = *read;
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

/// Messages that have arrived, in order. A thread reads them, so that a client can cancel what is under way.
class Inbox {
 public:
  explicit Inbox(std::istream& in) : reader_([this, &in] { read(in); }) {}
  ~Inbox() { reader_.join(); }  // it ends with the input, or with the client's last message
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  /// The next message; nothing if there is none. `waits`: until there is one, or the input has ended.
  std::optional<std::string> take(bool waits) {
    std::unique_lock lock(mutex_);
    if (waits) changed_.wait(lock, [&] { return has_ended_ || !messages_.empty(); });
    if (messages_.empty()) return std::nullopt;
    std::string message = std::move(messages_.front());
    messages_.pop_front();
    bytes_ -= message.size();
    seen_ -= seen_ > 0;
    changed_.notify_all();
    return message;
  }
  /// Calls with each message that has come since it was asked last, without taking it.
  template <class See>
  void look(See see) {
    const std::lock_guard lock(mutex_);
    for (; seen_ < messages_.size(); ++seen_) see(messages_[seen_]);
  }
  bool has_ended() {
    const std::lock_guard lock(mutex_);
    return has_ended_ && messages_.empty();
  }

 private:
  void read(std::istream& in) {
    bool is_last = false;
    while (!is_last) {
      auto message = next_message(in);
      std::unique_lock lock(mutex_);
      // A client that floods waits.
      changed_.wait(lock, [&] { return bytes_ < kMostBytes; });
      is_last = !message || desk::Server::is_exit(*message);
      if (message) {
        bytes_ += message->size();
        messages_.push_back(std::move(*message));
      }
      has_ended_ = is_last;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> messages_;
  std::size_t seen_ = 0;  // of these
  std::uint64_t bytes_ = 0;
  bool has_ended_ = false;
  std::thread reader_;
};

class Lsp : public Command {
 public:
  Description description() const override {
    return {"lsp", "a language server for editors, on standard input and output",
            "  glint lsp    # started by an editor: errors as you type, hover, completion, rename, format"};
  }

  void declare(Arguments& arguments) override {
    arguments.texts("--path", paths_, "FOLDER", "a folder with libraries and games; may be repeated");
    arguments.flag("--stdio", stdio_, "accepted because some editors pass it; changes nothing");
  }

  int run(Console& console) override {
    check_folders(paths_);
    // The messages are ASCII, so they can go past what makes texts safe to show; it would show their line ends.
    std::ostream& out = SafeOutput::behind(console.out);
    using Clock = std::chrono::steady_clock;
    Inbox inbox(console.in);
    desk::Server* self = nullptr;
    std::optional<Clock::time_point> deadline;
    Limits limits;
    limits.stop = [&] {
      inbox.look([&](const std::string& message) { self->foresee(message); });
      return deadline && Clock::now() > *deadline;
    };
    desk::Server server([this](const std::string& document) { return std::make_unique<FolderLoader>(document, paths_); },
                        [&](const std::string& message) {
                          out << "Content-Length: " << message.size() << "\r\n\r\n" << message << std::flush;
                        },
                        limits);
    self = &server;
    while (!server.status()) {
      const auto message = inbox.take(!server.has_work());
      if (message) {
        deadline = Clock::now() + kLongest;
        server.receive(*message);
        deadline.reset();
      } else if (inbox.has_ended()) {
        return kNo;  // without `exit` the client has died, or sends something else
      } else {
        server.work();
      }
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
