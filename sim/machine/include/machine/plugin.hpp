#pragma once

#include "base/check.hpp"
#include "base/result.hpp"
#include "stallscope/plugin.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Plug-ins: predictors, prefetchers and replacement policies written by users. Machine files refer
// to plug-ins by name; only plug-ins loaded on the command line, or passed by a caller, are found,
// so that a file never loads code into the process.
namespace stallscope::machine {

/// A plug-in has failed: it threw an exception, or returned an invalid result. Ends the run.
class PluginError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

enum class PluginPart : std::uint8_t { predictor = 1, prefetcher, replacement };
/// "predictor", "prefetcher", "replacement policy".
[[nodiscard]] std::string_view name(PluginPart part);

/// The state of a plug-in in a machine. All functions throw PluginError.
class PluginState {
public:
  PluginState() = default;
  PluginState(const PluginState&) = delete;
  PluginState& operator=(const PluginState&) = delete;
  virtual ~PluginState() = default;

  [[nodiscard]] virtual std::shared_ptr<PluginState> copy() const = 0;

  [[nodiscard]] virtual bool predict(const StallscopeBranch& branch) const = 0;
  virtual void update(const StallscopeBranch& branch, bool taken, bool predicted) = 0;
  /// Addresses to be prefetched after an access: written to `to`, of which the part used is
  /// returned.
  virtual std::span<const std::uint64_t> access(const StallscopeAccess& access,
                                                std::span<std::uint64_t> to) = 0;
  /// The way of the set to be evicted; the cache checks the range.
  [[nodiscard]] virtual unsigned victim(std::uint64_t set) = 0;
  virtual void touch(std::uint64_t set, unsigned way, bool filled) = 0;
};

/// A plug-in that has been loaded.
class Plugin {
public:
  Plugin(std::string name, PluginPart part) : name_(std::move(name)), part_(part) {}
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  virtual ~Plugin() = default;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] PluginPart part() const { return part_; }
  /// State before the first cycle. `cache`: for prefetchers and replacement policies. Throws
  /// PluginError when the options are invalid.
  [[nodiscard]] virtual std::shared_ptr<PluginState> make(const std::string& options,
                                                          const StallscopeCache* cache) const = 0;

private:
  std::string name_;
  PluginPart part_;
};

/// A plug-in used by a machine, with its options; none: no plug-in.
struct PluginUse {
  std::shared_ptr<const Plugin> plugin;
  std::string options; ///< name=value, separated by commas

  [[nodiscard]] explicit operator bool() const { return plugin != nullptr; }
  /// As written in machine files: NAME or NAME,OPTIONS; "" for none.
  [[nodiscard]] std::string text() const;
  bool operator==(const PluginUse&) const = default;
};

/// A plug-in's state as part of the state of a machine: copies share it until one of them changes.
class PluginValue {
public:
  PluginValue() = default;
  /// Requires a checked machine, whose plug-in is loaded.
  PluginValue(const PluginUse& use, const StallscopeCache* cache) {
    STALLSCOPE_CHECK(use, "a machine with a part of no plug-in");
    state_ = use.plugin->make(use.options, cache);
  }

  [[nodiscard]] const PluginState& read() const { return *state_; }
  [[nodiscard]] PluginState& write() {
    if (state_.use_count() > 1)
      state_ = state_->copy();
    return *state_;
  }
  /// Equal when both share one state; separate states count as different.
  bool operator==(const PluginValue&) const = default;

private:
  std::shared_ptr<PluginState> state_;
};

/// Maximum number of addresses that a prefetcher may request at one access.
inline constexpr std::size_t kMostPrefetches = 16;

/// Loads the plug-in of a shared library, and returns it with the name used in machine files. A
/// library that is not a plug-in, or of another version of the interface, is an error.
[[nodiscard]] Result<std::shared_ptr<const Plugin>> load_plugin(const std::string& file);
/// Makes a plug-in available to machines under its name; a later plug-in replaces an earlier one.
void register_plugin(std::shared_ptr<const Plugin> plugin);
/// nullptr when there is no plug-in of this name.
[[nodiscard]] std::shared_ptr<const Plugin> find_plugin(std::string_view name);
/// Sorted names of all plug-ins for a part.
[[nodiscard]] std::vector<std::string> plugin_names(PluginPart part);

} // namespace stallscope::machine
