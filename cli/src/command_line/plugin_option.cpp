#include "command_line/plugin_option.hpp"

#include "machine/plugin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace stallscope::cli {

namespace {

using machine::PluginPart;

/// Length of the prefix "CACHE=": letters, digits and _, then '='; 0: no cache.
std::size_t cache_length(std::string_view text) {
  const std::size_t length =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return length != std::string_view::npos && text[length] == '=' ? length : 0;
}

} // namespace

std::string take_plugin(const std::string& text, std::vector<std::string>& settings) {
  const std::size_t length = cache_length(text);
  const std::string cache = text.substr(0, length);
  const std::string rest = text.substr(length == 0 ? 0 : length + 1);
  const std::size_t comma = std::min(rest.find(','), rest.size());
  const std::string file = rest.substr(0, comma);
  auto plugin = machine::load_plugin(file);
  if (!plugin) {
    const Diagnostic& d = plugin.diagnostics().front();
    return d.expected.empty() ? d.message : fmt::format("{}; expected {}", d.message, d.expected);
  }
  const PluginPart part = (*plugin)->part();
  const std::string name = (*plugin)->name() + rest.substr(comma);
  const std::string_view what = machine::name(part);
  if (part == PluginPart::predictor && !cache.empty())
    return fmt::format("--plugin {}: a predictor belongs to no cache; expected --plugin {}", text,
                       rest);
  if (part != PluginPart::predictor && cache.empty())
    return fmt::format(
        "--plugin {0}: a {1} belongs to a cache; expected its name in front, such as "
        "--plugin L1D={0}",
        text, what);
  machine::register_plugin(*std::move(plugin));
  std::array<std::string, 2> own; // placed first, so that --set can override them
  switch (part) {
  case PluginPart::predictor:
    own = {"branch.predictor=plugin", "predictor.plugin=" + name};
    break;
  case PluginPart::prefetcher:
    own = {fmt::format("cache.{}.prefetcher=plugin", cache),
           fmt::format("cache.{}.prefetch_plugin={}", cache, name)};
    break;
  case PluginPart::replacement:
    own = {fmt::format("cache.{}.replacement=plugin", cache),
           fmt::format("cache.{}.replacement_plugin={}", cache, name)};
    break;
  }
  settings.insert(settings.begin(), own.begin(), own.end());
  return {};
}

} // namespace stallscope::cli
