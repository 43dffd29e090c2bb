#include "graph/tune/tune.hpp"

#include <fmt/format.h>

#include <iterator>

namespace stallscope::graph {

namespace {

/// Generates the program of a schedule. Registers: s0 s1 s2 start of the tile in m, n, k; s3 s4
/// start of the block; a0 a1 a2 the matrices; a3 a4 bytes per row of A and of B and C; t0 and s5 to
/// s11 rows of A; t1 B; t2 C; f0 to f15 sums, f16 to f23 of A, f24 to f31 of B.
class MatmulWriter {
public:
  MatmulWriter(const MatmulSize& size, const MatmulSchedule& schedule)
      : size_(size), s_(schedule) {}

  std::string code() {
    line("la a0, A");
    line("la a1, B");
    line("la a2, C");
    line("li a3, {}", size_.k * 8);
    line("li a4, {}", size_.n * 8);
    for (const char loop : s_.order)
      open(loop, tile_register(loop), full(loop), "tile");
    if (s_.packed)
      pack();
    line("mv s3, s0");
    text_ += "rows_of_blocks:\n";
    line("mv s4, s1");
    text_ += "blocks:\n";
    block();
    line("addi s4, s4, {}", s_.columns);
    line("addi t3, s1, {}", s_.tile[1]);
    line("blt s4, t3, blocks");
    line("addi s3, s3, {}", s_.rows);
    line("addi t3, s0, {}", s_.tile[0]);
    line("blt s3, t3, rows_of_blocks");
    for (std::size_t i = 3; i-- > 0;)
      close(s_.order[i]);
    line("li a0, 0");
    line("li a7, 93");
    line("ecall");
    return std::move(text_);
  }

private:
  template <class... Values> void line(fmt::format_string<Values...> words, Values&&... values) {
    text_ += "  ";
    fmt::format_to(std::back_inserter(text_), words, std::forward<Values>(values)...);
    text_ += '\n';
  }

  static const char* tile_register(char loop) {
    return loop == 'i' ? "s0" : loop == 'j' ? "s1" : "s2";
  }
  [[nodiscard]] std::uint32_t full(char loop) const {
    return loop == 'i' ? size_.m : loop == 'j' ? size_.n : size_.k;
  }
  [[nodiscard]] std::uint32_t tile(char loop) const {
    return s_.tile[loop == 'i' ? 0 : loop == 'j' ? 1 : 2];
  }
  void open(char loop, const char* reg, std::uint32_t, const char* what) {
    line("li {}, 0", reg);
    text_ += fmt::format("{}_{}:\n", what, loop);
  }
  void close(char loop) {
    line("addi {0}, {0}, {1}", tile_register(loop), tile(loop));
    line("li t3, {}", full(loop));
    line("blt {}, t3, tile_{}", tile_register(loop), loop);
  }

  static std::string row_of_a(std::uint32_t row) {
    return row == 0 ? "t0" : fmt::format("s{}", row + 4);
  }
  [[nodiscard]] std::string sum(std::uint32_t row, std::uint32_t column) const {
    return fmt::format("f{}", row * s_.columns + column);
  }

  /// Copies the tile of B, one block of columns after another.
  void pack() {
    line("la a5, P");
    line("mv t2, a5");
    line("mv s4, s1");
    text_ += "pack_blocks:\n";
    line("mul t1, s2, a4");
    line("slli t4, s4, 3");
    line("add t1, t1, t4");
    line("add t1, t1, a1");
    line("li t5, {}", s_.tile[2]);
    text_ += "pack_rows:\n";
    for (std::uint32_t column = 0; column < s_.columns; ++column)
      line("fld f{}, {}(t1)", 24 + column, 8 * column);
    for (std::uint32_t column = 0; column < s_.columns; ++column)
      line("fsd f{}, {}(t2)", 24 + column, 8 * column);
    line("add t1, t1, a4");
    line("addi t2, t2, {}", 8 * s_.columns);
    line("addi t5, t5, -1");
    line("bnez t5, pack_rows");
    line("addi s4, s4, {}", s_.columns);
    line("addi t3, s1, {}", s_.tile[1]);
    line("blt s4, t3, pack_blocks");
  }

  /// Computes the address of the block's columns of B.
  void find_columns() {
    if (s_.packed) { // P + (j - j0) tile 8
      line("sub t1, s4, s1");
      line("li t3, {}", s_.tile[2] * 8);
      line("mul t1, t1, t3");
      line("add t1, t1, a5");
    } else { // B + (k0 N + j) 8
      line("mul t1, s2, a4");
      line("add t1, t1, t4");
      line("add t1, t1, a1");
    }
  }

  /// The sums of a block: loaded, accumulated over the tile of k, and stored.
  void block() {
    line("mul t0, s3, a3"); // A + (i K + k0) 8
    line("slli t3, s2, 3");
    line("add t0, t0, t3");
    line("add t0, t0, a0");
    for (std::uint32_t row = 1; row < s_.rows; ++row)
      line("add {}, {}, a3", row_of_a(row), row_of_a(row - 1));
    line("slli t4, s4, 3");
    find_columns();
    line("mul t2, s3, a4"); // C + (i N + j) 8
    line("add t2, t2, t4");
    line("add t2, t2, a2");
    sums("fld");
    line("li t5, {}", s_.tile[2] / s_.unroll);
    text_ += "inner:\n";
    for (std::uint32_t step = 0; step < s_.unroll; ++step)
      step_of_k(step);
    for (std::uint32_t row = 0; row < s_.rows; ++row)
      line("addi {0}, {0}, {1}", row_of_a(row), 8 * s_.unroll);
    if (s_.packed)
      line("addi t1, t1, {}", 8 * s_.columns * s_.unroll);
    line("addi t5, t5, -1");
    line("bnez t5, inner");
    sums("fsd");
  }

  void sums(const char* move) {
    line("mv t6, t2");
    for (std::uint32_t row = 0; row < s_.rows; ++row) {
      for (std::uint32_t column = 0; column < s_.columns; ++column)
        line("{} {}, {}(t6)", move, sum(row, column), 8 * column);
      if (row + 1 < s_.rows)
        line("add t6, t6, a4");
    }
  }

  void step_of_k(std::uint32_t step) {
    for (std::uint32_t column = 0; column < s_.columns; ++column)
      line("fld f{}, {}(t1)", 24 + column, 8 * (column + (s_.packed ? step * s_.columns : 0)));
    if (!s_.packed)
      line("add t1, t1, a4");
    for (std::uint32_t row = 0; row < s_.rows; ++row)
      line("fld f{}, {}({})", 16 + row, 8 * step, row_of_a(row));
    for (std::uint32_t row = 0; row < s_.rows; ++row)
      for (std::uint32_t column = 0; column < s_.columns; ++column)
        line("fmadd.d {0}, f{1}, f{2}, {0}", sum(row, column), 16 + row, 24 + column);
  }

  const MatmulSize& size_;
  const MatmulSchedule& s_;
  std::string text_;
};

void write_numbers(std::string& text, const char* label, const Tensor& tensor) {
  text += fmt::format("{}:\n", label);
  for (std::size_t i = 0; i < tensor.values.size(); ++i)
    text += fmt::format("{}{}{}", i % 8 == 0 ? "  .double " : ", ", tensor.values[i],
                        i % 8 == 7 || i + 1 == tensor.values.size() ? "\n" : "");
}

} // namespace

MatmulSchedule naive_schedule(const MatmulSize& size) {
  MatmulSchedule out;
  out.tile = {size.m, size.n, size.k};
  return out;
}

std::string text_of(const MatmulSchedule& s) {
  return fmt::format("tile {}x{}x{}, block {}x{}, unroll {}, order {}{}", s.tile[0], s.tile[1],
                     s.tile[2], s.rows, s.columns, s.unroll, fmt::join(s.order, ""),
                     s.packed ? ", B packed" : "");
}

std::string loop_nest(const MatmulSize& size, const MatmulSchedule& s) {
  std::string out;
  std::string indent;
  const auto loop = [&](const std::string& head) {
    out += indent + head + "\n";
    indent += "  ";
  };
  for (const char of : s.order) {
    const std::uint32_t full = of == 'i' ? size.m : of == 'j' ? size.n : size.k;
    const std::uint32_t tile = s.tile[of == 'i' ? 0 : of == 'j' ? 1 : 2];
    if (tile != full)
      loop(fmt::format("for {0}0 in 0..{1} step {2}:", of, full, tile));
  }
  if (s.packed)
    out += indent + "copy the tile of B, columns of a block behind each other\n";
  // A loop over all of a size starts at 0; within a tile at the tile's first element.
  const auto range = [](char of, std::uint32_t tile, std::uint32_t full) {
    return tile == full ? fmt::format("0..{}", full) : fmt::format("{0}0..{0}0+{1}", of, tile);
  };
  loop(fmt::format("for i in {} step {}:", range('i', s.tile[0], size.m), s.rows));
  loop(fmt::format("for j in {} step {}:", range('j', s.tile[1], size.n), s.columns));
  loop(fmt::format("for k in {} unrolled {}:", range('k', s.tile[2], size.k), s.unroll));
  out += fmt::format("{}C[i..i+{},j..j+{}] += A[i..i+{},k] * B[k,j..j+{}]  # in registers\n",
                     indent, s.rows, s.columns, s.rows, s.columns);
  return out;
}

std::string program_of(const MatmulSize& size, const MatmulSchedule& schedule, const Tensor& a,
                       const Tensor& b) {
  std::string text = ".text\n" + MatmulWriter(size, schedule).code() + ".data\n.balign 64\n";
  write_numbers(text, "A", a);
  text += ".balign 64\n";
  write_numbers(text, "B", b);
  text += fmt::format(".balign 64\nC: .space {}\n", size.m * size.n * 8);
  if (schedule.packed)
    text += fmt::format(".balign 64\nP: .space {}\n", schedule.tile[1] * schedule.tile[2] * 8);
  return text;
}

} // namespace stallscope::graph
