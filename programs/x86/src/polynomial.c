// A polynomial of degree 20, in two ways
//
// Horner's rule has fewer operations, and each waits for the one before it: a multiplication and an
// addition a step. The direct way multiplies twice a step, and waits for one multiplication only.
// It prints 1.999979 1.999979: the sum of i / 2^i, up to 20.
//
//   stallscope run x86/polynomial -m mips-5 --stats
int printf(const char *, ...);

static double coefficients[21];

__attribute__((noinline)) double horner(const double *a, double x, long degree) {
  double result = a[degree];
  for (long i = degree - 1; i >= 0; i--)
    result = a[i] + x * result;
  return result;
}

__attribute__((noinline)) double direct(const double *a, double x, long degree) {
  double result = a[0];
  double power = x;
  for (long i = 1; i <= degree; i++) {
    result += a[i] * power;
    power *= x;
  }
  return result;
}

int main(void) {
  for (int i = 0; i <= 20; i++)
    coefficients[i] = i;
  double a = horner(coefficients, 0.5, 20);
  double b = direct(coefficients, 0.5, 20);
  printf("%.6f %.6f\n", a, b);
  return a == b ? 0 : 1;
}
