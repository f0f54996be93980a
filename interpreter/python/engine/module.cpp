// The module `glint._engine`, on which the package in Python is built. Its functions take and return plain values, and
// documents as texts of JSON, the same that the command prints. And games: loading, what is known of them, what is
// wrong.
#include "interpreter/desk/desk.hpp"
#include "interpreter/game/loading/load.hpp"
#include "interpreter/learn/values_file.hpp"
#include "interpreter/python/engine/binding.hpp"

namespace glint::python {

thread_local Call* Call::current_ = nullptr;

bool Call::stops() {
  if (current_ == nullptr) return false;
  Call& call = *current_;
  if (call.cancel_ != nullptr && *call.cancel_) call.stopped_ = true;
  const Clock::time_point now = Clock::now();
  if (call.stopped_ || now - call.looked_ < std::chrono::milliseconds(50)) return call.stopped_;
  call.looked_ = now;
  python([] {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  });
  return call.stopped_;
}

void fail(std::vector<Error> errors) {
  const py::gil_scoped_acquire held;
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  throw Failed{std::move(errors)};
}

std::string json_of(const std::vector<Error>& errors) {
  return view::json_line(view::list_of(errors, [](const Error& error) {
    view::Json json = view::json_of(error);
    json["rendered"] = error.rendered;
    return json;
  }));
}

namespace {

Game from_text(const std::string& text, const std::string& file, const Settings& options, py::object files) {
  Files loader(std::move(files));
  return taken(without_python([&] { return Game::from_text(text, file, options, &loader, limits()); }));
}

/// {"findings", "mends", "files"}: what is wrong with a script, edits after which it is better, and the text of each file
/// in which something is wrong. Places are bytes.
std::string checked(const std::string& text, const std::string& file, py::object files) {
  using view::Json;
  Files loader(std::move(files));
  return without_python([&] {
    desk::Desk desk([&](const std::string&) { return bundled_loader(&loader); }, limits());
    desk.open(file, text);
    while (desk.has_more_checks(file) && !Call::stops()) desk.check_further(file);
    Json all = {{"findings", Json::array()}, {"mends", Json::array()}, {"files", Json::object()}};
    for (const desk::Finding& one : desk.findings(file)) {
      all["findings"].push_back({{"code", one.code}, {"severity", one.is_warning ? "warning" : "error"},
                                 {"message", one.message}, {"help", one.help}, {"file", one.at.file},
                                 {"begin", one.at.begin}, {"end", one.at.end}});
      if (const std::string* of_file = desk.text_of(file, one.at.file)) all["files"][one.at.file] = *of_file;
    }
    for (const desk::Fix& one : desk.fixes(file, 0, static_cast<std::uint32_t>(text.size())))
      all["mends"].push_back({{"title", one.title}, {"code", one.code}, {"at", one.at.begin}, {"begin", one.edit.at.begin},
                              {"end", one.edit.at.end}, {"text", one.edit.text}, {"certain", one.is_preferred}});
    return view::json_line(all);
  });
}

py::dict facts_of(const Game& game) {
  using namespace py::literals;
  const py::list options = list_of(game.options(), [](const OptionInfo& one) {
    return py::make_tuple(one.name, one.value, one.initial, one.domain, one.text, one.doc);
  });
  const auto of_cell = [](const CellInfo& one) { return py::make_tuple(one.label, one.x, one.y, one.drawn_y); };
  const py::list cells = list_of(game.cells(), of_cell);
  const py::list directions = list_of(game.directions(), [](const DirectionInfo& one) { return py::str(one.name); });
  return py::dict("title"_a = game.title(), "doc"_a = game.doc(), "id"_a = game.id(), "variant_of"_a = game.variant_of(),
                  "rules_hash"_a = game.rules_hash(), "players"_a = game.players(), "is_team"_a = game.is_team(),
                  "has_secrets"_a = game.has_secrets(), "has_beams"_a = game.has_beams(), "options"_a = options,
                  "cells"_a = cells, "directions"_a = directions, "warnings"_a = json_of(game.warnings()),
                  "identity"_a = identity_of(game), "fitting_bot"_a = fitting_bot(game));
}

}  // namespace
}  // namespace glint::python

PYBIND11_MODULE(_engine, module) {
  using namespace glint;
  using namespace glint::python;
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Failed& failed) {
      const py::object made = py::module_::import("glint.errors").attr("made")(json_of(failed.errors));
      PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
    }
  });
  py::class_<Cancel>(module, "Cancel").def(py::init<>()).def("set", [](Cancel& cancel) { cancel = true; });
  module.attr("__version__") = GLINT_VERSION;
  module.def("bundled_games", &Game::bundled_names);
  module.def("bundled_variants", &Game::bundled_variants);
  module.def("bundled_values", [](const std::string& name) -> std::optional<py::bytes> {
    const EmbeddedFile* const file = bundled_game(name, ".values");
    return file ? std::optional<py::bytes>(std::string(file->text)) : std::nullopt;
  });
  module.def("check", &checked);
  py::class_<Game>(module, "Game")
      .def_static("bundled", [](const std::string& name, const Settings& options) {
        return taken(Game::bundled(name, options, limits()));
      })
      .def_static("from_text", &from_text)
      .def("facts", &facts_of)
      .def("start", [](const Game& game, std::uint64_t seed, const Settings& draws, bool waits) {
        return taken(game.start({.seed = seed, .draws = draws, .wait_at_draws = waits}));
      })
      .def("read", [](const Game& game, const std::string& text, std::uint64_t seed, const Settings& draws, bool waits) {
        return taken(game.read(text, {.seed = seed, .draws = draws, .wait_at_draws = waits}));
      });
  add_positions(module);
  add_lab(module);
  add_batches(module);
}
