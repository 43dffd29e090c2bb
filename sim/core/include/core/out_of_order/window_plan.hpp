#pragma once

#include "isa/crack.hpp"
#include "machine/description.hpp"
#include "machine/dynamic.hpp"
#include "timeline/timeline.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace stallscope::core {

/// Micro-ops between fetch and retirement, at most.
inline constexpr unsigned kWindowSlots = 1024;
/// Cycles of the front end, less one at most.
inline constexpr unsigned kFrontHistory = 64;
inline constexpr unsigned kMaxStations = 16;
inline constexpr unsigned kMaxPorts = 32;      ///< copies count
inline constexpr unsigned kMaxDemandSets = 32; ///< one of each class at most

/// Physical registers are integer ones (the flags of x86, and values between the micro-ops of an
/// instruction, too) and floating-point ones. Control registers, HI and LO take none.
inline constexpr unsigned kRegisterKinds = 2;
inline constexpr unsigned kArchitectural = 32; ///< of each kind

/// A port by itself: copies are ports of their own, in the order in which they are looked for.
struct PlanPort {
  std::uint8_t described = 0; ///< index into machine::Dynamic::ports
  std::uint8_t station = 0;
  std::uint8_t lane = 0; ///< where operations are that execute behind it
};

/// A micro-op, and what the machine makes of it: all that is known before it runs.
struct PlannedOp {
  isa::CrackedOp op;
  std::uint32_t ports = 0;      ///< that execute it, as bits; none: there is nothing to execute
  std::uint32_t alone = 0;      ///< of these, those on which it runs alone
  std::uint16_t stations = 0;   ///< in front of these, as bits
  std::uint16_t port_class = 0; ///< index into WindowPlan::ports_of
  std::uint16_t latency = 0;    ///< when all its ports take the same; 0: they differ
  std::uint8_t registers = 0;   ///< physical registers of each kind that it takes, 4 bits a kind
  std::uint8_t slots = 1;       ///< of a stage: 0 when it shares that of the one before it
  /// By destination: index into OutOfOrderState::free_registers, or kRegisterKinds.
  std::array<std::uint8_t, isa::kMaxWrites> kinds{kRegisterKinds, kRegisterKinds, kRegisterKinds};
  bool writes_temporaries = false; ///< among its destinations are values for the next micro-ops
  bool lacks_port = false;         ///< it needs one, and the machine has none for it
  bool is_load = false;
  bool writes_address =
      false;                ///< a store's address comes of it: it takes an entry of the store queue
  bool writes_data = false; ///< a store's data comes of it
  bool is_memory = false;   ///< one of the three
  bool serialises = false;  ///< machine::Dynamic::serialise
  /// Of what writes data: the register; kNoRegister: it writes a constant. With `data_is_handed` it
  /// is a temporary: what a micro-op in front of it hands over.
  RegId data = kNoRegister;
  bool data_is_handed = false;
  std::uint8_t want = 0;   ///< index into WindowPlan::wants; with any ports
  std::uint8_t part = 0;   ///< its number among those of its instruction
  std::uint32_t index = 0; ///< of the program's own: its place in OutOfOrderCore::planned()
};

/// Machine::bypasses: by how much later a result can be used. Classes of ports and of stations that
/// are treated alike are of one domain.
struct BypassDelays {
  bool any = false; ///< else nothing here means anything
  unsigned most = 0;
  std::vector<std::array<std::uint16_t, machine::kPortClassCount>> made_in; ///< domain, by port
  std::vector<std::array<std::uint16_t, machine::kPortClassCount>> used_in; ///< by station
  std::vector<std::vector<std::uint8_t>> cycles; ///< from a domain to a domain
};

/// A dynamically scheduled machine compiled to look-up tables.
struct WindowPlan {
  std::vector<Lane> names; ///< lanes: fetch, front end, stations, read, ports, write, done, retire
  std::vector<PlanPort> ports;
  std::vector<std::uint32_t> station_ports; ///< by station: its ports, as bits
  std::vector<std::uint32_t> station_entries;
  /// Sets of ports that execute the same classes, each once.
  std::vector<std::uint32_t> wants;
  /// How many ports somebody could use, by those `wants` that anybody in a station has, as bits; of
  /// none, all ports. Empty where there are too many sets: it is counted then.
  std::vector<std::uint8_t> demanded_ports;
  /// By class (kStoreAddress, kStoreData too): the ports that execute it, as bits; those on which
  /// it runs alone; how long it takes there.
  std::array<std::uint32_t, machine::kPortClassCount> ports_of{};
  std::array<std::uint32_t, machine::kPortClassCount> alone_on{};
  std::vector<std::array<std::uint32_t, machine::kPortClassCount>> latency; ///< by port
  std::uint8_t fetch_lane = 0;
  std::uint8_t front_lane = 0; ///< between fetch and dispatch; fetch_lane when they are one
  std::uint8_t station_lane = 0;
  std::uint8_t write_lane = 0;
  // With a reorder buffer; without one, what is written has retired.
  std::uint8_t done_lane = 0; ///< written, waits for its turn to retire
  std::uint8_t retire_lane = 0;
  unsigned retire_width = 1;
  /// Slots of the ledger a cycle at retirement: as many as can be used in the long run, which is no
  /// more than what is dispatched.
  unsigned counted_width = 1;
  /// More may end in a cycle than that: the rest takes slots of the next (uncounted).
  bool carries_over = false;
  /// A micro-op that executes in one cycle has not ended by so many cycles behind its dispatch:
  /// what OutOfOrderState::delayed_groups is asked for.
  unsigned passage_cycles = 0;
  unsigned slots = kWindowSlots; ///< of the window that can be in use, a power of two
  bool superscalar = false;      ///< see Known::superscalar
  /// A result is written in the cycle behind its execution, whatever else happens, and nothing but
  /// its readers waits for that.
  bool writes_at_once = false;
  // What there can be at most; a great number where there is no limit.
  unsigned reorder_entries = 0;
  unsigned load_entries = 0;
  unsigned store_entries = 0;
  unsigned branch_entries = 0;   ///< at most kBranchEntries
  unsigned issue_width = 0;      ///< at most the ports
  unsigned decode_micro_ops = 0; ///< of all instructions fetched in a cycle
  BypassDelays bypass;
  unsigned freed_now = 0; ///< 0: what is freed in a cycle can be taken in it; ~0: from the next on
  bool binds_ports = false; ///< machine::PortChoice::least_loaded
  bool physical = false;    ///< Renaming::physical
  // Addresses are shifted by so much, as divisions take long; kNoBlocks: fetch knows no blocks.
  unsigned fetch_line_shift = 0;
  unsigned fetch_block_shift = kNoBlocks;
  static constexpr unsigned kNoBlocks = 63;
  bool fetch_cache = false; ///< instructions come through caches
  bool data_cache = false;
  unsigned data_hit_cycles = 1; ///< of the first cache, which latencies of ports contain
  bool fuses = false;           ///< two instructions may be one micro-op
  /// By RegId: index into OutOfOrderState::free_registers; kRegisterKinds: takes no physical
  /// register.
  std::array<std::uint8_t, kMaxRegisters> register_kind{};
};

/// Of wants as bits: the ports somebody could use; of none, all.
[[nodiscard]] std::uint32_t demanded_ports(const WindowPlan& plan, std::uint32_t wants);

[[nodiscard]] WindowPlan make_window_plan(const machine::Machine& machine);
[[nodiscard]] PlannedOp plan_op(const WindowPlan& plan, const isa::CrackedOp& op);

} // namespace stallscope::core
