#pragma once

#include "isa/crack.hpp"
#include "machine/description.hpp"
#include "machine/dynamic.hpp"
#include "timeline/timeline.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace stallscope::core {

/// Maximum number of micro-ops between fetch and retirement.
inline constexpr unsigned kWindowSlots = 1024;
/// One more than the maximum number of front-end cycles.
inline constexpr unsigned kFrontHistory = 64;
inline constexpr unsigned kMaxStations = 16;
inline constexpr unsigned kMaxPorts = 32;      ///< maximum number of ports, copies included
inline constexpr unsigned kMaxDemandSets = 64; ///< maximum number of distinct port sets: one for
                                               ///< each class of operations

/// Kinds of physical registers: integer (which also hold x86 flags, and values passed between the
/// micro-ops of an instruction) and floating point. Control registers, HI and LO are not renamed to
/// physical registers.
inline constexpr unsigned kRegisterKinds = 2;
inline constexpr unsigned kArchitectural = 32; ///< architectural registers of each kind

/// A port. Copies are separate ports, in the order in which select tries them.
struct PlanPort {
  std::uint8_t described = 0; ///< index into machine::Dynamic::ports
  std::uint8_t station = 0;
  std::uint8_t lane = 0; ///< lane of the operations that execute behind it
};

/// A micro-op with everything the machine derives from it before the run (decode results).
struct PlannedOp {
  isa::CrackedOp op;
  std::uint32_t ports = 0;      ///< ports that execute it, as a bit mask; 0: the micro-op is not
                                ///< executed on a port
  std::uint32_t alone = 0;      ///< of these ports, those it occupies exclusively
  std::uint16_t stations = 0;   ///< stations in front of these ports, as a bit mask
  std::uint16_t port_class = 0; ///< index into WindowPlan::ports_of
  std::uint16_t latency = 0;    ///< latency when it is the same on all its ports; 0: it differs
  std::uint8_t registers = 0;   ///< physical registers of each kind that the micro-op allocates, 4
                                ///< bits a kind
  std::uint8_t slots = 1;       ///< pipeline slots; 0 when the micro-op shares the slot of the one
                                ///< before it
  /// By destination: index into OutOfOrderState::free_lists, or kRegisterKinds.
  std::array<std::uint8_t, isa::kMaxCrackedWrites> kinds{kRegisterKinds, kRegisterKinds,
                                                         kRegisterKinds};
  bool writes_temporaries = false; ///< some destination is a temporary for later micro-ops of the
                                   ///< instruction
  bool lacks_port = false;         ///< the micro-op needs a port, and the machine has none for it
  bool is_load = false;
  bool writes_address = false; ///< computes a store's address: allocates a store queue entry
  bool writes_data = false;    ///< reads a store's data
  bool is_memory = false;      ///< is_load, writes_address or writes_data
  bool serialises = false;     ///< serialising: see machine::Dynamic::serialise
  /// Of a store-data micro-op: the register stored; kNoRegister: a constant. With `data_is_handed`:
  /// the temporary that an older micro-op of the instruction writes.
  RegId data = kNoRegister;
  bool data_is_handed = false;
  std::uint8_t port_set = 0; ///< index into WindowPlan::port_sets, its set of ports; valid when it
                             ///< has ports
  std::uint8_t part = 0;     ///< its index among the micro-ops of its instruction
  std::uint32_t index = 0;   ///< of micro-ops of the program's own code: index in
                             ///< OutOfOrderCore::planned()
};

/// Bypass network (machine::Dynamic::bypasses): the extra cycles until a result can be used.
/// Classes on ports or stations with equal delays form one domain.
struct BypassDelays {
  bool any = false; ///< false: the bypass network is complete and without delays, the tables are
                    ///< empty
  unsigned most = 0;
  /// producer's domain, by port
  std::vector<std::array<std::uint16_t, machine::kPortClassCount>> made_in;
  /// consumer's domain, by station
  std::vector<std::array<std::uint16_t, machine::kPortClassCount>> used_in;
  std::vector<std::vector<std::uint8_t>> cycles; ///< extra cycles from a domain to a domain
};

/// A dynamically scheduled machine compiled to look-up tables.
struct WindowPlan {
  std::vector<Lane> names; ///< lanes: fetch, front end, stations, read, ports, write, done, retire
  std::vector<PlanPort> ports;
  std::vector<std::uint32_t> station_ports; ///< by station: its ports, as bits
  std::vector<std::uint32_t> station_entries;
  /// The distinct sets of ports that execute the same classes.
  std::vector<std::uint32_t> port_sets;
  /// By bit mask of indices into `port_sets`: the number of ports that micro-ops of these sets
  /// could use together; for mask 0, all ports. Empty when there are too many sets for a table: the
  /// ports are counted at run time then.
  std::vector<std::uint8_t> demanded_ports;
  /// By class (including kStoreAddress and kStoreData), as bit masks: the ports that execute the
  /// class, and those it occupies exclusively; and its latency on each port.
  std::array<std::uint32_t, machine::kPortClassCount> ports_of{};
  std::array<std::uint32_t, machine::kPortClassCount> alone_on{};
  std::vector<std::array<std::uint32_t, machine::kPortClassCount>> latency; ///< by port
  std::uint8_t fetch_lane = 0;
  std::uint8_t front_lane = 0; ///< lane between fetch and dispatch; fetch_lane when the machine has
                               ///< no front-end cycles
  std::uint8_t station_lane = 0;
  std::uint8_t write_lane = 0;
  // With a reorder buffer; without one a micro-op retires when it is written back.
  std::uint8_t done_lane = 0; ///< written, waits for its turn to retire
  std::uint8_t retire_lane = 0;
  unsigned retire_width = 1;
  /// Ledger slots a cycle at retirement: the sustainable throughput, which is no more than the
  /// dispatch width.
  unsigned counted_width = 1;
  /// More micro-ops may retire in a cycle than counted_width: the surplus takes slots of later
  /// cycles (`uncounted`).
  bool carries_over = false;
  /// A micro-op with a latency of one cycle retires this many cycles after its dispatch at the
  /// earliest; the age limit of OutOfOrderState::delayed_groups.
  unsigned passage_cycles = 0;
  unsigned slots = kWindowSlots; ///< window slots in use, a power of two
  bool superscalar = false;      ///< the machine is of the kind of SuperscalarPolicies
  /// A result is always written back in the cycle after execution ends, and nothing but its readers
  /// depends on the write-back.
  bool writes_at_once = false;
  // Upper limits; a very large number where the machine has no limit.
  unsigned reorder_entries = 0;
  unsigned load_entries = 0;
  unsigned store_entries = 0;
  unsigned branch_entries = 0;   ///< at most kBranchEntries
  unsigned issue_width = 0;      ///< at most the number of ports
  unsigned decode_micro_ops = 0; ///< decode width: micro-ops of all instructions fetched in a cycle
  BypassDelays bypass;
  unsigned freed_now = 0;   ///< 0: entries freed in a cycle can be allocated in the same cycle; ~0:
                            ///< from the next cycle on
  bool binds_ports = false; ///< machine::PortChoice::least_loaded
  bool physical = false;    ///< renaming to physical registers: Renaming::physical
  // Block size as a shift, because divisions are slow; kNoBlocks: fetch is not limited by blocks.
  unsigned fetch_line_shift = 0;
  unsigned fetch_block_shift = kNoBlocks;
  static constexpr unsigned kNoBlocks = 63;
  bool fetch_cache = false; ///< instructions are fetched through caches
  bool data_cache = false;
  unsigned data_hit_cycles = 1; ///< hit time of the first cache, which port latencies include
  bool fuses = false;           ///< some pairs of instructions fuse into one micro-op
  /// By RegId: index into OutOfOrderState::free_lists; kRegisterKinds: not renamed to a physical
  /// register.
  std::array<std::uint8_t, kMaxRegisters> register_kind{};
};

/// The ports that micro-ops could use, for a bit mask of indices into `port_sets`; for mask 0, all
/// ports.
[[nodiscard]] std::uint32_t demanded_ports(const WindowPlan& plan, std::uint64_t sets);

[[nodiscard]] WindowPlan make_window_plan(const machine::Machine& machine);
[[nodiscard]] PlannedOp plan_op(const WindowPlan& plan, const isa::CrackedOp& op);

} // namespace stallscope::core
