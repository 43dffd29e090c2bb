#include "out_of_order/views/structure_views.hpp"

#include <set>

namespace stallscope::core {

namespace {

class CacheStructures : StructureViews {
public:
  using StructureViews::StructureViews;

  std::vector<StructureView> all() {
    store_buffer();
    cache_sets();
    return take();
  }

private:
  void store_buffer() {
    if (machine().store_buffer_entries == 0)
      return;
    StructureView& view = add("store_buffer",
                              title("Store buffer", s_.store_buffer.end - s_.store_buffer.oldest,
                                    machine().store_buffer_entries),
                              {"#", "address", "bytes", "data", "state"});
    for (std::uint64_t at = s_.store_buffer.oldest; at < s_.store_buffer.end; ++at) {
      const BufferedStore& store = s_.store_buffer.at(at);
      view.rows.push_back(
          {number(store.id), fmt::format("{:#x}", store.address), fmt::format("{}", store.bytes),
           data_words(store),
           store.sent ? fmt::format("in the cache in {}", store.done_at) : "waits"});
    }
  }

  std::string data_words(const BufferedStore& store) const {
    const std::uint32_t index = core_.program().index_of(store.pc);
    if (index == isa::kNoIndex)
      return kNothing; // code that has been written since the line was read
    RegId reg = kNoRegister;
    for (const PlannedOp& part : core_.micro_ops_of(index))
      if (part.writes_data)
        reg = part.data;
    return stored_words(core_.program().instruction(index), reg, store.data, store.bytes);
  }

  /// Marks for a line of a first-level cache: its use by the fetches, or data accesses, of this
  /// cycle.
  std::string use_of(Level level, bool fetch, std::uint64_t line) const {
    const Hierarchy& hierarchy = core_.hierarchy();
    std::string use;
    for (const LatestAccesses::Of& access : s_.memory.latest.in(s_.cycle)) {
      const std::uint64_t begin = hierarchy.line_of(level, access.address);
      const std::uint64_t last = hierarchy.line_of(level, access.address + access.bytes - 1);
      // With its end below its beginning, the range wraps around the end of the address space.
      const bool has_line =
          begin <= last ? begin <= line && line <= last : begin <= line || line <= last;
      if (access.fetch != fetch || !has_line)
        continue;
      const std::string_view what = access.fetch ? "fetched" : access.write ? "written" : "read";
      if (use.find(what) == std::string::npos)
        use += (use.empty() ? "" : ", ") + std::string(what);
    }
    return use.empty() ? kNothing : use;
  }

  /// The cache sets of the accesses of this cycle, of those in flight, of the next fetch and of
  /// lines in flight.
  void cache_sets() {
    const Hierarchy& hierarchy = core_.hierarchy();
    HierarchyState memory = s_.memory;
    hierarchy.settle(memory, s_.cycle); // a line that has arrived is filled by the next access only
    for (const bool fetch : {true, false}) {
      if (!hierarchy.serves(fetch))
        continue;
      const auto level = static_cast<Level>(hierarchy.first_for(fetch));
      std::set<std::size_t> sets;
      if (fetch)
        sets.insert(hierarchy.set_of(level, s_.arch.pc));
      for (std::uint64_t position = s_.rob.oldest; position < s_.rob.undispatched && !fetch;
           ++position)
        if (const WindowOp& op = op_at(position);
            op.bytes != 0 && op.progress >= Progress::executing)
          sets.insert(hierarchy.set_of(level, op.address));
      for (const LatestAccesses::Of& access : s_.memory.latest.in(s_.cycle))
        if (access.fetch == fetch)
          for (const std::uint64_t address : {access.address, access.address + access.bytes - 1})
            sets.insert(hierarchy.set_of(level, address));
      const std::vector<LineUnderWay> under_way = hierarchy.under_way(memory, level);
      for (const LineUnderWay& line : under_way)
        sets.insert(hierarchy.set_of(level, line.address));
      const std::string& name = hierarchy.caches().levels[level].name;
      StructureView& view = add("cache:" + name,
                                fmt::format("{}: sets of {}, and of lines on their way", name,
                                            fetch ? "the fetches of this cycle and the next"
                                                  : "the accesses of this cycle and in flight"),
                                {"set", "way", "line", "state", "rank", "in this cycle"});
      for (const std::size_t set : sets) {
        unsigned way = 0;
        for (const LineView& line : hierarchy.contents(memory, level, set)) {
          if (line.valid)
            view.rows.push_back({fmt::format("{}", set), fmt::format("{}", way),
                                 fmt::format("{:#x}", line.address),
                                 line.dirty        ? "modified"
                                 : line.prefetched ? "prefetched"
                                                   : "clean",
                                 fmt::format("{}", line.rank), use_of(level, fetch, line.address)});
          ++way;
        }
        for (const LineUnderWay& line : under_way)
          if (hierarchy.set_of(level, line.address) == set)
            view.rows.push_back(
                {fmt::format("{}", set), kNothing, fmt::format("{:#x}", line.address),
                 fmt::format("{}, here in {}", line.prefetch ? "prefetch on its way" : "on its way",
                             line.ready_at),
                 kNothing, use_of(level, fetch, line.address)});
      }
    }
  }
};

} // namespace

std::vector<StructureView> cache_structures(const OutOfOrderCore& core,
                                            const OutOfOrderState& state) {
  return CacheStructures(core, state).all();
}

} // namespace stallscope::core
