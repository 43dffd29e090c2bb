#pragma once

#include "isa/op.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::machine {

/// How later writers of a register are kept apart from earlier ones.
enum class Renaming : std::uint8_t {
  none, ///< not: an operation is dispatched when no active one has its destination (WAW), and
        ///< writes when nobody has still to read the old value (WAR); operands are read from the
        ///< registers when all of them are there
  tags, ///< reservation stations wait for the tag of their producer
  physical, ///< a map table and more physical registers than architectural ones
};

/// When an operation leaves its station (queue entry).
enum class EntryRelease : std::uint8_t {
  write, ///< with its result: a reservation station
  issue, ///< when it begins to execute: a scheduler
};

/// On which port an operation begins that several behind its station execute.
enum class PortChoice : std::uint8_t {
  lowest,       ///< when it begins: the first listed that is free
  specialised,  ///< when it begins: of those free the one that executes the fewest classes
  least_loaded, ///< when it is dispatched, for good: the one for which the fewest wait, the last
                ///< listed of several
};

/// When a result can be used.
enum class Wakeup : std::uint8_t {
  after_write, ///< an operation begins in the cycle behind the one in which its last operand is
               ///< written (broadcast) at the earliest
  bypass,      ///< it begins in the cycle behind the last one in which its producer executes
};

/// When a load may be executed although older stores have not been.
enum class Disambiguation : std::uint8_t {
  perfect,      ///< it waits for the stores that write what it reads, and no others
  conservative, ///< it waits until the addresses of all older stores are known
  predict,      ///< it waits for the stores it is predicted to depend on (store sets); what it took
                ///< too early is found when the store's address is, and it and all behind it are
                ///< fetched again
};

/// From which older stores in flight a load takes its value, when it reads something that the
/// youngest of them writes. From any other it waits until that store is in the cache (machines
/// without a reorder buffer: until it is done).
enum class Forwarding : std::uint8_t {
  none,     ///< from none
  exact,    ///< from one that writes the same bytes
  covering, ///< from one that writes all bytes that are read
  partial,  ///< from any: bytes of several stores and of the cache are put together
};

/// A place where operations wait for their operands.
struct Station {
  std::string name;
  unsigned entries = 1;

  bool operator==(const Station&) const = default;
};

/// Operation classes, and the two halves of a store that is split.
inline constexpr std::size_t kStoreAddress = isa::kOpClassCount;
inline constexpr std::size_t kStoreData = isa::kOpClassCount + 1;
inline constexpr std::size_t kPortClassCount = isa::kOpClassCount + 2;
using PortClassSet = std::bitset<kPortClassCount>;

/// What begins an operation a cycle, out of one station.
struct Port {
  std::string name;
  unsigned count = 1;    ///< identical copies
  unsigned station = 0;  ///< index into Dynamic::stations
  PortClassSet executes; ///< by OpClass, kStoreAddress, kStoreData
  PortClassSet alone; ///< of these, a copy executes one at a time (initiation interval = latency)
  std::array<std::uint32_t, kPortClassCount> latency_cycles{}; ///< 1 or more where it executes

  bool operator==(const Port&) const = default;
};

/// A result takes longer from some units to others.
struct Bypass {
  // Words: names of ports, and operation classes or groups, which mean all ports.
  std::vector<std::string> from; ///< the producer
  std::vector<std::string> to;   ///< the operation that uses its result
  unsigned cycles = 1;           ///< by which that can begin later

  bool operator==(const Bypass&) const = default;
};

/// A dynamically scheduled machine. Each field is a documented key of the file.
struct Dynamic {
  // [front_end]
  unsigned fetch_width = 1;  ///< instructions a cycle, 1..8
  unsigned fetch_bytes = 0;  ///< from one aligned block of so many bytes a cycle; 0: from anywhere
  unsigned front_cycles = 1; ///< from the fetch of an instruction to its dispatch; 0: they are one
  unsigned fetch_queue = 16; ///< micro-ops fetched and not dispatched, at most
  unsigned redirect_cycles = 0; ///< fetch goes on so much later behind a misprediction
  unsigned decode_cycles = 1; ///< a target the fetch does not know is known so long after the fetch
  unsigned taken_branches = 0; ///< taken ones that a fetch goes on behind, in the same cycle
  unsigned branch_queue = 0;   ///< branches and jumps from fetch to retirement; 0: as many as come
  // [decode]
  unsigned decode_micro_ops = 0;    ///< of all instructions fetched in a cycle; 0: no limit
  bool fuse_compare_branch = false; ///< isa::CrackRules: one micro-op for a pair of instructions
  bool fuse_lui_addi = false;
  bool fuse_load_op = false; ///< the load and what uses it share a slot of dispatch, retirement and
                             ///< reorder buffer
  bool fuse_store = false;   ///< so do address and data of a store that is split
  // [dispatch]
  unsigned dispatch_width = 1; ///< micro-ops a cycle, 1..8
  bool serialise = true;       ///< system operations and atomic accesses are alone in the back half
  // [rename]
  Renaming renaming = Renaming::tags;
  unsigned integer_registers = 0; ///< Renaming::physical: architectural ones included
  unsigned fp_registers = 0;
  // [[station]], [[port]]
  std::vector<Station> stations;
  std::vector<Port> ports;
  EntryRelease release = EntryRelease::write;
  unsigned issue_width = 0; ///< operations a cycle that begin on any port; 0: one a port
  PortChoice port_choice = PortChoice::lowest;
  bool reuse_same_cycle = false;      ///< what is freed in a cycle can be taken in it
  unsigned read_cycles = 0;           ///< from leaving the station to execution
  bool waits_behind_branches = false; ///< nothing begins behind a branch that is not decided
  // [results]
  Wakeup wakeup = Wakeup::after_write;
  unsigned result_buses = 0;        ///< results written a cycle, 0: no limit
  bool done_without_result = false; ///< what has no result is done with its execution, without the
                                    ///< cycle in which others write
  // [[bypass]]
  std::vector<Bypass> bypasses; ///< each pair of a port's class and another's in one at most
  // [reorder_buffer]
  unsigned reorder_entries = 0; ///< micro-ops; 0: none, results are final when they are written,
                                ///< and nothing is dispatched behind a branch that is not decided
  unsigned retire_width = 0;    ///< micro-ops a cycle; 0: dispatch_width
  // [load_store]
  Disambiguation disambiguation = Disambiguation::perfect;
  Forwarding forwarding = Forwarding::covering;
  bool captures_store_data = false; ///< the data of a store is taken as it is written: no execution
  unsigned store_set_cycles = 0;    ///< Disambiguation::predict: store sets are forgotten every so
                                    ///< many cycles; 0: never
  unsigned load_entries = 0;        ///< loads from dispatch to retirement; 0: no limit
  unsigned store_entries = 0;
  unsigned store_buffer_entries = 0; ///< stores that have retired and wait for the data cache, one
                                     ///< written a cycle; 0: retirement writes them
  unsigned forward_cycles =
      1; ///< a load that takes its value from a store in flight executes so long

  [[nodiscard]] bool speculates() const { return reorder_entries > 0; }
  bool operator==(const Dynamic&) const = default;
};

/// What words of a bypass stand for, a set of classes a port; nothing when one is unknown, or none
/// is executed anywhere. The name of a port goes before that of a class.
[[nodiscard]] std::vector<PortClassSet> executed_by(const Dynamic& machine,
                                                    const std::vector<std::string>& words);

} // namespace stallscope::machine
