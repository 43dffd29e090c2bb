// The mathematics library in double precision: tables of elementary functions, an integral by
// Simpson's rule, zeros by Newton's method. Printed to nine places, since libraries differ in the
// last bit. About 5 million instructions (RV64GC).
#include <math.h>
#include <stdio.h>

#ifdef __riscv_float_abi_soft
enum { kParts = 12000 };
#else
enum { kParts = 60000 };
#endif

static double bell(double x) {
  return exp(-x * x);
}

static double simpson(double (*f)(double), double from, double to, int parts) {
  const double width = (to - from) / parts;
  double sum = f(from) + f(to);
  for (int i = 1; i < parts; ++i)
    sum += (i % 2 == 1 ? 4 : 2) * f(from + i * width);
  return sum * width / 3;
}

/// The zero of cos(x) - k x.
static double zero_of_cosine(double k) {
  double x = 1;
  for (int i = 0; i < 20; ++i)
    x += (cos(x) - k * x) / (sin(x) + k);
  return x;
}

int main(void) {
  for (int i = 1; i <= 12; ++i) {
    const double x = i * 0.75;
    printf("%5.2f  %12.9f %12.9f %12.9f %12.9f %14.6g\n", x, sin(x), cos(x), log(x),
           atan2(x, 3 - x), pow(x, x / 2));
  }
  double product = 0;
  for (int i = 1; i <= 500; ++i)
    product += log((double)i);
  printf("log(500!) = %.6f, 500! = %.4fe%+.0f\n", product, pow(10, fmod(product / log(10), 1)),
         floor(product / log(10)));
  printf("integral %.9f, half the root of pi %.9f\n", simpson(bell, 0, 6, kParts),
         sqrt(acos(-1)) / 2);
  for (int k = 1; k <= 3; ++k)
    printf("cos x = %d x at %.9f\n", k, zero_of_cosine(k));
  printf("tan %.9f, sinh %.9f, cube root %.9f, hypotenuse %.9f, remainder %.9f\n", tan(1), sinh(1),
         cbrt(2), hypot(3.5, 12.25), fmod(1e6, 3.14159));
  return 0;
}
