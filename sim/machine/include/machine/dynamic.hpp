#pragma once

#include "isa/op.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::machine {

/// Register renaming scheme: how WAW and WAR hazards are handled.
enum class Renaming : std::uint8_t {
  /// None (scoreboard): an operation is dispatched when no operation in flight has the same
  /// destination (WAW), and writes when no older operation still has to read the old value (WAR);
  /// operands are read from the register file when all are available.
  none,
  tags,     ///< Tomasulo: reservation stations wait for the tag of their producer
  physical, ///< rename map, and more physical than architectural registers
};

/// When an operation releases its station (issue queue) entry.
enum class EntryRelease : std::uint8_t {
  write, ///< at write-back: a reservation station
  issue, ///< at issue: a scheduler (issue queue)
};

/// Port selection, when several ports behind a station execute the operation.
enum class PortChoice : std::uint8_t {
  lowest,       ///< at issue: the first free port in order of the file
  specialised,  ///< the first free port, but ports that execute only one class (refinements not
                ///< counted) come first
  least_loaded, ///< at dispatch, permanently: the port with the fewest waiting operations; among
                ///< equals the last in order of the file
};

/// Wake-up: when a result can be used.
enum class Wakeup : std::uint8_t {
  after_write, ///< a consumer can begin in the cycle after its last operand is written (broadcast
               ///< on the common data bus)
  bypass,      ///< bypass network: a consumer can begin in the cycle after its producer's last
               ///< execution cycle
};

/// Memory disambiguation: when a load can execute before older stores.
enum class Disambiguation : std::uint8_t {
  perfect,      ///< a load waits only for the stores that write the bytes it reads (oracle)
  conservative, ///< a load waits until the addresses of all older stores are known
  /// A load waits only for stores on which it is predicted to depend (store sets); a wrong
  /// prediction is detected when the store's address is known (memory-order violation), and the
  /// load and everything after it are executed again.
  predict,
};

/// Store-to-load forwarding: from which older store in flight a load can take its value, when the
/// youngest overlapping store is in flight. Otherwise the load waits until that store is in the
/// cache (without a reorder buffer: until it is complete).
enum class Forwarding : std::uint8_t {
  none,     ///< no forwarding
  exact,    ///< from a store of exactly the bytes read
  covering, ///< from a store that covers all bytes read
  partial,  ///< from any overlapping store: bytes of the store and of the cache are combined
};

/// A reservation station or issue queue.
struct Station {
  std::string name;
  unsigned entries = 1;

  bool operator==(const Station&) const = default;
};

/// Operation classes, plus store address and store data, the micro-ops of a split store.
inline constexpr std::size_t kStoreAddress = isa::kOpClassCount;
inline constexpr std::size_t kStoreData = isa::kOpClassCount + 1;
inline constexpr std::size_t kPortClassCount = isa::kOpClassCount + 2;
using PortClassSet = std::bitset<kPortClassCount>;

/// An issue port: issues one operation a cycle, from one station.
struct Port {
  std::string name;
  unsigned count = 1;    ///< number of identical copies
  unsigned station = 0;  ///< index into Dynamic::stations
  PortClassSet executes; ///< by OpClass, kStoreAddress, kStoreData
  PortClassSet alone; ///< unpipelined classes: a copy executes one at a time (initiation interval =
                      ///< latency)
  /// Latency by class, 1 or more where the port executes the class.
  std::array<std::uint32_t, kPortClassCount> latency_cycles{};

  bool operator==(const Port&) const = default;
};

/// Bypass network: a delay of results from some units to others.
struct Bypass {
  // Names of ports, and of operation classes or groups, which denote these classes on all ports.
  std::vector<std::string> from; ///< the producer
  std::vector<std::string> to;   ///< the consumer
  unsigned cycles = 1;           ///< extra cycles before the consumer can begin

  bool operator==(const Bypass&) const = default;
};

/// The description of a dynamically scheduled machine. Each field is a documented key of the file.
struct Dynamic {
  // [front_end]
  unsigned fetch_width = 1;     ///< instructions a cycle, 1..8
  unsigned fetch_bytes = 0;     ///< block size: the instructions fetched in a cycle lie in one
                                ///< aligned block of this size; 0: no restriction
  unsigned front_cycles = 1;    ///< cycles from fetch to dispatch; 0: dispatch in the cycle of
                                ///< fetch
  unsigned fetch_queue = 16;    ///< maximum number of micro-ops fetched and not dispatched
  unsigned redirect_cycles = 0; ///< extra cycles until fetch resumes after a misprediction
  unsigned decode_cycles = 1;   ///< cycles after fetch at which decode supplies a target missing in
                                ///< the BTB
  unsigned taken_branches = 0;  ///< number of taken branches behind which fetch continues in the
                                ///< same cycle
  unsigned branch_queue = 0;    ///< maximum number of branches and jumps from fetch to retirement;
                                ///< 0: unlimited
  bool pairs_count_once = false; ///< a fused pair takes one slot of fetch_width, not two
  // [decode]
  unsigned decode_micro_ops = 0;    ///< limit on the micro-ops of all instructions fetched in a
                                    ///< cycle; 0: unlimited
  bool fuse_compare_branch = false; ///< macro-fusion (isa::CrackRules): a compare and its branch
                                    ///< become one micro-op
  bool fuse_lui_addi = false;
  bool fuse_load_op = false; ///< micro-fusion: a load and its operation share a slot of dispatch,
                             ///< retirement and reorder buffer
  bool fuse_store = false;   ///< micro-fusion of the address and data micro-ops of a split store
  // [dispatch]
  unsigned dispatch_width = 1; ///< micro-ops a cycle, 1..8
  bool serialise = true;       ///< system operations and atomic accesses execute alone in the back
                               ///< end
  // [rename]
  Renaming renaming = Renaming::tags;
  unsigned integer_registers = 0; ///< with Renaming::physical: number of registers, including the
                                  ///< architectural ones
  unsigned fp_registers = 0;
  // [[station]], [[port]]
  std::vector<Station> stations;
  std::vector<Port> ports;
  EntryRelease release = EntryRelease::write;
  unsigned issue_width = 0; ///< operations issued a cycle on all ports; 0: one for each port
  PortChoice port_choice = PortChoice::lowest;
  bool reuse_same_cycle = false;      ///< entries freed in a cycle can be allocated in the same
                                      ///< cycle
  unsigned read_cycles = 0;           ///< cycles from issue to execution
  bool waits_behind_branches = false; ///< no operation begins before older branches are resolved
  // [results]
  Wakeup wakeup = Wakeup::after_write;
  unsigned result_buses = 0;        ///< results written a cycle, 0: unlimited
  bool done_without_result = false; ///< operations without a result complete at the end of their
                                    ///< execution, without a write cycle
  // [[bypass]]
  std::vector<Bypass> bypasses; ///< a pair of port classes is in one rule at most
  // [reorder_buffer]
  unsigned reorder_entries = 0; ///< micro-ops; 0: no reorder buffer: results are final when
                                ///< written, and nothing is dispatched behind an unresolved branch
  unsigned retire_width = 0;    ///< micro-ops a cycle; 0: dispatch_width
  // [load_store]
  Disambiguation disambiguation = Disambiguation::perfect;
  Forwarding forwarding = Forwarding::covering;
  bool captures_store_data = false; ///< store-data micro-ops take their value from the result bus
                                    ///< and need no port
  unsigned store_set_cycles = 0;    ///< Disambiguation::predict: store sets are cleared after this
                                    ///< many cycles; 0: never
  unsigned load_entries = 0;        ///< maximum number of loads from dispatch to retirement; 0:
                                    ///< unlimited
  unsigned store_entries = 0;
  unsigned store_buffer_entries = 0; ///< retired stores that wait for the data cache, which accepts
                                     ///< one a cycle; 0: stores write the cache at retirement
  unsigned forward_cycles = 1;       ///< execution cycles of a forwarded load

  [[nodiscard]] bool speculates() const { return reorder_entries > 0; }
  bool operator==(const Dynamic&) const = default;
};

/// The set of classes on each port that the names in a bypass rule denote; nullopt when a name is
/// unknown, or executed on no port.
[[nodiscard]] std::vector<PortClassSet> executed_by(const Dynamic& machine,
                                                    const std::vector<std::string>& words);

} // namespace stallscope::machine
