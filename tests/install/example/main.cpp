#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"

#include <iostream>

using namespace stallscope;

int main() {
  const auto machine = machine::load_machine("mips-5");
  const auto program =
      isa::assemble(isa::Isa::mips, "load_use.s", "lw $t1, 0($sp)\nadd $t2, $t1, $t1\n", {});
  if (!machine || !program) {
    std::cerr << format(machine ? program.diagnostics() : machine.diagnostics());
    return 1;
  }
  const trace::RunRecord run = session::run_program(*program, *machine, {});
  std::cout << run.cycles << " cycles; issue slots:\n";
  for (std::size_t i = 0; i < kReasonCount; ++i)
    if (const auto slots = run.ledger.at(trace::LedgerPoint::issue).slots[i]; slots > 0)
      std::cout << info(static_cast<Reason>(i)).title << ": " << slots << '\n';
}
