#include "interpreter/cli/console/console.hpp"

#include <algorithm>
#include <charconv>
#include <ostream>
#include <system_error>

#include "interpreter/cli/console/json.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/stop.hpp"

namespace glint::cli {

Stop stopped_work() {
  const lang::Diagnostic told = lang::stopped();
  return {kNo, {plain_error(told.code, told.message, told.help)}};
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = problem == std::errc() && end == text.data() + text.size();
  return is_number && (text.size() == 1 || text[0] != '0') ? std::optional(number) : std::nullopt;
}

std::string one_line(const Error& error) {
  if (error.file.empty()) return error.message;
  std::string place = lang::escaped(error.file) + ":";
  if (error.line > 0) place += std::to_string(error.line) + ":";
  if (error.line > 0 && error.column > 0) place += std::to_string(error.column) + ":";
  return place + " " + error.message;
}

void Console::report(const Error& error) {
  if (!error.rendered.empty()) {
    err << error.rendered;
    if (error.rendered.back() != '\n') err << '\n';
    return;
  }
  err << (error.is_warning ? "warning" : "error") << (error.code.empty() ? "" : "[" + error.code + "]") << ": "
      << one_line(error) << '\n';
  if (!error.help.empty()) err << "  help: " << error.help << '\n';
}

void Console::report(const std::vector<Error>& errors) {
  constexpr std::size_t kMost = 100;
  for (std::size_t i = 0; i < std::min(kMost, errors.size()); ++i) report(errors[i]);
  if (errors.size() > kMost) err << "... and " << errors.size() - kMost << " more\n";
  const auto coded = std::find_if(errors.begin(), errors.end(), [](const Error& each) { return !each.code.empty(); });
  if (err_is_terminal && coded != errors.end()) err << "`glint explain " << coded->code << "` says more\n";
}

void stop(int status, const std::string& message, const std::string& help) {
  throw Stop{status, {plain_error(message, help)}};
}

void stop(int status, std::vector<Error> errors) { throw Stop{status, std::move(errors)}; }

int print_json(Console& console, const std::function<void(Json&)>& tell) {
  Json json = Json::object();
  Stop stopped{kDone, {}};
  try {
    tell(json);
  } catch (const Stop& stop) {
    stopped = stop;
  } catch (const lang::Stopped&) {
    stopped = stopped_work();
  }
  if (stopped.status != kDone) {
    console.report(stopped.errors);
    json["error"] = stopped.errors.empty() ? Json() : json_of(stopped.errors.front());
    json["diagnostics"] = json_of(stopped.errors);
  }
  console.out << json_text(json);
  return stopped.status;
}

Json json_of(const std::vector<Error>& errors) {
  return list_of(errors, [](const Error& error) { return json_of(error); });
}

}  // namespace glint::cli
