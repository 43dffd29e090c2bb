// What is said of programs that end by a CSR that is not there, by memory protection, or by a
// command that their host does not know.

#include "image.hpp"
#include "isa/load_elf.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;

namespace {

/// The same on the reference machine and on pipelines.
std::string end_of(const std::string& text, unsigned xlen = 64) {
  const auto bytes = images::elf_of(".globl _start\n_start:\n" + text, xlen);
  const Result<isa::Program> program = isa::program_from_elf("image", bytes, {});
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  const machine::Machine machine = machine::load_machine("mips-5").value();
  const trace::StopInfo stop = session::run_on_reference(*program, machine, {}).stop;
  for (const char* other : {"mips-5", "ooo-4"})
    CHECK(session::run_program(*program, machine::load_machine(other).value(), {}).stop.detail ==
          stop.detail);
  CHECK(stop.reason == "fault");
  return stop.detail;
}

bool says(const std::string& text, std::string_view part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("messages: a CSR that is not there, or cannot be written, is named") {
  says(end_of("csrw satp, zero\n"),
       "there is no CSR satp (0x180) here: the machine has machine mode only");
  says(end_of("csrwi 0x744, 8\n"), "there is no CSR mnstatus (0x744) here");
  says(end_of("csrr t0, 0x7c0\n"), "there is no CSR 0x7c0 here");
  says(end_of("csrr t0, dcsr\n"), "there is no CSR dcsr (0x7b0) here: debug mode alone has it");
  says(end_of("csrw mhartid, t0\n"), "the CSR mhartid (0xf14) can only be read");
  says(end_of("csrr t0, 0xb80\n"), "the CSR mcycleh (0xb80) exists with registers of 32 bits only");
  says(end_of("csrwi mstatus, 0\ncsrr t0, fcsr\n"),
       "the CSR fcsr (0x3) does not exist while floating point is off");
  says(end_of("csrwi mstatus, 0\nfadd.s f1, f2, f3\n"), "floating point is off");
  says(end_of("la t0, 1f\ncsrw mtvec, t0\nnop\n1: csrr t0, stvec\n"),
       "CSR stvec (0x105) here: the machine has machine mode only (in the first instruction of the "
       "trap handler");
}

TEST_CASE("messages: what protection forbids") {
  const std::string lock = "la t1, there\nsrli t0, t1, 2\ncsrw pmpaddr2, t0\nli t0, 0x91 << 16\n"
                           "csrw pmpcfg0, t0\n";
  const std::string there = "j .\nthere: nop\n.data\nx: .word 0\n";
  says(end_of(lock + "sw t0, 0(t1)\n" + there, 32), "which PMP entry 2 (locked, r--) forbids");
  says(end_of(lock + "jr t1\n" + there), "PMP entry 2 (locked, r--) forbids to execute");
  says(end_of("la t1, x\nsrli t0, t1, 2\ncsrw pmpaddr0, t0\nli t0, 0x17\ncsrw pmpcfg0, t0\n"
              "ld t0, 0(t1)\n.data\n.balign 8\nx: .dword 0\n"),
       "which lie in different PMP entries, or only partly in one");
}

TEST_CASE("messages: commands for the host that there are not") {
  says(end_of("li t0, 0x02050000\nsw t0, tohost + 4, t1\nj .\n.data\n.balign 8\ntohost: .dword 0\n",
              32),
       "what it stores to tohost, 0x205000000000000, is command 5 of device 2; there are device 0");
  says(end_of("li t0, 16\nsw t0, tohost, t1\nj .\n.data\n.balign 8\ntohost: .dword 0\n", 32),
       "what it stores to tohost, 0x10, is neither 1 nor another odd number");
}
