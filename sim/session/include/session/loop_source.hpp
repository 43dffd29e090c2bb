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

// Sources of the loops of `stallscope loop`: marked regions of a text, whole texts, functions of
// programs.
namespace stallscope::session {

/// Lines of a text between markers, both inclusive; an empty region ends before its first line.
struct LoopRegion {
  std::string name; ///< unique among the regions, but may be empty
  std::uint32_t first_line = 1;
  std::uint32_t last_line = 0;
  std::string marked_name; ///< name in the marker, which several regions may have
  std::uint32_t line = 0;  ///< line of the begin marker; 0: there is none
  std::uint32_t column = 0;
  bool is_empty = false; ///< the text between its markers consists of comments only
};

/// A text with its regions; markers are replaced by blanks.
struct MarkedText {
  std::string text;
  std::vector<LoopRegion> regions; ///< in order of their ends; empty: the text has no markers
};

/// Finds LLVM-MCA-BEGIN and LLVM-MCA-END, OSACA-BEGIN and OSACA-END, `stallscope: begin` and
/// `stallscope: end` after #, //, ; or /*, with or without a name, and the marker bytes of IACA and
/// OSACA (x86 and RISC-V). Markers that do not match are errors.
[[nodiscard]] Result<MarkedText> find_regions(std::string_view file, std::string_view text);

/// The regions with a given name; all for an empty name. The error lists the names that exist, or
/// says that no region has a name.
[[nodiscard]] Result<std::vector<LoopRegion>>
regions_called(std::string_view file, const MarkedText& marked, const std::string& name);

/// A program and the loop bodies selected from it.
struct LoopSource {
  isa::Program program;
  std::vector<LoopBody> bodies;
};

/// Selection of a loop.
struct LoopChoice {
  std::string region;           ///< name of the region; empty: all regions
  std::string function;         ///< function of the program; empty: the region, or the whole text
  std::optional<unsigned> loop; ///< number among the loops found, from 1
  bool strict = false;          ///< undefined names are errors
  unsigned trips = 1;           ///< number of iterations of each inner loop
};

/// Assembles a text and completes what is missing around a region: undefined labels and data get
/// addresses. Makes one program for each region, because only the region's text must assemble, and
/// one body for each innermost loop of a region, or one without instructions for an empty region.
/// When at least one region can be read, the errors of the others are returned beside the value.
[[nodiscard]] Result<std::vector<LoopSource>> read_loops(std::string_view file,
                                                         std::string_view text, isa::Isa isa,
                                                         const isa::AssembleOptions& options,
                                                         const LoopChoice& choice);

/// The body of a range of code: an iteration of its only innermost loop, or of the selected loop
/// (numbered innermost first, then by address), with `trips` iterations of each inner loop; all of
/// the code when it has no loop. `what` names the code in messages: "region saxpy", "function f".
[[nodiscard]] Result<LoopBody> body_of_code(const isa::Program& program,
                                            const std::vector<std::uint32_t>& code,
                                            const std::string& what, std::optional<unsigned> loop,
                                            unsigned trips = 1);
/// The body of an empty region: no instructions.
[[nodiscard]] LoopBody empty_body(const LoopRegion& region);
/// Numbers of the loops to be analysed when none is selected: the innermost ones. One entry of
/// nullopt when there are no loops.
[[nodiscard]] std::vector<std::optional<unsigned>> innermost_of(unsigned loops);
/// Number of innermost loops in a range of code.
[[nodiscard]] unsigned innermost_in_code(const isa::Program& program,
                                         const std::vector<std::uint32_t>& code);
/// Number of innermost loops in a region of a compiled source.
[[nodiscard]] unsigned innermost_in_lines(const isa::Program& program, std::string_view file,
                                          const LoopRegion& region, const std::string& function);
/// The body of the first innermost loop, or the selected one, of a function or of the code at a
/// label.
[[nodiscard]] Result<LoopBody> body_of_function(const isa::Program& program,
                                                const std::string& name,
                                                std::optional<unsigned> loop, unsigned trips = 1);
/// The body of source lines (both inclusive) of a file, in the notation of program.place_of(), for
/// a marked region of a compiled source. A region that contains a loop gives that loop; a region
/// inside a loop gives an iteration of the innermost loop around it; otherwise the straight-line
/// code itself. An empty file: the program's own. `function`: selects one when the compiler has put
/// the region into several functions.
[[nodiscard]] Result<LoopBody> body_of_lines(const isa::Program& program, std::string_view file,
                                             const LoopRegion& region, std::optional<unsigned> loop,
                                             const std::string& function = {}, unsigned trips = 1);

} // namespace stallscope::session
