// How fast traces are written and read: the record of a loop, told to each writer over and over
// without a simulation, and each trace read again. Prints millions of instructions a second of the
// writing thread and of all threads together (compression has threads of its own, so what two
// processors do in a second is the smaller of the first number and twice the second), bytes an
// instruction and, where the host counts them, host instructions an instruction.
//
//   bench_traces [MILLIONS of instructions, default 2] [MACHINE, default mips-5]

#include "bench/bench_program.hpp"
#include "bench/host_instructions.hpp"
#include "machine/machine_file.hpp"
#include "session/session.hpp"
#include "session/simulation.hpp"
#include "trace/compression.hpp"
#include "trace/event_feed.hpp"
#include "trace/imported_run.hpp"
#include "trace/trace_file.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>

using namespace stallscope;

namespace {

/// Takes everything and does nothing.
class Nothing final : public trace::OpStream {
public:
  void lane(LaneId, const Lane&) override {}
  void start(Cycle) override {}
  void begin(Cycle, OpId, const trace::OpFacts&) override {}
  void enter(Cycle, OpId, LaneId) override {}
  void leave(Cycle, OpId) override {}
  void hold(Cycle, OpId, const Cause&) override {}
  void take(Cycle, OpId, const Arrow&) override {}
  void end(Cycle, OpId, trace::Ending, OpId) override {}
  void finish(Cycle) override {}
};

/// What the core reports in a stretch of cycles, and where that ends.
struct Stretch {
  trace::EventLog log;
  Cycle complete;
};

struct Recorded {
  std::vector<Stretch> stretches;
  std::vector<Lane> lanes;
  std::vector<std::string> registers;
  std::uint64_t instructions = 0;
};

Recorded record(const isa::Program& program, const machine::Machine& machine,
                std::uint64_t instructions) {
  Recorded recorded;
  const auto simulation = session::Simulation::of(program, machine, {});
  trace::RecordingSink sink;
  simulation->begin_record(sink);
  while (!simulation->stopped() && simulation->retired() < instructions) {
    simulation->record(simulation->cycle() + 4096, sink);
    recorded.stretches.push_back({sink.take(), Cycle{simulation->cycle() + 1}});
  }
  recorded.lanes = simulation->lanes();
  recorded.registers = program.register_names;
  recorded.instructions = simulation->retired();
  return recorded;
}

void tell(const Recorded& run, const isa::Program& program, trace::OpStream& to) {
  trace::EventFeed feed(to, [&program](std::uint32_t i) {
    return trace::StaticFacts{
        program.text_of(i), program.instruction(i).pc, program.place_of(i).line, "", {}};
  });
  feed.start(run.lanes, run.registers, Cycle{1});
  for (const Stretch& stretch : run.stretches)
    feed.add(stretch.log, stretch.complete);
  feed.finish(run.stretches.back().complete);
}

template <class Work> void measure(std::string_view what, std::uint64_t instructions, Work work) {
  const bench::HostInstructions host;
  const auto before = host.count();
  const double start = bench::thread_seconds();
  const double start_of_all = bench::process_seconds();
  const std::uint64_t bytes = work();
  const double seconds = bench::thread_seconds() - start;
  const double seconds_of_all = bench::process_seconds() - start_of_all;
  const auto after = host.count();
  const auto count = static_cast<double>(instructions);
  fmt::print("  {:<28} {:>8.2f} {:>8.2f} {:>8.1f} {:>8}\n", what, count / seconds / 1e6,
             count / seconds_of_all / 1e6, static_cast<double>(bytes) / count,
             before && after ? fmt::format("{:.0f}", static_cast<double>(*after - *before) / count)
                             : std::string("-"));
}

} // namespace

int main(int argc, char** argv) {
  const std::uint64_t millions = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2;
  const auto machine = machine::load_machine(argc > 2 ? argv[2] : "mips-5");
  if (!machine || millions == 0) {
    fmt::print(stderr, "bench_traces [MILLIONS] [MACHINE]\n");
    return 2;
  }
  const isa::Program program = bench::endless_loop();
  const Recorded run = record(program, *machine, millions * 1'000'000);
  fmt::print(
      "{} instructions on {}; millions a second (its thread, all), bytes and host instructions\n",
      run.instructions, machine->name);
  measure("reported to a null sink", run.instructions, [&] {
    Nothing nothing;
    tell(run, program, nothing);
    return 0;
  });
  for (const trace::TraceFormat format :
       {trace::TraceFormat::kanata, trace::TraceFormat::o3, trace::TraceFormat::perfetto,
        trace::TraceFormat::json_lines}) {
    std::string text;
    measure(fmt::format("{} written", trace::name(format)), run.instructions, [&] {
      std::uint64_t bytes = 0;
      const auto writer =
          trace::make_writer(format, [&bytes](std::string_view piece) { bytes += piece.size(); });
      tell(run, program, *writer);
      return bytes;
    });
    for (const trace::Compression kind : {trace::Compression::gzip, trace::Compression::zstd})
      measure(fmt::format("  {}", kind == trace::Compression::gzip ? ".gz" : ".zst"),
              run.instructions, [&] {
                std::uint64_t bytes = 0;
                trace::Compressor compressor(
                    kind, [&bytes](std::string_view piece) { bytes += piece.size(); });
                const auto writer = trace::make_writer(
                    format, [&compressor](std::string_view piece) { compressor.add(piece); });
                tell(run, program, *writer);
                compressor.finish();
                return bytes;
              });
    if (!trace::is_read(format))
      continue;
    const auto writer =
        trace::make_writer(format, [&text](std::string_view piece) { text += piece; });
    tell(run, program, *writer);
    measure(fmt::format("{} read", trace::name(format)), run.instructions, [&] {
      Nothing nothing;
      const auto reader = trace::make_reader(format, nothing, {});
      for (std::size_t at = 0; at < text.size(); at += 1 << 16)
        reader->add(std::string_view(text).substr(at, 1 << 16));
      reader->finish();
      return text.size();
    });
  }
  return 0;
}
