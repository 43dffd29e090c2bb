// Reads and checks predictors, caches and TLBs.

#include "parse/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace stallscope::machine {

namespace {

/// The plug-in of a key, "NAME" or "NAME,OPTIONS", which must have been loaded. One state is
/// constructed to report invalid options at their position.
PluginUse read_plugin(const Section& section, std::string_view key, PluginPart part,
                      const StallscopeCache* cache) {
  const std::string text = section.text(key);
  const std::size_t comma = std::min(text.find(','), text.size());
  const std::string_view name = std::string_view(text).substr(0, comma);
  const std::vector<std::string> loaded = plugin_names(part);
  const std::string expected = loaded.empty()
                                   ? fmt::format("--plugin FILE with a {}", machine::name(part))
                                   : fmt::format("{}", fmt::join(loaded, " or "));
  PluginUse use{find_plugin(name), text.substr(std::min(comma + 1, text.size()))};
  if (!use || use.plugin->part() != part) {
    section.report().error(section.place(key),
                           name.empty() ? fmt::format("'{}' names no plug-in", section.full(key))
                           : use
                               ? fmt::format("the plug-in '{}' is a {}, no {}", name,
                                             machine::name(use.plugin->part()), machine::name(part))
                               : fmt::format("no plug-in '{}' is loaded", name),
                           expected);
    return {};
  }
  try {
    (void)use.plugin->make(use.options, cache);
  } catch (const PluginError& error) {
    section.report().error(section.place(key), error.what());
    return {};
  }
  return use;
}

void read_direction(const Section& section, PredictorKind kind, DirectionTables& d, bool is_sound) {
  const std::size_t problems = section.report().count();
  if (kind == PredictorKind::plugin)
    d.plugin = read_plugin(section, "plugin", PluginPart::predictor, nullptr);
  if (!is_sound || section.report().count() != problems)
    return;
  const auto index_bits = static_cast<unsigned>(std::countr_zero(d.entries));
  if ((kind == PredictorKind::gshare || kind == PredictorKind::tournament ||
       kind == PredictorKind::bimode) &&
      d.history_bits > index_bits)
    section.report().error(section.place("history_bits"),
                           fmt::format("a history of {} branches does not fit into the {} bits "
                                       "that find one of {} counters",
                                       d.history_bits, index_bits, d.entries),
                           "history_bits that 2 to the power of is at most predictor.entries");
  if (kind == PredictorKind::tage &&
      (d.max_history < d.min_history ||
       (d.tables > 1 && d.max_history < d.min_history + d.tables - 1)))
    section.report().error(section.place("max_history"),
                           fmt::format("{} tables with histories from {} to {} branches cannot all "
                                       "have different ones",
                                       d.tables, d.min_history, d.max_history),
                           "a larger max_history, or fewer tables");
}

/// Checks entries and ways of a set-associative table: ways divide entries, and the number of sets
/// is a power of two.
void check_sets(const Section& section, unsigned entries, unsigned ways) {
  if (entries == 0)
    return;
  if (entries % ways != 0)
    section.report().error(
        section.place("ways"),
        fmt::format("{} entries cannot be divided into sets of {}", entries, ways),
        "ways that divide the entries");
  else if (!std::has_single_bit(entries / ways))
    section.report().error(
        section.place("entries"),
        fmt::format("{} entries in sets of {} are {} sets", entries, ways, entries / ways),
        "a number of sets that is a power of two");
}

/// Checks the sizes of one cache: size = line * ways * sets.
void check_shape(const Section& table, const Cache& cache) {
  Report& report = table.report();
  if (cache.size_bytes % cache.line_bytes != 0)
    return report.error(table.place("size"),
                        fmt::format("{} bytes are no whole number of lines of {} bytes",
                                    cache.size_bytes, cache.line_bytes),
                        "a multiple of cache.line");
  const std::uint64_t lines = cache.size_bytes / cache.line_bytes;
  if (lines % cache.ways != 0)
    return report.error(
        table.place("ways"),
        fmt::format("{} lines cannot be divided into sets of {} ways", lines, cache.ways),
        "ways that divide the number of lines");
  if (!std::has_single_bit(lines / cache.ways))
    return report.error(table.place("size"),
                        fmt::format("{} lines in sets of {} ways are {} sets", lines, cache.ways,
                                    lines / cache.ways),
                        "a number of sets that is a power of two");
  if (cache.replacement == Replacement::plru &&
      (!std::has_single_bit(cache.ways) || cache.ways > 64))
    report.error(table.place("ways"), fmt::format("a tree of bits over {} ways", cache.ways),
                 "for plru a power of two up to 64, or replacement = \"lru\"");
}

void read_plugins(const Section& table, Cache& cache) {
  const StallscopeCache shape = cache.shape();
  if (cache.replacement == Replacement::plugin)
    cache.replacement_plugin =
        read_plugin(table, "replacement_plugin", PluginPart::replacement, &shape);
  if (cache.prefetcher == PrefetcherKind::plugin)
    cache.prefetch_plugin = read_plugin(table, "prefetch_plugin", PluginPart::prefetcher, &shape);
}

Cache read_cache(const Section& table) {
  Cache cache;
  const std::size_t problems = table.report().count();
  table.read_fields(cache);
  if (cache.name == "memory")
    table.report().error(table.place("name"), "a cache is named 'memory'",
                         "another name: that is what lies behind the last cache");
  if (table.report().count() == problems)
    check_shape(table, cache);
  if (table.report().count() == problems)
    read_plugins(table, cache);
  return cache;
}

/// Sets the next level of each cache; reports unknown names.
void link_caches(const Section& file, Caches& caches) {
  const auto& items = file.list("cache");
  std::vector<std::string_view> names;
  for (const Cache& cache : caches.levels)
    names.push_back(cache.name);
  names.push_back("memory");
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Section table(&items[i], "cache", file.report());
    Cache& cache = caches.levels[i];
    cache.next = caches.levels.size();
    const std::string next = table.text("next");
    if (next.empty())
      continue;
    const auto found = std::find(names.begin(), names.end(), next);
    if (found != names.end())
      cache.next = static_cast<std::size_t>(found - names.begin());
    else
      file.report().unknown(table.place("next"),
                            fmt::format("behind the cache '{}' comes {}, which is not there",
                                        cache.name, in_quotes(next)),
                            "one of " + joined(names), next, names);
  }
}

/// Checks the constraints between caches.
void check_chain(const Section& file, const Caches& caches) {
  const auto& items = file.list("cache");
  Report& report = file.report();
  const auto place = [&](std::size_t i, std::string_view key) {
    const Member* member = items[i].find(key);
    return member == nullptr ? items[i].place : member->value.place;
  };
  for (std::size_t i = 0; i < caches.levels.size(); ++i) {
    const Cache& cache = caches.levels[i];
    for (std::size_t j = 0; j < i; ++j)
      if (caches.levels[j].name == cache.name)
        report.error(place(i, "name"), fmt::format("a second cache is named '{}'", cache.name),
                     "a name of its own for every cache");
    std::size_t steps = 0;
    std::size_t at = i;
    while (at < caches.levels.size() && steps++ <= caches.levels.size())
      at = caches.levels[at].next;
    if (at < caches.levels.size())
      report.error(place(i, "next"),
                   fmt::format("the caches behind '{}' go round in a circle", cache.name),
                   "a chain that ends at memory");
    else if (cache.next < caches.levels.size() &&
             caches.levels[cache.next].line_bytes < cache.line_bytes)
      report.error(place(i, "line"),
                   fmt::format("lines of '{}' have {} bytes, those of '{}' behind it {}",
                               cache.name, cache.line_bytes, caches.levels[cache.next].name,
                               caches.levels[cache.next].line_bytes),
                   "lines that do not get smaller towards memory");
  }
}

/// Cache `i` is the cache `from` or behind it.
bool is_behind(const Caches& caches, std::size_t from, std::size_t i) {
  while (from < caches.levels.size() && from != i)
    from = caches.levels[from].next;
  return from == i;
}

/// Checks the constraints between a cache and those in front of it.
void check_use(const Section& file, const Caches& caches) {
  const auto& items = file.list("cache");
  for (std::size_t i = 0; i < caches.levels.size(); ++i) {
    const Cache& cache = caches.levels[i];
    const Section table(&items[i], "cache", file.report());
    for (std::size_t front = 0; cache.inclusive && front < caches.levels.size(); ++front)
      if (const Cache& included = caches.levels[front];
          front != i && is_behind(caches, front, i) && included.size_bytes > cache.size_bytes)
        file.report().error(table.place("size"),
                            fmt::format("the cache '{}' has {} bytes and includes '{}', which has "
                                        "{}",
                                        cache.name, cache.size_bytes, included.name,
                                        included.size_bytes),
                            "at least as many as the caches in front of it, or inclusive = false");
    if (cache.prefetcher == PrefetcherKind::stride &&
        is_behind(caches, caches.first_for(true), i) &&
        !is_behind(caches, caches.first_for(false), i))
      file.report().error(table.place("prefetcher"),
                          fmt::format("the cache '{}' has a prefetcher of strides, but serves "
                                      "fetches only: a stride is that of one instruction's "
                                      "accesses to data",
                                      cache.name),
                          "\"next_line\", or \"none\"", "next_line");
  }
}

/// Checks that fetches and data accesses each go to one first cache, and that every cache is
/// reachable.
void check_sides(const Section& file, const Caches& caches) {
  const auto& items = file.list("cache");
  Report& report = file.report();
  for (const bool fetch : {true, false}) {
    const std::size_t first = caches.first_for(fetch);
    for (std::size_t i = first + 1; i < caches.levels.size(); ++i)
      if (const CacheSide side = caches.levels[i].serves;
          side == CacheSide::both || side == (fetch ? CacheSide::fetch : CacheSide::data))
        report.error(items[i].place,
                     fmt::format("the caches '{}' and '{}' both serve {}",
                                 caches.levels[first].name, caches.levels[i].name,
                                 fetch ? "fetch" : "data"),
                     "one of them; the other one as its next");
  }
  for (std::size_t i = 0; i < caches.levels.size(); ++i) {
    bool used = caches.levels[i].serves != CacheSide::none;
    for (const Cache& other : caches.levels)
      used |= other.next == i;
    if (!used)
      report.error(items[i].place,
                   fmt::format("nothing reaches the cache '{}'", caches.levels[i].name),
                   "serves = \"data\", \"fetch\" or \"both\", or another cache whose next it is");
  }
}

} // namespace

void read_prediction(Draft& draft) {
  Prediction& p = draft.machine.prediction;
  read_direction(draft.tables["predictor"], draft.machine.predictor, p.direction,
                 draft.tables.is_sound("predictor"));
  check_sets(draft.tables["btb"], p.btb.entries, p.btb.ways);
}

void read_caches(const Section& file, Draft& draft) {
  Caches& caches = draft.machine.caches;
  Report& report = file.report();
  const std::size_t problems = report.count();
  const auto& items = file.list("cache");
  if (items.size() > kMaxCaches)
    report.error(items[kMaxCaches].place, fmt::format("the machine has {} caches", items.size()),
                 fmt::format("at most {}", kMaxCaches));
  for (const Value& item : items)
    caches.levels.push_back(read_cache(Section(&item, "cache", report)));
  if (report.count() == problems)
    link_caches(file, caches);
  if (report.count() == problems) {
    check_chain(file, caches);
    check_sides(file, caches);
  }
  if (report.count() == problems)
    check_use(file, caches);
  if (caches.warm && items.empty())
    report.error(draft.place("main_memory.warm"), "warm caches on a machine that has none",
                 "a [[cache]], or warm = false");
  const Section& fetch_tlb = draft.tables["fetch_tlb"];
  const Section& data_tlb = draft.tables["data_tlb"];
  check_sets(fetch_tlb, caches.fetch_tlb.entries, caches.fetch_tlb.ways);
  check_sets(data_tlb, caches.data_tlb.entries, caches.data_tlb.ways);
  const bool is_sound = report.count() == problems && draft.tables.is_sound("main_memory") &&
                        draft.tables.is_sound("fetch_tlb") && draft.tables.is_sound("data_tlb");
  for (const bool fetch : {true, false})
    if ((fetch ? caches.fetch_tlb : caches.data_tlb).entries > 0 && is_sound &&
        caches.first_for(fetch) == caches.levels.size())
      report.error((fetch ? fetch_tlb : data_tlb).place("entries"),
                   fmt::format("a translation buffer for {} without a cache that serves it",
                               fetch ? "fetches" : "data accesses"),
                   "a [[cache]] that serves it, or entries = 0");
}

} // namespace stallscope::machine
