#include "platform/linux/linux_call.hpp"

#include "isa/written_code.hpp"
#include "platform/linux/linux_user.hpp"
#include "platform/region_map.hpp"

#include <algorithm>
#include <vector>

namespace stallscope::isa {

using namespace linux_abi;

namespace {

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

} // namespace

void PlatformState::add_unknown_call(std::uint64_t number) {
  const auto place = std::lower_bound(unknown_calls.begin(), unknown_calls.end(), number);
  if (place != unknown_calls.end() && *place == number)
    return;
  if (unknown_calls.size() < kMaxUnknownCalls)
    unknown_calls.insert(place, number);
  else
    more_unknown_calls = true;
}

// One line per call.
// clang-format off
std::int64_t LinuxCall::execute_call(std::uint64_t call) {
  switch (call) {
  case 17: return working_directory();                 // getcwd
  case 23: return duplicate(0, -1);                    // dup
  case 24: return duplicate(0, number(1));             // dup3
  case 25: return control();                           // fcntl
  case 29: return terminal();                          // ioctl
  case 48: return may_access();                        // faccessat
  case 56: return open();                              // openat
  case 57: return close();
  case 61: return directory_entries();                 // getdents64
  case 62: return seek();                              // lseek
  case 63: return read(pointer(1), word(2));
  case 64: return write(pointer(1), word(2));
  case 65: return vectors(false);                      // readv
  case 66: return vectors(true);                       // writev
  case 67: return positioned_read();                   // pread64
  case 78: return read_link();                         // readlinkat
  case 79: return status_of_path();                    // newfstatat
  case 80: return status_of_descriptor(number(0), pointer(1)); // fstat
  case 93: return exit(word(0));
  case 94: return exit(word(0));                       // exit_group
  case 96: return kProcess;                            // set_tid_address
  case 98: return futex();
  case 99: return 0;                                   // set_robust_list: no other threads
  case 101: return sleep(pointer(0), pointer(1), false); // nanosleep
  case 113: return clock(false);                       // clock_gettime
  case 114: return clock(true);                        // clock_getres
  case 115: return sleep_on_clock();                   // clock_nanosleep
  case 124: return 0;                                  // sched_yield
  case 129: return send_signal(number(0), word(1));    // kill
  case 130: return send_signal(number(0), word(1));    // tkill
  case 131: return number(0) == kProcess ? send_signal(number(1), word(2)) : kESRCH; // tgkill
  case 134: return signal_action();                    // rt_sigaction
  case 135: return signal_mask();                      // rt_sigprocmask
  case 160: return system_name();                      // uname
  case 165: return resource_usage();                   // getrusage
  case 169: return time_of_day();                      // gettimeofday
  case 172: return kProcess;                           // getpid
  case 173: return 1;                                  // getppid
  case 174: case 175: case 176: case 177: return kUser; // getuid, geteuid, getgid, getegid
  case 178: return kProcess;                           // gettid
  case 179: return system_information();               // sysinfo
  case 214: return set_break();                        // brk
  case 215: return unmap();                            // munmap
  case 216: return remap();                            // mremap
  case 222: return map();                              // mmap
  case 226: return protect();                          // mprotect
  case 233: return advise();                           // madvise
  case 259: return flush_code();                       // riscv_flush_icache
  case 261: return resource_limit();                   // prlimit64
  case 278: return get_random();                       // getrandom
  default: return unknown(call);
  }
}
// clang-format on

std::int64_t LinuxCall::flush_code() {
  synchronize_code(program_, state_);
  return 0;
}

std::int64_t LinuxCall::unknown(std::uint64_t call) {
  state_.platform.edit().add_unknown_call(call);
  return kENOSYS;
}

std::int64_t LinuxCall::exit(std::uint64_t code) {
  state_.exit_code = static_cast<std::int64_t>(code & 0xFF); // the part wait() returns
  trap_ = Trap::exit;
  return 0;
}

constexpr std::int64_t kLastClock = 11; // CLOCK_TAI

/// All clocks start with the program, cycle 0 is time 0; sleeping advances them and takes no cycle.
std::uint64_t LinuxCall::now_ns() const {
  return cycle_ * kNanosecondsPerCycle + state_.platform->slept_ns;
}

std::int64_t LinuxCall::clock(bool resolution) {
  if (number(0) < 0 || number(0) > kLastClock)
    return kEINVAL;
  const std::uint64_t address = pointer(1);
  if (address == 0 && resolution)
    return 0;
  const std::uint64_t time = resolution ? kNanosecondsPerCycle : now_ns();
  const unsigned bytes = memory_.word_bytes();
  if (!memory_.allows(address, 2ULL * bytes, true))
    return kEFAULT;
  state_.memory.store(address, bytes, time / kNanosecondsPerSecond);
  state_.memory.store(address + bytes, bytes, time % kNanosecondsPerSecond);
  return 0;
}

std::int64_t LinuxCall::time_of_day() {
  const std::uint64_t address = pointer(0);
  const std::uint64_t time = now_ns();
  const unsigned bytes = memory_.word_bytes();
  if (address == 0)
    return 0;
  if (!memory_.allows(address, 2ULL * bytes, true))
    return kEFAULT;
  state_.memory.store(address, bytes, time / kNanosecondsPerSecond);
  state_.memory.store(address + bytes, bytes, time % kNanosecondsPerSecond / 1000);
  return 0;
}

/// nanosleep: the time passes immediately, and the remaining time is 0.
std::int64_t LinuxCall::sleep(std::uint64_t request, std::uint64_t remaining, bool absolute) {
  const unsigned bytes = memory_.word_bytes();
  const std::uint64_t both = 2ULL * bytes;
  if (!memory_.allows(request, both, false) ||
      (remaining != 0 && !memory_.allows(remaining, both, true)))
    return kEFAULT;
  const auto in_word = [bytes](std::uint64_t v) {
    return bytes == 4 ? integer::low_signed(v) : static_cast<std::int64_t>(v);
  };
  const std::int64_t seconds = in_word(state_.memory.load(request, bytes));
  const std::int64_t nanoseconds = in_word(state_.memory.load(request + bytes, bytes));
  if (seconds < 0 || nanoseconds < 0 ||
      nanoseconds >= static_cast<std::int64_t>(kNanosecondsPerSecond))
    return kEINVAL;
  constexpr std::uint64_t kForever = 1ULL << 62; // 146 years
  const auto whole = static_cast<std::uint64_t>(seconds);
  std::uint64_t wait =
      whole >= kForever / kNanosecondsPerSecond
          ? kForever
          : whole * kNanosecondsPerSecond + static_cast<std::uint64_t>(nanoseconds);
  if (absolute)
    wait = wait > now_ns() ? wait - now_ns() : 0;
  std::uint64_t& slept = state_.platform.edit().slept_ns;
  slept = std::min(slept + wait, kForever);
  return 0;
}

std::int64_t LinuxCall::sleep_on_clock() {
  constexpr std::int64_t kAbsolute = 1; // TIMER_ABSTIME
  if (number(0) < 0 || number(0) > kLastClock)
    return kEINVAL;
  return sleep(pointer(2), pointer(3), number(1) == kAbsolute);
}

/// getrusage: the program's cycles count as its own time, sleep does not.
std::int64_t LinuxCall::resource_usage() {
  constexpr std::int64_t kChildren = -1;
  const std::uint64_t word = memory_.word_bytes();
  if (number(0) < kChildren || number(0) > 1)
    return kEINVAL;
  const std::uint64_t address = pointer(1);
  const std::vector<std::uint8_t> nothing(18 * word); // two times of two words, 14 counts
  if (!memory_.write(address, nothing))
    return kEFAULT;
  if (number(0) == kChildren)
    return 0;
  const std::uint64_t time = cycle_ * kNanosecondsPerCycle;
  const auto put = [&](std::uint64_t index, std::uint64_t value) {
    state_.memory.store(address + index * word, static_cast<unsigned>(word), value);
  };
  put(0, time / kNanosecondsPerSecond);
  put(1, time % kNanosecondsPerSecond / 1000);
  put(4, RegionMap(*state_.regions).total_bytes() >> 10); // ru_maxrss, KiB: currently mapped memory
  return 0;
}

/// Random numbers of a generator seeded with the seed of the run (SplitMix64, Steele et al. 2014).
std::int64_t LinuxCall::get_random() {
  constexpr std::uint64_t kMostBytes = 1 << 16; // returning fewer bytes than requested is legal
  const std::uint64_t bytes = std::min(word(1), kMostBytes);
  if (!memory_.allows(pointer(0), bytes, true))
    return kEFAULT;
  std::uint64_t& random = state_.platform.edit().random;
  for (std::uint64_t done = 0; done < bytes; done += 8) {
    random += 0x9E3779B97F4A7C15ULL;
    std::uint64_t mixed = random;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBULL;
    mixed ^= mixed >> 31;
    for (std::uint64_t i = 0; i < 8 && done + i < bytes; ++i)
      state_.memory.store(pointer(0) + done + i, 1, mixed >> (8 * i));
  }
  return static_cast<std::int64_t>(bytes);
}

std::int64_t LinuxCall::resource_limit() {
  constexpr std::uint64_t kLimitCount = 16;
  constexpr std::uint64_t kStack = 3;
  constexpr std::uint64_t kOpenFiles = 7;
  constexpr std::uint64_t kAddressSpace = 9;
  if (number(0) != 0 && number(0) != kProcess)
    return kESRCH;
  if (word(1) >= kLimitCount)
    return kEINVAL;
  if (const std::uint64_t old = pointer(3); old != 0) {
    const std::uint64_t limit = word(1) == kStack          ? kStackBytes
                                : word(1) == kOpenFiles    ? kMaxGuestFiles
                                : word(1) == kAddressSpace ? kMaxMappedBytes
                                                           : ~0ULL; // RLIM_INFINITY
    if (!memory_.allows(old, 16, true))
      return kEFAULT;
    state_.memory.store(old, 8, limit);
    state_.memory.store(old + 8, 8, limit);
  }
  return pointer(2) == 0 ? 0 : kEPERM; // limits cannot be changed
}

std::int64_t LinuxCall::system_name() {
  constexpr std::size_t kFieldBytes = 65;
  const std::array<std::string_view, 6> fields{
      "Linux", "stallscope", "6.1.0", "#1", program_.xlen == 32 ? "riscv32" : "riscv64", "(none)"};
  std::string names(kFieldBytes * fields.size(), '\0');
  for (std::size_t i = 0; i < fields.size(); ++i)
    names.replace(i * kFieldBytes, fields[i].size(), fields[i]);
  return memory_.write(pointer(0), names) ? 0 : kEFAULT;
}

/// sysinfo: memory in pages, the time since the start, one process; no load, swap or high memory.
std::int64_t LinuxCall::system_information() {
  const std::uint64_t word = memory_.word_bytes();
  const std::uint64_t pages = kMaxMappedBytes / kPageBytes;
  const std::uint64_t used = RegionMap(*state_.regions).total_bytes() / kPageBytes;
  const std::uint64_t address = pointer(0);
  std::vector<std::uint8_t> bytes(word == 8 ? 112 : 64);
  if (!memory_.allows(address, bytes.size(), true))
    return kEFAULT;
  state_.memory.write(address, bytes);
  const auto put = [this, address](std::uint64_t at, std::uint64_t size, std::uint64_t value) {
    state_.memory.store(address + at, static_cast<unsigned>(size), value);
  };
  put(0, word, now_ns() / kNanosecondsPerSecond);
  put(4 * word, word, pages);
  put(5 * word, word, used < pages ? pages - used : 0);
  put(10 * word, 2, 1);
  put(13 * word, 4, kPageBytes); // mem_unit, after procs and two words
  return 0;
}

/// There is only one thread: no other thread can be woken, or wake this one.
std::int64_t LinuxCall::futex() {
  constexpr std::int64_t kWait = 0;
  constexpr std::int64_t kWake = 1;
  constexpr std::int64_t kWaitBits = 9;
  constexpr std::int64_t kWakeBits = 10;
  constexpr std::int64_t kCommand = 0x7F; // without FUTEX_PRIVATE_FLAG and FUTEX_CLOCK_REALTIME
  const std::int64_t command = number(1) & kCommand;
  const auto value = memory_.load(pointer(0), 4);
  if (pointer(0) % 4 != 0)
    return kEINVAL;
  if (command == kWake || command == kWakeBits)
    return value ? 0 : kEFAULT;
  if (command != kWait && command != kWaitBits)
    return kENOSYS;
  if (!value)
    return kEFAULT;
  if (*value != integer::low(arguments_[2]))
    return kEAGAIN;
  if (pointer(3) != 0)
    return memory_.allows(pointer(3), 2ULL * memory_.word_bytes(), false) ? kETIMEDOUT : kEFAULT;
  trap_ = Trap::deadlock;
  return 0;
}

void start_linux(const Program& program, ArchState& state) {
  PlatformState& platform = state.platform.edit();
  platform.files[0] = {GuestFile::Kind::input};
  platform.files[1] = platform.files[2] = {GuestFile::Kind::output};
  platform.random = program.seed;
}

Trap linux_call(const Program& program, ArchState& state, const Environment& environment,
                std::uint64_t cycle, const Instruction& instruction, Effect& effect) {
  LinuxCall call(program, state, environment, cycle);
  const std::int64_t result = call.execute_call(integer::low(state.regs[instruction.rs1]));
  if (call.trap() != Trap::none)
    return call.trap();
  effect.result = static_cast<std::uint64_t>(result);
  if (program.xlen == 32)
    effect.result = integer::word(effect.result);
  state.regs[instruction.rd] = effect.result;
  return Trap::none;
}

} // namespace stallscope::isa
