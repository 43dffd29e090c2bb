// Product of two matrices of 4 by 4 doubles
//
// Three loops; the innermost multiplies and adds with one address that moves by 8 bytes and one by
// 32.
//
//   stallscope run x86/matrix -m mips-5 --stats
#define N 4

static double a[N][N], b[N][N], c[N][N];

__attribute__((noinline)) void multiply(double (*x)[N], double (*y)[N], double (*z)[N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += x[i][k] * y[k][j];
      z[i][j] = sum;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i + j;
      b[i][j] = i - j;
    }
  multiply(a, b, c);
  double trace = 0;
  for (int i = 0; i < N; i++)
    trace += c[i][i];
  return trace == 0 && c[2][1] == 12 ? 0 : 1;
}
