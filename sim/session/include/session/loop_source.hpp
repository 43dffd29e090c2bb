#pragma once

#include "base/result.hpp"
#include "isa/assemble.hpp"
#include "isa/program.hpp"
#include "session/loop.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Where the loops of `stallscope loop` come from: regions that are marked in a text, whole texts,
// functions of programs.
namespace stallscope::session {

/// Lines of a text between markers, both inclusive; an empty region ends before it begins.
struct LoopRegion {
  std::string name; ///< of no other one, but may be empty
  std::uint32_t first_line = 1;
  std::uint32_t last_line = 0;
  std::string marked_name; ///< as it is written: several may have it
  std::uint32_t line = 0;  ///< of the marker that begins it; 0: there is none
  std::uint32_t column = 0;
  bool is_empty = false; ///< nothing but comments stands between its markers
};

/// A text with its regions; markers are blank in it.
struct MarkedText {
  std::string text;
  std::vector<LoopRegion> regions; ///< in order of their ends; none: nothing is marked
};

/// Finds LLVM-MCA-BEGIN and LLVM-MCA-END, OSACA-BEGIN and OSACA-END, `stallscope: begin` and
/// `stallscope: end` behind #, //, ; or /*, with a name or not, and the marker bytes of IACA and
/// OSACA (x86 and RISC-V). Markers that do not fit together are errors.
[[nodiscard]] Result<MarkedText> find_regions(std::string_view file, std::string_view text);

/// Those that have a name; all for an empty one. An error names those there are, or says that all
/// of them are empty.
[[nodiscard]] Result<std::vector<LoopRegion>>
regions_called(std::string_view file, const MarkedText& marked, const std::string& name);

/// A program and the bodies chosen from it.
struct LoopSource {
  isa::Program program;
  std::vector<LoopBody> bodies;
};

/// Which loop is meant.
struct LoopChoice {
  std::string region;           ///< only this one; empty: all
  std::string function;         ///< of a program; empty: the region, or all of the text
  std::optional<unsigned> loop; ///< number among those that are found, from 1
  bool strict = false;          ///< names that are not defined are errors
  unsigned trips = 1;           ///< iterations of each loop within it
};

/// Assembles a text with what is missing around a region: labels and data that are not defined
/// stand for some place. A program for each region, as only what lies in it must assemble. A body
/// for each innermost loop of a region; one without instructions for an empty region. Where there
/// is something in one region, what is wrong in others are errors beside the value.
[[nodiscard]] Result<std::vector<LoopSource>> read_loops(std::string_view file,
                                                         std::string_view text, isa::Isa isa,
                                                         const isa::AssembleOptions& options,
                                                         const LoopChoice& choice);

/// The body of what lies there: an iteration of its only innermost loop, or of the one that is
/// chosen (innermost ones first, then by address), with `trips` iterations of each loop within;
/// without any, all of it. `what` is what messages call it: "region saxpy", "function f".
[[nodiscard]] Result<LoopBody> body_of_code(const isa::Program& program,
                                            const std::vector<std::uint32_t>& code,
                                            const std::string& what, std::optional<unsigned> loop,
                                            unsigned trips = 1);
/// What stands for an empty region: no instructions.
[[nodiscard]] LoopBody empty_body(const LoopRegion& region);
/// Loops that are taken of a region by their numbers, where none is chosen: its innermost ones.
/// None: what there is.
[[nodiscard]] std::vector<std::optional<unsigned>> innermost_of(unsigned loops);
/// Innermost loops in what lies there.
[[nodiscard]] unsigned innermost_in_code(const isa::Program& program,
                                         const std::vector<std::uint32_t>& code);
/// The same of a region of a compiled source.
[[nodiscard]] unsigned innermost_in_lines(const isa::Program& program, std::string_view file,
                                          const LoopRegion& region, const std::string& function);
/// Of a function or behind a label: its first innermost loop, or the one that is chosen.
[[nodiscard]] Result<LoopBody> body_of_function(const isa::Program& program,
                                                const std::string& name,
                                                std::optional<unsigned> loop, unsigned trips = 1);
/// Of source lines (both inclusive) of a file, as program.place_of() names it: what a marked region
/// of a compiled source became. A region that holds a loop is that loop, a region in a loop an
/// iteration of the innermost one around it, straight code itself. An empty file: the program's
/// own. `function`: where the compiler has put the region into several, the one that is meant.
[[nodiscard]] Result<LoopBody> body_of_lines(const isa::Program& program, std::string_view file,
                                             const LoopRegion& region, std::optional<unsigned> loop,
                                             const std::string& function = {}, unsigned trips = 1);

} // namespace stallscope::session
