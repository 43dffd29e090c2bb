#include "isa/registers.hpp"
#include "platform/guest_memory.hpp"
#include "platform/host.hpp"
#include "platform/linux_abi.hpp"

namespace stallscope::isa {

using namespace linux_abi;

namespace {

// Numbers of calls are those of Linux.
constexpr std::uint64_t kWrite = 64;
constexpr std::uint64_t kExit = 93;

std::int64_t write_call(const Program& program, ArchState& state, const Environment& environment,
                        std::uint64_t file, std::uint64_t address, std::uint64_t bytes) {
  if (file != 1 && file != 2)
    return kEBADF;
  const GuestMemory memory(program, state);
  if (!memory.allows(address, bytes, false))
    return kEFAULT;
  print_memory(state, environment, address, bytes);
  return static_cast<std::int64_t>(bytes);
}

Trap finish_run(ArchState& state, PlatformState::End end, std::uint64_t number) {
  PlatformState& platform = state.platform.edit();
  platform.end = end;
  platform.end_number = number;
  state.exit_code = static_cast<std::int64_t>(number);
  return Trap::exit;
}

} // namespace

Trap store_to_host(const Program& program, ArchState& state, const Environment& environment,
                   std::uint64_t value, const Effect& effect) {
  GuestMemory memory(program, state);
  const std::uint64_t before = state.memory.load(program.tohost, 8);
  state.memory.store(effect.address, effect.bytes, value);
  const std::uint64_t whole = state.memory.load(program.tohost, 8);
  // A 32-bit program stores one half after the other, the low one first or alone.
  const std::uint64_t said = program.xlen == 32 ? integer::low(whole) : whole;
  if (said == 0)
    return Trap::none;
  if (said == 1)
    return finish_run(state, PlatformState::End::passed, 0);
  if ((said & 1) != 0)
    return finish_run(state, PlatformState::End::failed, said >> 1);

  constexpr std::uint64_t kBlockBytes = 32;
  if (!memory.allows(said, kBlockBytes, true)) {
    state.memory.store(program.tohost, 8, before);
    return Trap::unmapped; // of the store: what it asks for lies nowhere
  }
  std::array<std::uint64_t, 4> block{};
  for (std::size_t i = 0; i < block.size(); ++i)
    block[i] = state.memory.load(said + 8 * i, 8);
  if (block[0] == kExit)
    return finish_run(
        state, block[1] == 0 ? PlatformState::End::passed : PlatformState::End::failed, block[1]);
  std::int64_t result = kENOSYS;
  if (block[0] == kWrite)
    result = write_call(program, state, environment, block[1], block[2], block[3]);
  else
    state.platform.edit().add_unknown_call(block[0]);
  state.memory.store(said, 8, static_cast<std::uint64_t>(result));
  state.memory.store(program.tohost, 8, 0);
  if (program.fromhost != 0)
    state.memory.store(program.fromhost, 8, 1);
  return Trap::none;
}

} // namespace stallscope::isa
