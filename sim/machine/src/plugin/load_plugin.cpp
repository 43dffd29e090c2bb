#include "machine/plugin.hpp"

#include <fmt/format.h>

#include <dlfcn.h>
#include <filesystem>

namespace stallscope::machine {

namespace {

/// A state created by a shared library, with the library's functions.
class LibraryState final : public PluginState {
public:
  LibraryState(const StallscopePlugin& functions, const std::string& where, void* state)
      : functions_(functions), where_(where), state_(state) {}
  ~LibraryState() override { functions_.destroy(state_); }

  std::shared_ptr<PluginState> copy() const override {
    void* state = functions_.copy(state_);
    if (state == nullptr)
      fail("its state cannot be copied");
    return std::make_shared<LibraryState>(functions_, where_, state);
  }
  bool predict(const StallscopeBranch& branch) const override {
    const int answer = functions_.predict(state_, &branch);
    check(answer);
    if (answer > 1)
      throw PluginError(fmt::format("{}: predict answers {}; expected 0 or 1", where_, answer));
    return answer == 1;
  }
  void update(const StallscopeBranch& branch, bool taken, bool predicted) override {
    check(functions_.update(state_, &branch, taken ? 1 : 0, predicted ? 1 : 0));
  }
  std::span<const std::uint64_t> access(const StallscopeAccess& access,
                                        std::span<std::uint64_t> to) override {
    const int count = functions_.access(state_, &access, to.data(), static_cast<int>(to.size()));
    check(count);
    if (static_cast<std::size_t>(count) > to.size())
      throw PluginError(fmt::format("{}: access answers {} addresses; expected at most {}", where_,
                                    count, to.size()));
    return to.first(static_cast<std::size_t>(count));
  }
  unsigned victim(std::uint64_t set) override {
    const int way = functions_.victim(state_, set);
    check(way);
    return static_cast<unsigned>(way);
  }
  void touch(std::uint64_t set, unsigned way, bool filled) override {
    check(functions_.touch(state_, set, way, filled ? 1 : 0));
  }

private:
  [[noreturn]] void fail(const char* otherwise) const {
    const char* why = functions_.error == nullptr ? nullptr : functions_.error();
    throw PluginError(fmt::format("{}: {}", where_, why == nullptr ? otherwise : why));
  }
  void check(int answer) const {
    if (answer < 0)
      fail("it failed without a reason");
  }

  const StallscopePlugin& functions_;
  const std::string& where_; ///< owned by the plug-in, which outlives its states
  void* state_;
};

/// Libraries stay loaded until the process ends, because their states and types may be in use
/// anywhere.
class LibraryPlugin final : public Plugin {
public:
  LibraryPlugin(const StallscopePlugin& functions, const std::string& file)
      : Plugin(functions.name, static_cast<PluginPart>(functions.part)), functions_(functions),
        where_(fmt::format("plug-in '{}' ({})", functions.name, file)) {}

  std::shared_ptr<PluginState> make(const std::string& options,
                                    const StallscopeCache* cache) const override {
    void* state = functions_.make(options.c_str(), cache);
    if (state == nullptr) {
      const char* why = functions_.error == nullptr ? nullptr : functions_.error();
      throw PluginError(fmt::format("{}: {}", where_, why == nullptr ? "it makes no state" : why));
    }
    return std::make_shared<LibraryState>(functions_, where_, state);
  }

private:
  const StallscopePlugin& functions_;
  std::string where_;
};

Diagnostic problem(const std::string& file, std::string message, std::string expected) {
  Diagnostic d;
  d.message = fmt::format("--plugin {}: {}", file, std::move(message));
  d.expected = std::move(expected);
  return d;
}

constexpr const char* kExpected =
    "a shared library compiled with <stallscope/plugin.hpp> (g++ -shared -fPIC)";

bool is_name(std::string_view name) {
  constexpr std::size_t kMostBytes = 32;
  return !name.empty() && name.size() <= kMostBytes &&
         name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
             std::string_view::npos;
}

/// Checks that the functions of its part are present. nullptr: none is missing.
const char* missing_function(const StallscopePlugin& f) {
  if (f.make == nullptr || f.copy == nullptr || f.destroy == nullptr)
    return "make, copy or destroy";
  switch (f.part) {
  case STALLSCOPE_PREDICTOR_PART:
    return f.predict == nullptr || f.update == nullptr ? "predict or update" : nullptr;
  case STALLSCOPE_PREFETCHER_PART:
    return f.access == nullptr ? "access" : nullptr;
  default:
    return f.victim == nullptr || f.touch == nullptr ? "victim or touch" : nullptr;
  }
}

} // namespace

Result<std::shared_ptr<const Plugin>> load_plugin(const std::string& file) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed))
    return problem(file, "there is no such file", kExpected);
  // With a folder in the name, so that dlopen does not search the system's library path.
  void* library =
      dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL); // NOLINT: kept open
  if (library == nullptr) {
    const char* why = dlerror();
    return problem(file, why == nullptr ? "it cannot be loaded" : why, kExpected);
  }
  const auto entry =
      reinterpret_cast<const StallscopePlugin* (*)()>(dlsym(library, "stallscope_plugin"));
  const StallscopePlugin* functions = entry == nullptr ? nullptr : entry();
  if (functions == nullptr)
    return problem(file, "it has no function 'stallscope_plugin'", kExpected);
  if (functions->version != STALLSCOPE_PLUGIN_VERSION)
    return problem(file, fmt::format("it is of version {} of the interface", functions->version),
                   fmt::format("version {}: compile it again with this <stallscope/plugin.hpp>",
                               static_cast<int>(STALLSCOPE_PLUGIN_VERSION)));
  if (functions->part < STALLSCOPE_PREDICTOR_PART || functions->part > STALLSCOPE_REPLACEMENT_PART)
    return problem(file, fmt::format("part {} is unknown", functions->part),
                   "a predictor, a prefetcher or a replacement policy");
  if (functions->name == nullptr || !is_name(functions->name))
    return problem(file, "it has no proper name", "1 to 32 letters, digits, _ and -");
  if (const char* missing = missing_function(*functions))
    return problem(file, fmt::format("it lacks {}", missing), kExpected);
  return std::shared_ptr<const Plugin>(std::make_shared<LibraryPlugin>(*functions, file));
}

} // namespace stallscope::machine
