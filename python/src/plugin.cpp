#include "machine/plugin.hpp"

#include "binding.hpp"

#include <fmt/format.h>

#include <pybind11/stl.h>
#include <stdexcept>

namespace stallscope::python {

namespace {

/// The state of a plug-in that is an object of Python. The simulator runs without the interpreter's
/// lock, which each call takes.
class PythonState final : public machine::PluginState {
  /// What `work` returns, with the interpreter's lock; an exception becomes a PluginError.
  template <class Work> auto guarded(const Work& work) const {
    const py::gil_scoped_acquire held;
    try {
      return work();
    } catch (const std::exception& error) {
      throw machine::PluginError(fmt::format("plug-in '{}' of Python: {}", name_, error.what()));
    }
  }

public:
  PythonState(std::string name, py::object object)
      : name_(std::move(name)), object_(std::move(object)) {}
  ~PythonState() override { // NOLINT(bugprone-exception-escape): only without a Python
    const py::gil_scoped_acquire held;
    object_ = py::object();
  }

  std::shared_ptr<machine::PluginState> copy() const override {
    return guarded([&]() -> std::shared_ptr<machine::PluginState> {
      return std::make_shared<PythonState>(name_,
                                           py::module_::import("copy").attr("deepcopy")(object_));
    });
  }
  bool predict(const StallscopeBranch& b) const override {
    return guarded([&] { return object_.attr("predict")(b.pc, b.history).cast<bool>(); });
  }
  void update(const StallscopeBranch& b, bool taken, bool predicted) override {
    guarded([&] { object_.attr("update")(b.pc, b.history, taken, predicted); });
  }
  std::span<const std::uint64_t> access(const StallscopeAccess& a,
                                        std::span<std::uint64_t> to) override {
    return guarded([&]() -> std::span<const std::uint64_t> {
      const py::object asked =
          object_.attr("access")(a.pc, a.address, a.write != 0, a.hit != 0, a.first_use != 0);
      std::size_t count = 0;
      if (!asked.is_none())
        for (const py::handle address : asked) {
          if (count == to.size())
            throw std::invalid_argument(fmt::format("asks for more than {} lines", to.size()));
          to[count++] = address.cast<std::uint64_t>();
        }
      return to.first(count);
    });
  }
  unsigned victim(std::uint64_t set) override {
    return guarded([&] { return object_.attr("victim")(set).cast<unsigned>(); });
  }
  void touch(std::uint64_t set, unsigned way, bool filled) override {
    guarded([&] { object_.attr("touch")(set, way, filled); });
  }

private:
  std::string name_;
  py::object object_;
};

class PythonPlugin final : public machine::Plugin {
public:
  PythonPlugin(const std::string& name, machine::PluginPart part, py::object factory)
      : Plugin(name, part), factory_(std::move(factory)) {}
  ~PythonPlugin() override { // NOLINT(bugprone-exception-escape): as above
    const py::gil_scoped_acquire held;
    factory_ = py::object();
  }

  /// `options`: of the class's constructor, bound by Python already.
  std::shared_ptr<machine::PluginState> make(const std::string& /*options*/,
                                             const StallscopeCache* cache) const override {
    const py::gil_scoped_acquire held;
    try {
      py::object object =
          cache == nullptr ? factory_() : factory_(cache->sets, cache->ways, cache->line_bytes);
      return std::make_shared<PythonState>(name(), std::move(object));
    } catch (const std::exception& error) {
      throw machine::PluginError(fmt::format("plug-in '{}' of Python: {}", name(), error.what()));
    }
  }

private:
  py::object factory_;
};

machine::PluginPart part_named(const std::string& part) {
  using machine::PluginPart;
  for (const PluginPart one :
       {PluginPart::predictor, PluginPart::prefetcher, PluginPart::replacement})
    if (part == machine::name(one))
      return one;
  fail(fmt::format("'{}' is no part; expected predictor, prefetcher or replacement policy", part));
}

} // namespace

void bind_plugins(py::module_& module) {
  module.def(
      "load_plugin",
      [](const std::string& file) {
        auto plugin = value_of(machine::load_plugin(file));
        machine::register_plugin(plugin);
        return py::make_tuple(plugin->name(), std::string(machine::name(plugin->part())));
      },
      py::arg("file"));
  module.def(
      "register_plugin",
      [](const std::string& name, const std::string& part, py::object factory) {
        machine::register_plugin(
            std::make_shared<PythonPlugin>(name, part_named(part), std::move(factory)));
      },
      py::arg("name"), py::arg("part"), py::arg("factory"));
}

} // namespace stallscope::python
