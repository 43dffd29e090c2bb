// Double precision: a product of 48x48 matrices, then the solution of a linear system by
// elimination with partial pivoting (divisions, comparisons, row exchanges). Chains of dependent
// additions, as in DAXPY. About 1.3 million instructions (RV64GC).
#include "kernel.h"

enum { kSize = 48 };

static double a[kSize][kSize], b[kSize][kSize], c[kSize][kSize], x[kSize], y[kSize];

static double absolute(double value) {
  return value < 0 ? -value : value;
}

static void multiply(void) {
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      double sum = 0;
      for (int k = 0; k < kSize; ++k)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

static void exchange_rows(int i, int j) {
  for (int k = 0; k < kSize; ++k) {
    const double t = c[i][k];
    c[i][k] = c[j][k];
    c[j][k] = t;
  }
  const double t = y[i];
  y[i] = y[j];
  y[j] = t;
}

/// Solves c x = y in place; the number of row exchanges.
static int solve(void) {
  int exchanges = 0;
  for (int column = 0; column < kSize; ++column) {
    int best = column;
    for (int row = column + 1; row < kSize; ++row)
      if (absolute(c[row][column]) > absolute(c[best][column]))
        best = row;
    if (best != column) {
      exchange_rows(best, column);
      ++exchanges;
    }
    for (int row = column + 1; row < kSize; ++row) {
      const double factor = c[row][column] / c[column][column];
      for (int k = column; k < kSize; ++k)
        c[row][k] -= factor * c[column][k];
      y[row] -= factor * y[column];
    }
  }
  for (int row = kSize; row-- > 0;) {
    double sum = y[row];
    for (int k = row + 1; k < kSize; ++k)
      sum -= c[row][k] * x[k];
    x[row] = sum / c[row][row];
  }
  return exchanges;
}

int main(void) {
  uint32_t state = 99, product = CHECKSUM_START, solution = CHECKSUM_START;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      a[i][j] = (double)(int32_t)(next_random(&state) % 20001 - 10000) / 1000;
      b[i][j] = 1.0 / (1 + (i > j ? i - j : j - i)) + (i == j);
    }
  multiply();
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      product = checksum_double(product, c[i][j]);
      y[i] += c[i][j] * (j % 5 - 2); // so the solution is -2, -1, 0, 1, 2, -2, ... up to rounding
    }
  const int exchanges = solve();
  double worst = 0;
  for (int i = 0; i < kSize; ++i) {
    const double error = absolute(x[i] - (i % 5 - 2));
    worst = error > worst ? error : worst;
    solution = checksum_double(solution, x[i]);
  }
  out_checksum("product", product);
  out_line("exchanges", exchanges);
  out_checksum("solution", solution);
  out_line("error below 1e-9", worst < 1e-9);
  out_flush();
  return worst < 1e-9 ? 0 : 1;
}
