#include "core/out_of_order/structures.hpp"

#include "out_of_order/bypass.hpp"
#include "out_of_order/interface/effects.hpp"
#include "out_of_order/views/structure_views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace stallscope::core {

namespace {

using machine::Renaming;

/// Views of all structures except the branch prediction queue, store buffer and caches.
class Structures : StructureViews {
public:
  using StructureViews::StructureViews;

  std::vector<StructureView> all() {
    fetch_queue();
    append(branch_structures(core_, s_));
    map_table();
    free_lists();
    stations();
    load_queue();
    store_queue();
    reorder_buffer();
    append(cache_structures(core_, s_));
    return take();
  }

private:
  /// Position of the youngest micro-op before `position` that writes a register; none: the value is
  /// in the register file.
  std::optional<std::uint64_t> producer_of(RegId reg, std::uint64_t position) const {
    while (position > s_.rob.oldest)
      for (const RegId written : op_at(--position).planned->op.destinations())
        if (written == reg)
          return position;
    return std::nullopt;
  }
  /// The temporary that a retired micro-op passed to a later one of the same instruction: it is in
  /// no register, but still in the retired micro-op's slot.
  const std::uint64_t* temporary(RegId reg, std::uint64_t position) const {
    const WindowOp& reader = op_at(position);
    for (std::uint64_t at = s_.rob.oldest; at-- > 0 && position - at <= isa::kMaxCracked;) {
      const WindowOp& op = op_at(at);
      // The slot has been reused by a younger micro-op.
      if (s_.rob.end > at + s_.rob.slot_mask + 1 || op.instruction != reader.instruction ||
          op.arrives_at != reader.arrives_at)
        break;
      for (unsigned d = 0; d < op.planned->op.write_count; ++d)
        if (op.planned->op.writes[d] == reg)
          return &op.results[d];
    }
    return nullptr;
  }
  /// The value of a register as seen by a micro-op whose operands are all available.
  std::uint64_t held(std::uint64_t position, RegId reg) const {
    const auto producer = producer_of(reg, position);
    if (!producer) {
      const std::uint64_t* handed = isa::is_temporary(reg) ? temporary(reg, position) : nullptr;
      return handed != nullptr ? *handed : s_.committed[reg];
    }
    const WindowOp& from = op_at(*producer);
    const auto writes = from.planned->op.destinations();
    const auto d = std::find(writes.begin(), writes.end(), reg) - writes.begin();
    return from.results[static_cast<std::size_t>(d)];
  }
  /// Both source operands are the same register, which is read once.
  bool reads_twice(const WindowOp& op) const {
    const isa::Instruction& instruction = core_.program().instruction(op.instruction);
    return op.planned->op.read_count == 1 && op.planned->op.first && op.planned->op.last &&
           !instruction.has_immediate && !op.planned->is_memory && instruction.rs1 != 0 &&
           instruction.rs1 == instruction.rs2 && instruction.rs1 == op.planned->op.reads[0].reg;
  }
  /// V and Q of an operand (Tomasulo): its value if available, otherwise the producer.
  std::pair<std::string, std::string> operand(std::uint64_t position, unsigned index) const {
    const WindowOp& op = op_at(position);
    if (index == 1 && reads_twice(op))
      index = 0;
    if (index == op.planned->op.read_count && has_constant(op))
      return {constant(core_.program().instruction(op.instruction)), kNothing};
    if (index >= op.planned->op.read_count)
      return {kNothing, kNothing};
    const RegId reg = op.planned->op.reads[index].reg;
    const auto producer = producer_of(reg, position);
    if (producer && !is_written(op_at(*producer)))
      return {kNothing, number(op_at(*producer).id)};
    return {value(reg, held(position, reg), op.instruction), kNothing};
  }
  /// An operand is available for a micro-op that issues in the next cycle.
  bool is_ready(std::uint64_t position, unsigned index) const {
    const auto producer = producer_of(op_at(position).planned->op.reads[index].reg, position);
    if (!producer)
      return true;
    const WindowOp& from = op_at(*producer);
    const bool is_made = machine().wakeup == machine::Wakeup::bypass &&
                         from.progress >= Progress::executing &&
                         from.ends_at <= s_.cycle + machine().read_cycles;
    if (!is_written(from) && !is_made)
      return false;
    const BypassDelays& bypass = core_.plan().bypass;
    return !bypass.any ||
           leaves_unit(machine(), from) + bypass_cycles(bypass, from, op_at(position)) <=
               s_.cycle + 1;
  }
  /// The physical register an operand is read from: the one that the next writer of the register
  /// replaces.
  std::string physical(std::uint64_t position, RegId reg) const {
    std::uint16_t found = s_.rename_map[reg].physical;
    for (bool next = true; next && position < s_.rob.undispatched; ++position) {
      const WindowOp& op = op_at(position);
      for (unsigned d = 0; d < op.planned->op.write_count && next; ++d)
        if (op.planned->op.writes[d] == reg) {
          found = op.earlier[d].physical;
          next = false;
        }
    }
    return found != kNoPhysical ? fmt::format("p{}", found) : register_name(reg);
  }

  void fetch_queue() {
    StructureView& view =
        add("fetch_queue",
            title("Fetch queue", s_.rob.end - s_.rob.undispatched, machine().fetch_queue),
            {"#", "instruction", "micro-op", "arrives"});
    for (std::uint64_t position = s_.rob.undispatched; position < s_.rob.end; ++position) {
      const WindowOp& op = op_at(position);
      view.rows.push_back({number(op.id), text(op), part(op), fmt::format("{}", op.arrives_at)});
    }
  }

  /// Physical registers hold committed values too; registers not written since the start of the run
  /// are omitted.
  void map_table() {
    if (!machine().speculates())
      return register_status();
    const bool physical = machine().renaming == Renaming::physical;
    StructureView& view = add("map_table", "Map table: registers that are renamed",
                              {"register", physical ? "physical" : "tag", "producer", "value"});
    for (RegId reg = 0; reg < kMaxRegisters; ++reg) {
      const RenameEntry& entry = s_.rename_map[reg];
      if (!entry.writer || s_.rob.ops[entry.slot].id != entry.writer) {
        if (physical && reg < kRegisterKinds * kArchitectural && !isa::is_temporary(reg) &&
            entry.physical != kNoPhysical && entry.physical != reg % kArchitectural)
          view.rows.push_back({register_name(reg), place_of(entry), "retired",
                               value(reg, s_.committed[reg], isa::kNoIndex)});
        continue;
      }
      const WindowOp& op = s_.rob.ops[entry.slot];
      const auto writes = op.planned->op.destinations();
      const auto d = std::find(writes.begin(), writes.end(), reg) - writes.begin();
      view.rows.push_back(
          {register_name(reg), place_of(entry), number(entry.writer) + " " + text(op),
           is_written(op) ? value(reg, op.results[static_cast<std::size_t>(d)], op.instruction)
                          : kNothing});
    }
  }
  /// Without a reorder buffer (register result status): which operation will write each register.
  void register_status() {
    StructureView& view =
        add("register_status", "Register result status", {"register", "written by"});
    for (RegId reg = 0; reg < kMaxRegisters; ++reg) {
      const RenameEntry& entry = s_.rename_map[reg];
      if (entry.writer && s_.rob.ops[entry.slot].id == entry.writer &&
          !is_written(s_.rob.ops[entry.slot]))
        view.rows.push_back(
            {register_name(reg), number(entry.writer) + " " + text(s_.rob.ops[entry.slot])});
    }
  }

  void free_lists() {
    if (machine().renaming != Renaming::physical)
      return;
    StructureView& view = add("free_list", "Free physical registers", {"kind", "free", "next"});
    for (unsigned kind = 0; kind < kRegisterKinds; ++kind) {
      const FreeList& list = s_.free_lists[kind];
      std::string next;
      for (std::uint64_t at = list.first; at < std::min(list.end, list.first + 8); ++at)
        next += fmt::format("{}p{}", next.empty() ? "" : " ", list.at(at));
      view.rows.push_back({kind == 0 ? "integer" : "floating point", fmt::format("{}", list.size()),
                           next.empty() ? kNothing : next});
    }
  }

  /// Textbook names of a station's operand fields.
  static std::string with_letter(const char* what, unsigned operand) {
    return what + std::string(1, static_cast<char>('j' + operand));
  }
  unsigned most_operands(unsigned st) const {
    unsigned most = 2;
    for (std::uint64_t position = s_.rob.oldest; position < s_.rob.undispatched; ++position)
      if (const WindowOp& op = op_at(position); op.in_station && op.station == st)
        most = std::max<unsigned>(most, op.planned->op.read_count);
    return most;
  }
  static bool has_begun(const WindowOp& op) { return op.progress >= Progress::executing; }
  /// Reservation stations show values (V) or producers (Q). Functional units of a scoreboard show
  /// source registers (F), their producers (Q), and whether they are ready and not yet read (R).
  /// Issue queues show physical registers (P) and whether they are ready (R).
  std::vector<std::string> operand_columns(unsigned operands) const {
    std::vector<std::string> columns;
    const auto add_all = [&](const char* what) {
      for (unsigned i = 0; i < operands; ++i)
        columns.push_back(with_letter(what, i));
    };
    switch (machine().renaming) {
    case Renaming::none:
      columns.emplace_back("Fi");
      add_all("F");
      add_all("Q");
      add_all("R");
      break;
    case Renaming::tags:
      add_all("V");
      add_all("Q");
      break;
    case Renaming::physical:
      add_all("P");
      add_all("R");
      break;
    }
    return columns;
  }
  void add_operands(std::vector<std::string>& row, std::uint64_t position,
                    unsigned operands) const {
    const WindowOp& op = op_at(position);
    const bool renames = machine().renaming != Renaming::none;
    if (!renames)
      row.push_back(destinations(op));
    std::vector<std::string> second;
    std::vector<std::string> third;
    for (unsigned i = 0; i < operands; ++i) {
      const unsigned read = i == 1 && reads_twice(op) ? 0 : i;
      const bool is_there = read < op.planned->op.read_count;
      const RegId reg = is_there ? op.planned->op.reads[read].reg : RegId{0};
      const auto [v, q] = operand(position, i);
      const bool ready = is_there && is_ready(position, read);
      switch (machine().renaming) {
      case Renaming::none:
        row.push_back(is_there ? register_name(reg) : kNothing);
        second.push_back(q);
        third.emplace_back(!is_there ? kNothing : !ready || has_begun(op) ? "no" : "yes");
        break;
      case Renaming::tags:
        row.push_back(v);
        second.push_back(q);
        break;
      case Renaming::physical:
        row.push_back(is_there ? physical(position, reg) : kNothing);
        second.emplace_back(!is_there ? kNothing : ready ? "yes" : "no");
        break;
      }
    }
    row.insert(row.end(), second.begin(), second.end());
    row.insert(row.end(), third.begin(), third.end());
  }

  void stations() {
    for (unsigned st = 0; st < machine().stations.size(); ++st) {
      const machine::Station& station = machine().stations[st];
      const unsigned operands = most_operands(st);
      std::vector<std::string> columns{"#", "instruction", "micro-op", "state"};
      for (std::string& column : operand_columns(operands))
        columns.push_back(std::move(column));
      columns.emplace_back("address");
      StructureView& view =
          add("station:" + station.name,
              title(("Station " + station.name).c_str(), s_.stations.used[st], station.entries),
              std::move(columns));
      for (std::uint64_t position = s_.rob.oldest; position < s_.rob.undispatched; ++position) {
        const WindowOp& op = op_at(position);
        if (!op.in_station || op.station != st)
          continue;
        std::vector<std::string> row{number(op.id), text(op), part(op), state(op)};
        add_operands(row, position, operands);
        row.push_back(has_address(op) ? fmt::format("{:#x}", op.address) : kNothing);
        view.rows.push_back(std::move(row));
      }
    }
  }

  /// The store that must be in the cache before a load can read.
  OpId blocking_store(const WindowOp& load) const {
    if (load.blocked_by > s_.lsq.stores.oldest)
      return s_.lsq.stores.at(load.blocked_by - 1).id;
    const BufferedStore* const store = s_.store_buffer.youngest_overlapping(load);
    return store != nullptr ? store->id : kNoOp;
  }

  void load_queue() {
    if (!machine().speculates() && machine().load_entries == 0)
      return;
    StructureView& view =
        add("load_queue", title("Load queue", s_.lsq.loads.used, machine().load_entries),
            {"#", "instruction", "state", "address", "value from", "value"});
    for (std::uint64_t at = s_.lsq.loads.oldest; at < s_.lsq.loads.end; ++at) {
      const WindowOp& op = s_.rob.ops[s_.lsq.loads.at(at)];
      if (is_gone(op))
        continue;
      const bool begun = op.progress >= Progress::executing;
      view.rows.push_back({number(op.id), text(op), state(op),
                           begun || has_address(op) ? fmt::format("{:#x}", op.address) : kNothing,
                           waits_for_store(op) ? "after store " + number(blocking_store(op))
                           : !begun            ? kNothing
                           : op.store.writer   ? "store " + number(op.store.writer)
                           : op.forwarded      ? "store buffer"
                           : op.cache_miss     ? "behind the first cache"
                                               : "memory",
                           results(op)});
    }
  }

  /// The value a store writes, if its data have been read or are on the bypass network.
  std::string stored(const StoreEntry& entry) const {
    const WindowOp& op = s_.rob.ops[entry.data_slot];
    // Without a reorder buffer the store is complete and its data are not needed any more.
    if (op.id != entry.data)
      return kNothing;
    const RegId reg = op.planned->data;
    const std::uint64_t bits = op.planned->data_is_handed ? op.handed_data()
                               : reg != kNoRegister ? held(s_.position_of(entry.data_slot), reg)
                                                    : 0;
    return stored_words(core_.program().instruction(entry.instruction), reg, bits, entry.bytes);
  }

  void store_queue() {
    if (!machine().speculates() && machine().store_entries == 0)
      return;
    StructureView& view =
        add("store_queue", title("Store queue", s_.lsq.stores.used, machine().store_entries),
            {"#", "instruction", "address", "data"});
    for (std::uint64_t at = s_.lsq.stores.oldest; at < s_.lsq.stores.end; ++at) {
      const StoreEntry& entry = s_.lsq.stores.at(at);
      const auto done = [this](OpId id, Slot slot) {
        return id && (s_.rob.ops[slot].id != id || is_written(s_.rob.ops[slot]) ||
                      s_.rob.ops[slot].progress == Progress::executed);
      };
      const WindowOp& data =
          s_.rob.ops[entry.data_slot < s_.rob.ops.size() ? entry.data_slot : Slot{0}];
      const bool wrong_path = data.id && data.id == entry.data && data.wrong_path;
      view.rows.push_back({number(entry.id),
                           marked(core_.program().text_of(entry.instruction), wrong_path),
                           done(entry.id, entry.address_slot)
                               ? fmt::format("{:#x}, {} byte{}", entry.address, entry.bytes,
                                             entry.bytes == 1 ? "" : "s")
                               : kNothing,
                           done(entry.data, entry.data_slot) ? stored(entry) : kNothing});
    }
  }

  /// The physical registers of the results, and the previous ones that retirement frees.
  std::pair<std::string, std::string> physical_results(std::uint64_t position) const {
    std::string taken;
    std::string freed;
    const WindowOp& op = op_at(position);
    for (unsigned d = 0; d < op.planned->op.write_count; ++d)
      if (op.planned->kinds[d] != kRegisterKinds) {
        taken += (taken.empty() ? "" : ", ") + physical(position + 1, op.planned->op.writes[d]);
        if (const std::uint16_t earlier = op.earlier[d].physical; earlier != kNoPhysical)
          freed += fmt::format("{}p{}", freed.empty() ? "" : ", ", earlier);
      }
    return {taken.empty() ? kNothing : taken, freed.empty() ? kNothing : freed};
  }

  void reorder_buffer() {
    const unsigned entries = machine().reorder_entries;
    const bool has_registers = machine().renaming == Renaming::physical;
    std::vector<std::string> columns{"#", "instruction", "micro-op", "destination", "state"};
    if (has_registers)
      columns.insert(columns.end(), {"physical", "frees"});
    else
      columns.emplace_back("value");
    StructureView& view =
        add(entries != 0 ? "reorder_buffer" : "active",
            entries != 0 ? title("Reorder buffer", s_.rob.used, entries) : "Active operations",
            std::move(columns));
    if (const std::uint64_t count = s_.rob.undispatched - s_.rob.oldest;
        entries != 0 && count != s_.rob.used)
      view.title += fmt::format(": {} micro-ops, those that are fused in one entry", count);
    for (std::uint64_t position = s_.rob.oldest; position < s_.rob.undispatched; ++position) {
      const WindowOp& op = op_at(position);
      if (is_gone(op))
        continue;
      std::vector<std::string> row{number(op.id), text(op), part(op), destinations(op), state(op)};
      if (has_registers) {
        auto [taken, freed] = physical_results(position);
        row.insert(row.end(), {std::move(taken), std::move(freed)});
      } else {
        row.push_back(results(op));
      }
      view.rows.push_back(std::move(row));
    }
  }
};

} // namespace

std::vector<StructureView> structures_of(const OutOfOrderCore& core, const OutOfOrderState& state) {
  return Structures(core, state).all();
}

} // namespace stallscope::core
