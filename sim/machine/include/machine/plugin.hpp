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

// Plug-ins: predictors, prefetchers and replacement policies that users write. Machine files name
// them, but only what has been loaded by name on the command line, or given by a caller, is found:
// a file never brings code into the process.
namespace stallscope::machine {

/// A plug-in has failed: it threw, or answered with what has no meaning. Ends the run.
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
  /// The addresses to be prefetched: written to `to`, whose first part is returned.
  virtual std::span<const std::uint64_t> access(const StallscopeAccess& access,
                                                std::span<std::uint64_t> to) = 0;
  /// A way of the set; the cache checks it.
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
  /// State before the first cycle. `cache`: of prefetchers and replacement policies. Throws
  /// PluginError when the options are wrong.
  [[nodiscard]] virtual std::shared_ptr<PluginState> make(const std::string& options,
                                                          const StallscopeCache* cache) const = 0;

private:
  std::string name_;
  PluginPart part_;
};

/// A plug-in in a machine, with its options; none: no plug-in.
struct PluginUse {
  std::shared_ptr<const Plugin> plugin;
  std::string options; ///< name=value, separated by commas

  [[nodiscard]] explicit operator bool() const { return plugin != nullptr; }
  /// As keys of machine files have it: NAME or NAME,OPTIONS; "" for none.
  [[nodiscard]] std::string text() const;
  bool operator==(const PluginUse&) const = default;
};

/// A plug-in's state in the state of a machine: copies share it until one of them changes it.
class PluginValue {
public:
  PluginValue() = default;
  /// Of a machine that has been checked: there is a plug-in.
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
  /// Whether they share one state. States of their own count as different.
  bool operator==(const PluginValue&) const = default;

private:
  std::shared_ptr<PluginState> state_;
};

/// Most addresses that a prefetcher may ask for at one access.
inline constexpr std::size_t kMostPrefetches = 16;

/// Loads the plug-in of a shared library; the name under which machines find it. A library that is
/// no plug-in, or one of another version, is an error.
[[nodiscard]] Result<std::shared_ptr<const Plugin>> load_plugin(const std::string& file);
/// Machines find a plug-in by its name from now on; a later one replaces an earlier one.
void register_plugin(std::shared_ptr<const Plugin> plugin);
/// Null when there is none of this name.
[[nodiscard]] std::shared_ptr<const Plugin> find_plugin(std::string_view name);
/// Names of all of a part, in order.
[[nodiscard]] std::vector<std::string> plugin_names(PluginPart part);

} // namespace stallscope::machine
