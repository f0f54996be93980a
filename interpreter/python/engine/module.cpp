// The module `glint._engine`: what the package in Python is written with. Its functions take and return plain values, and
// documents as texts of JSON, the same that the command prints.
#include "interpreter/python/engine/binding.hpp"
#include "interpreter/view/json/json.hpp"

namespace glint::python {

thread_local Call* Call::current_ = nullptr;

bool Call::stops() {
  if (current_ == nullptr) return false;
  Call& call = *current_;
  if (call.cancel_ != nullptr && call.cancel_->is_set) call.stopped_ = true;
  const Clock::time_point now = Clock::now();
  if (call.stopped_ || now - call.looked_ < std::chrono::milliseconds(50)) return call.stopped_;
  call.looked_ = now;
  python([] {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  });
  return call.stopped_;
}

void fail(std::vector<Error> errors) {
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  throw Failed(std::move(errors));
}

std::string json_of(const std::vector<Error>& errors) {
  return view::json_line(view::list_of(errors, [](const Error& error) {
    view::Json json = view::json_of(error);
    json["rendered"] = error.rendered;
    return json;
  }));
}

}  // namespace glint::python

PYBIND11_MODULE(_engine, module) {
  using namespace glint::python;
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Failed& failed) {
      const py::object made = py::module_::import("glint.errors").attr("made")(json_of(failed.errors));
      PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
    }
  });
  py::class_<Cancel>(module, "Cancel").def(py::init<>()).def("set", [](Cancel& cancel) { cancel.is_set = true; });
  add_games(module);
  add_positions(module);
  add_studies(module);
  add_searches(module);
}
