#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::session {

enum class Mark : std::uint8_t { none, begin, end };
/// The tools whose markers are recognised. The last two are instructions: IACA, and OSACA for
/// RISC-V.
enum class MarkerKind : std::uint8_t { llvm_mca, osaca, stallscope, x86_bytes, riscv_bytes };

/// Name of a marker in messages: "LLVM-MCA-BEGIN", "the start marker's bytes".
[[nodiscard]] std::string_view name(MarkerKind kind, bool begins);

/// A comment line that is a marker: "# LLVM-MCA-BEGIN saxpy"; also an asm statement of C that
/// writes one into the compiler's output, `__asm volatile("# LLVM-MCA-BEGIN saxpy");`.
struct CommentMarker {
  Mark mark = Mark::none;
  MarkerKind kind = MarkerKind::llvm_mca;
  std::string name;
  std::uint32_t column = 1;
};
[[nodiscard]] CommentMarker comment_marker(std::string_view line);
/// A marker behind other text on its line, where it has no effect. Mark::none: there is none.
[[nodiscard]] CommentMarker misplaced_marker(std::string_view line);

/// Markers made of instructions: 111 or 222 moved to a register, then bytes without effect,
/// possibly spread over lines. `movl $111, %ebx; .byte 100, 103, 144`, `li a1, 111; .byte 19, 0, 0,
/// 0`.
class ByteMarkers {
public:
  /// Start of a statement in the text; line and column from 0.
  struct Place {
    std::size_t line = 0;
    std::size_t offset = 0;
  };
  /// Processes the next statement. Returns whether it completes a marker, and which.
  Mark statement(std::string_view text, Place place);
  /// Start of the completed marker.
  [[nodiscard]] MarkerKind kind() const { return kind_; }
  [[nodiscard]] Place begin() const { return begin_; }

private:
  [[nodiscard]] Mark constant(std::string_view text);
  [[nodiscard]] bool take_bytes(std::string_view text);

  Mark pending_ = Mark::none;
  MarkerKind kind_ = MarkerKind::x86_bytes;
  std::size_t taken_ = 0; ///< marker bytes matched so far
  Place begin_;
};

} // namespace stallscope::session
