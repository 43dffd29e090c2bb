#pragma once

#include "isa/registers.hpp"
#include "platform/guest_memory.hpp"
#include "platform/linux/linux_abi.hpp"
#include "platform/region_map.hpp"

#include <array>

namespace stallscope::isa {

/// One system call. Each method implements one call and returns its result; the methods are in one
/// file per subject.
class LinuxCall {
public:
  LinuxCall(const Program& program, ArchState& state, const Environment& environment,
            std::uint64_t cycle)
      : program_(program), state_(state), environment_(environment), cycle_(cycle),
        memory_(program, state) {
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      arguments_[i] = state.regs[riscv::kA0 + i];
  }

  std::int64_t execute_call(std::uint64_t number);
  /// Other than `none` if the call ends the run.
  [[nodiscard]] Trap trap() const { return trap_; }

private:
  /// Arguments by type: unchanged, an address, a 32-bit int.
  [[nodiscard]] std::uint64_t word(unsigned n) const { return memory_.pointer(arguments_[n]); }
  [[nodiscard]] std::uint64_t pointer(unsigned n) const { return memory_.pointer(arguments_[n]); }
  [[nodiscard]] std::int64_t number(unsigned n) const { return integer::low_signed(arguments_[n]); }

  // linux_call.cpp
  std::int64_t exit(std::uint64_t code);
  std::uint64_t now_ns() const;
  std::int64_t clock(bool resolution);
  std::int64_t sleep(std::uint64_t request, std::uint64_t remaining, bool absolute);
  std::int64_t sleep_on_clock();
  std::int64_t resource_usage();
  std::int64_t time_of_day();
  std::int64_t get_random();
  std::int64_t resource_limit();
  std::int64_t system_name();
  std::int64_t system_information();
  std::int64_t futex();
  std::int64_t flush_code();
  std::int64_t unknown(std::uint64_t number);
  // linux_signals.cpp
  std::int64_t signal_action();
  std::int64_t signal_mask();
  std::int64_t send_signal(std::int64_t to, std::uint64_t signal);
  // linux_memory.cpp
  std::int64_t set_break();
  std::int64_t map();
  std::int64_t unmap();
  std::int64_t remap();
  std::int64_t protect();
  std::int64_t advise();
  bool fits(std::uint64_t bytes) const;
  void replace_regions(RegionMap map);
  // linux_files.cpp
  std::int64_t read(std::uint64_t address, std::uint64_t bytes);
  std::int64_t read_at(GuestFile& file, std::uint64_t address, std::uint64_t bytes);
  std::int64_t write(std::uint64_t address, std::uint64_t bytes);
  std::int64_t vectors(bool writing);
  [[nodiscard]] bool at_piece_end() const;
  [[nodiscard]] bool is_terminal(const GuestFile& file) const;
  std::int64_t positioned_read();
  std::int64_t open();
  std::int64_t close();
  std::int64_t seek();
  std::int64_t duplicate(std::int64_t at_least, std::int64_t exactly);
  std::int64_t control();
  std::int64_t terminal();
  std::int64_t read_link();
  std::int64_t status_of_descriptor(std::int64_t file, std::uint64_t address);
  std::int64_t status_of_path();
  std::int64_t working_directory();
  std::int64_t directory_entries();
  std::int64_t may_access();
  [[nodiscard]] const GuestFile* descriptor(std::int64_t file) const;
  /// The number of a file in Program::files for its path, or an errno.
  std::int64_t find_file(std::int64_t directory, std::uint64_t path_address);
  std::int64_t find_path(const std::string& path);

  const Program& program_;
  ArchState& state_;
  const Environment& environment_;
  std::uint64_t cycle_;
  GuestMemory memory_;
  std::array<std::uint64_t, 6> arguments_{};
  Trap trap_ = Trap::none;
};

} // namespace stallscope::isa
