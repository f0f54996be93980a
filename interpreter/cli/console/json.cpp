#include "interpreter/cli/console/json.hpp"

#include <ostream>

#include "lang/source/stop.hpp"

namespace glint::cli {

int print_json(Console& console, const std::function<void(view::JsonText&)>& tell) {
  view::JsonText json([&](std::string_view piece) { console.out << piece; });
  json.open('{');
  Stop stopped{kDone, {}};
  try {
    tell(json);
  } catch (const Stop& stop) {
    stopped = stop;
  } catch (const lang::Stopped&) {
    stopped = stopped_work();
  }
  while (json.depth() > 1) json.close();
  if (stopped.status != kDone) {
    console.report(stopped.errors);
    json.value("error", stopped.errors.empty() ? Json() : json_of(stopped.errors.front()));
    json.value("diagnostics", json_of(stopped.errors));
  }
  json.close();
  return stopped.status;
}

Json json_of(const std::vector<Error>& errors) {
  return list_of(errors, [](const Error& error) { return json_of(error); });
}

}  // namespace glint::cli
