#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::session {

enum class Mark : std::uint8_t { none, begin, end };
/// Whose marker it is. The last two are instructions: of IACA, and of OSACA for RISC-V.
enum class MarkerKind : std::uint8_t { llvm_mca, osaca, stallscope, x86_bytes, riscv_bytes };

/// How a marker is called: "LLVM-MCA-BEGIN", "the start marker's bytes".
[[nodiscard]] std::string_view name(MarkerKind kind, bool begins);

/// A comment of its own that is a marker: "# LLVM-MCA-BEGIN saxpy".
struct CommentMarker {
  Mark mark = Mark::none;
  MarkerKind kind = MarkerKind::llvm_mca;
  std::string name;
  std::uint32_t column = 1;
};
[[nodiscard]] CommentMarker comment_marker(std::string_view line);

/// Markers that are instructions: 111 or 222 into a register, and bytes that do nothing, perhaps
/// spread over lines. `movl $111, %ebx; .byte 100, 103, 144`, `li a1, 111; .byte 19, 0, 0, 0`.
class ByteMarkers {
public:
  /// Where a statement begins in its text, both from 0.
  struct Place {
    std::size_t line = 0;
    std::size_t offset = 0;
  };
  /// The next statement. Whether it completes a marker, and which.
  Mark statement(std::string_view text, Place place);
  /// Of the marker that has been completed.
  [[nodiscard]] MarkerKind kind() const { return kind_; }
  [[nodiscard]] Place begin() const { return begin_; }

private:
  [[nodiscard]] Mark constant(std::string_view text);
  [[nodiscard]] bool take_bytes(std::string_view text);

  Mark pending_ = Mark::none;
  MarkerKind kind_ = MarkerKind::x86_bytes;
  std::size_t taken_ = 0; ///< of the bytes
  Place begin_;
};

} // namespace stallscope::session
