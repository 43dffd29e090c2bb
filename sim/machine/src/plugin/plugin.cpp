#include "machine/plugin.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>

namespace stallscope::machine {

namespace {

/// Plug-ins by name. Locked, because sessions of several threads read machines.
struct Registry {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const Plugin>, std::less<>> plugins;
};

Registry& registry() {
  // Never destroyed: a plug-in may refer to an interpreter that has ended before static destructors
  // run.
  static Registry& all = *new Registry;
  return all;
}

} // namespace

std::string_view name(PluginPart part) {
  switch (part) {
  case PluginPart::predictor:
    return "predictor";
  case PluginPart::prefetcher:
    return "prefetcher";
  case PluginPart::replacement:
    break;
  }
  return "replacement policy";
}

std::string PluginUse::text() const {
  if (!plugin)
    return {};
  return options.empty() ? plugin->name() : fmt::format("{},{}", plugin->name(), options);
}

void register_plugin(std::shared_ptr<const Plugin> plugin) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  std::string name = plugin->name();
  all.plugins[std::move(name)] = std::move(plugin);
}

std::shared_ptr<const Plugin> find_plugin(std::string_view name) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.plugins.find(name);
  return found == all.plugins.end() ? nullptr : found->second;
}

std::vector<std::string> plugin_names(PluginPart part) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  std::vector<std::string> names;
  for (const auto& [name, plugin] : all.plugins)
    if (plugin->part() == part)
      names.push_back(name);
  return names;
}

} // namespace stallscope::machine
