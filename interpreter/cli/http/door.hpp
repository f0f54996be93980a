// The common part of the servers of pages on this machine (studio/, host/): how they listen, the headers of all
// answers, and which requests they refuse.
//
// Pages of other sites in the same browser can send requests here, too. So each request must name an address of the
// server as its host (other names could lead here), and its origin, if any, must be there. Each server also asks for a
// key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <httplib.h>

#include "interpreter/cli/console/json.hpp"

namespace glint::cli {

/// 128 random bits, in hexadecimal.
std::string new_key();
/// True if they are the same; the time taken does not tell how much of them is.
bool is_key(std::string_view given, std::string_view key);
/// The text after `Bearer` in the header `Authorization`; empty without it.
std::string key_of(const httplib::Request& request);

/// Sent by a provider, which the library does not compress: compressing takes longer than all else, and if a text
/// contains words of somebody else, its compressed length reveals what stands beside them.
void answer(httplib::Response& response, std::string json);
void answer(httplib::Response& response, int status, const Json& json);
void refuse(httplib::Response& response, int status, const std::string& error, const std::string& help = "");

using In = const httplib::Request&;
using Out = httplib::Response&;

class Door {
 public:
  /// `page`: HTML, for everybody at `/`; the policy in its `<meta>` is also sent with every answer, as a header.
  /// `most_body`: bytes. `threads`: requests at once; the page must stay where it is in memory.
  Door(std::string_view page, std::size_t most_body, std::size_t threads);
  /// Answers nobody any more.
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  /// Sends this text, which must stay in memory, to everybody.
  void give(const std::string& path, const std::string& type, std::string_view text);
  /// For other answers; call it before `listen`.
  httplib::Server& http() { return http_; }
  /// Begins to answer, in threads of its own; port 0 means any free port. False: another program has this port. `at`:
  /// another address of this server, "https://games.example.org"; or empty.
  bool listen(const std::string& address, int port, const std::string& at = "");
  /// As "http://127.0.0.1:7431", or `at`.
  const std::string& address() const { return addresses_.back(); }

  /// Refuses requests with another host name or origin, and those that `refuses` answers, before their bodies are read.
  void guard(std::function<bool(In, Out)> refuses);

 private:
  bool is_stranger(In request, Out response) const;

  httplib::Server http_;
  std::thread thread_;
  int socket_ = -1;                     // the listening socket, which belongs to the library
  std::vector<std::string> addresses_;  // addresses of this server; people are told the last one
};

/// Listens, by `listen`, on this port, or without one on the first free port: `first`, one of the nine after it, or
/// any. Stops if it cannot, or if no port has this number.
void listen_or_stop(const std::function<bool(int port)>& listen, std::optional<std::uint64_t> port, int first);

}  // namespace glint::cli
