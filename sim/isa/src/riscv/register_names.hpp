#pragma once

#include "isa/program.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace stallscope::isa::riscv {

/// Names in the calling convention, by RegId: 32 integer registers, then 32 FP registers.
inline constexpr std::array<std::string_view, 64> kRegisterNames = {
    "zero", "ra",  "sp",  "gp",  "tp",  "t0",  "t1",   "t2",   "s0",  "s1",  "a0",   "a1",  "a2",
    "a3",   "a4",  "a5",  "a6",  "a7",  "s2",  "s3",   "s4",   "s5",  "s6",  "s7",   "s8",  "s9",
    "s10",  "s11", "t3",  "t4",  "t5",  "t6",  "ft0",  "ft1",  "ft2", "ft3", "ft4",  "ft5", "ft6",
    "ft7",  "fs0", "fs1", "fa0", "fa1", "fa2", "fa3",  "fa4",  "fa5", "fa6", "fa7",  "fs2", "fs3",
    "fs4",  "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11"};

/// A register by its name, its number ("x10", "f10") or "fp".
[[nodiscard]] std::optional<RegId> register_named(std::string_view text);

/// Rounding modes by their number in an instruction; 5 and 6 are reserved.
inline constexpr std::array<std::string_view, 8> kRoundingNames = {"rne", "rtz", "rdn", "rup",
                                                                   "rmm", "",    "",    "dyn"};

/// Operand of a fence in letters: "rw"; "unknown" for none, as in objdump.
inline constexpr std::array<std::string_view, 16> kFenceSets = {
    "0", "w",  "r",  "rw",  "o",  "ow",  "or",  "orw",
    "i", "iw", "ir", "irw", "io", "iow", "ior", "iorw"};

} // namespace stallscope::isa::riscv
