#pragma once

/// Programs that the documents of several RISC-V cores give a number of cycles for.
namespace stallscope::golden {

/// jal links to the nop behind it; 12 bytes on is the last instruction.
inline constexpr const char* kIndirectJump = R"(
        jal  x1, over
        nop
  over: jalr x0, 12(x1)
        nop
        addi x6, x0, 1
  )";

inline constexpr const char* kTakenBranch = R"(
        beq  x0, x0, over
        nop
        nop
  over: addi x6, x0, 1
  )";

} // namespace stallscope::golden
