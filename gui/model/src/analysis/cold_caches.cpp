#include "model/analysis/cold_caches.hpp"

#include "model/analysis/ledger_model.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

constexpr const char* kWarmKey = "main_memory.warm";

bool sets_warm(const machine::Setting& setting) {
  return setting.key == kWarmKey;
}

} // namespace

std::optional<double> cold_share(const Run& run) {
  if (run.state() != Run::State::ready || run.busy() || !run.whole() || run.machine() == nullptr ||
      run.machine()->caches.levels.empty() || run.machine()->caches.warm)
    return std::nullopt;
  const trace::LedgerAccount& account = run.summary().ledger.at(LedgerModel::usual_point(run));
  if (account.total() == 0)
    return std::nullopt;
  const auto lost = [&account](Reason why) {
    return static_cast<double>(account.slots[static_cast<std::size_t>(why)]);
  };
  return (lost(Reason::icache_miss) + lost(Reason::dcache_miss)) /
         static_cast<double>(account.total());
}

bool asks_for_warm(const RunSpec& spec) {
  return std::any_of(spec.settings.begin(), spec.settings.end(),
                     [](const machine::Setting& setting) {
                       return sets_warm(setting) && setting.value == "true";
                     });
}

RunSpec with_warm(RunSpec spec, bool warm) {
  std::erase_if(spec.settings, sets_warm);
  if (warm)
    spec.settings.push_back({kWarmKey, "true"});
  return spec;
}

} // namespace stallscope::gui
