#include "interpreter/cli/http/door.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <random>
#include <utility>

namespace glint::cli {

std::string new_key() {
  std::random_device random;
  std::string key;
  for (int i = 0; i < 32; ++i) key += "0123456789abcdef"[random() % 16];
  return key;
}

bool is_key(std::string_view given, std::string_view key) {
  if (given.size() != key.size() || key.empty()) return false;
  unsigned differs = 0;
  for (std::size_t i = 0; i < key.size(); ++i) differs |= static_cast<unsigned>(given[i] ^ key[i]);
  return differs == 0;
}

std::string key_of(const httplib::Request& request) {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string given = request.get_header_value("Authorization");
  return given.starts_with(kBearer) ? given.substr(kBearer.size()) : "";
}

namespace {

/// The loads that the page's own `<meta>` allows, as a header, because there it also holds for frames around the page.
std::string policy_of(std::string_view page) {
  constexpr std::string_view kBegin = "http-equiv=\"Content-Security-Policy\" content=\"";
  const std::string_view none = "default-src 'none'";
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = begin == page.npos ? begin : page.find('"', begin + kBegin.size());
  const std::string_view own =
      end == page.npos ? none : page.substr(begin + kBegin.size(), end - begin - kBegin.size());
  return std::string(own) + "; frame-ancestors 'none'";
}

/// The library's threads: if there is no memory for a task, it is dropped, and the program continues.
class Threads : public httplib::ThreadPool {
 public:
  using ThreadPool::ThreadPool;
  void enqueue(std::function<void()> task) override {
    ThreadPool::enqueue([task = std::move(task)] {
      try {
        task();
      } catch (const std::exception&) {
      }
    });
  }
};

void provide(Out response, const std::string& type, auto text) {
  const std::size_t size = text.size();
  response.set_content_provider(size, type, [text = std::move(text)](std::size_t at, std::size_t most, auto& sink) {
    return sink.write(text.data() + at, most);
  });
}

}  // namespace

void answer(Out response, std::string json) { provide(response, "application/json", std::move(json)); }

void answer(httplib::Response& response, int status, const Json& json) {
  response.status = status;
  if (status == 200) return answer(response, view::json_line(json));
  response.set_content(view::json_line(json), "application/json");  // small, and seen by the handler of errors
}

void refuse(httplib::Response& response, int status, const std::string& error, const std::string& help) {
  answer(response, status, Json{{"error", error}, {"help", help}});
}

Door::Door(std::string_view page, std::size_t most_body, std::size_t threads) {
  http_.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                             {"Referrer-Policy", "no-referrer"},
                             {"Cross-Origin-Resource-Policy", "same-origin"},
                             {"Cross-Origin-Opener-Policy", "same-origin"},
                             {"Cache-Control", "no-store"},
                             {"Content-Security-Policy", policy_of(page)}});
  http_.set_payload_max_length(most_body);
  // One request for each connection: the rest of a refused request must not be read as the next one.
  http_.set_keep_alive_max_count(1);
  http_.set_tcp_nodelay(true);
  http_.set_read_timeout(2);
  http_.new_task_queue = [threads] { return new Threads(threads); };
  // Without SO_REUSEPORT, which the library sets: two programs would share the port.
  http_.set_socket_options([this](socket_t socket) {
    socket_ = socket;
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
#ifdef TCP_USER_TIMEOUT
    const unsigned patience = 30'000;  // milliseconds until a machine that is silent counts as gone
    setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience);
#endif
  });
  http_.set_error_handler(httplib::Server::Handler([](const httplib::Request&, httplib::Response& response) {
    if (!response.body.empty()) return;
    refuse(response, response.status, response.status == 413 ? "this is too large" : "there is nothing here");
  }));
  give("/", "text/html; charset=utf-8", page);
}

void Door::give(const std::string& path, const std::string& type, std::string_view text) {
  http_.Get(path, [type, text](In, Out response) { provide(response, type, text); });
}

bool Door::listen(const std::string& address, int port, const std::string& at) {
  port = port == 0 ? http_.bind_to_any_port(address.c_str()) : http_.bind_to_port(address.c_str(), port) ? port : -1;
  if (port <= 0) return false;
  // The library lets five connections wait; any other client tries again after a second.
  ::listen(socket_, SOMAXCONN);
  addresses_.clear();
  const auto add = [&](const std::string& name) {
    addresses_.push_back("http://" + name + ":" + std::to_string(port));
  };
  if (address == "127.0.0.1") add("localhost");
  add(address);
  if (!at.empty()) addresses_.push_back(at);
  thread_ = std::thread([this] { http_.listen_after_bind(); });
  while (!http_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return true;
}

Door::~Door() {
  if (!thread_.joinable()) return;
  http_.stop();
  thread_.join();
}

void Door::guard(std::function<bool(In, Out)> refuses) {
  http_.set_pre_routing_handler([this, refuses = std::move(refuses)](In request, Out response) {
    using Outcome = httplib::Server::HandlerResponse;
    return is_stranger(request, response) || refuses(request, response) ? Outcome::Handled : Outcome::Unhandled;
  });
}

bool Door::is_stranger(In request, Out response) const {
  const std::string host = request.get_header_value("Host"), origin = request.get_header_value("Origin");
  const auto is_here = [&](const auto& matches) { return std::any_of(addresses_.begin(), addresses_.end(), matches); };
  if (request.get_header_value_count("Host") != 1 ||
      !is_here([&](const std::string& each) { return each.substr(each.find("://") + 3) == host; })) {
    refuse(response, 403, "this is not an address of this server", "open the address that the command has printed");
    return true;
  }
  if (request.has_header("Origin") && !is_here([&](const std::string& each) { return each == origin; })) {
    refuse(response, 403, "only the server's own page may ask this");
    return true;
  }
  return false;
}

void listen_or_stop(const std::function<bool(int port)>& listen, std::optional<std::uint64_t> port, int first) {
  constexpr int kTries = 10, kMostPort = 65535;
  if (port.value_or(0) > kMostPort)
    stop(kUsage, "--port takes a whole number from 0 to " + std::to_string(kMostPort) + ", found `" +
                     std::to_string(*port) + "`");
  if (port && !listen(static_cast<int>(*port)))
    stop(kUsage, "port " + std::to_string(*port) + " is taken, or may not be used",
         "end the program that has it, give another number, or leave --port out");
  if (port) return;
  for (int each = first; each < first + kTries; ++each)
    if (listen(each)) return;
  if (!listen(0)) stop(kUsage, "this machine lets no program listen on this address");
}

}  // namespace glint::cli
