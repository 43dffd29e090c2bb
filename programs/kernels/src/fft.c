// Fast Fourier transform of 2048 complex doubles, radix 2 in place: bit reversal (scattered
// accesses), butterflies with power-of-two strides. The twiddle factors come from a Taylor series,
// so no mathematics library takes part and every processor computes the same bits. About 1.1
// million instructions (RV64GC).
#include "kernel.h"

enum { kLog = 11, kPoints = 1 << kLog };

typedef struct {
  double re, im;
} Complex;

static Complex signal[kPoints], original[kPoints], twiddle[kPoints / 2];

/// cos and sin of `angle` in [0, pi]: the series at a quarter of it, doubled twice.
static Complex unit(double angle) {
  const double x = angle / 4, square = x * x;
  double cosine = 0, sine = 0, term = 1;
  for (int k = 0; k < 24; k += 2) { // (pi/4)^24 / 24! is far below the last bit
    cosine += term;
    sine += term * x / (k + 1);
    term = -term * square / ((k + 1) * (k + 2));
  }
  Complex result = {cosine, sine};
  for (int doubling = 0; doubling < 2; ++doubling) {
    const Complex last = result;
    result.re = last.re * last.re - last.im * last.im;
    result.im = 2 * last.re * last.im;
  }
  return result;
}

static void reverse_bits(void) {
  for (int i = 0, j = 0; i < kPoints; ++i) {
    if (i < j) {
      const Complex t = signal[i];
      signal[i] = signal[j];
      signal[j] = t;
    }
    int bit = kPoints / 2;
    while (j & bit) {
      j ^= bit;
      bit /= 2;
    }
    j |= bit;
  }
}

/// `sign` -1: forward; 1: backward, without the division by the number of points.
static void transform(double sign) {
  reverse_bits();
  for (int half = 1; half < kPoints; half *= 2) {
    const int step = kPoints / 2 / half;
    for (int start = 0; start < kPoints; start += 2 * half)
      for (int k = 0; k < half; ++k) {
        const Complex w = {twiddle[k * step].re, sign * twiddle[k * step].im};
        Complex* const top = &signal[start + k];
        Complex* const bottom = top + half;
        const Complex t = {w.re * bottom->re - w.im * bottom->im,
                           w.re * bottom->im + w.im * bottom->re};
        bottom->re = top->re - t.re;
        bottom->im = top->im - t.im;
        top->re += t.re;
        top->im += t.im;
      }
  }
}

static int largest_component(void) {
  int best = 0;
  double power = 0;
  for (int k = 0; k < kPoints / 2; ++k) {
    const double here = signal[k].re * signal[k].re + signal[k].im * signal[k].im;
    if (here > power) {
      power = here;
      best = k;
    }
  }
  return best;
}

int main(void) {
  for (int k = 0; k < kPoints / 2; ++k)
    twiddle[k] = unit(3.14159265358979323846 * k / (kPoints / 2));
  uint32_t state = 1965;
  for (int i = 0; i < kPoints; ++i) { // a tone of 100 periods, and noise of a quarter of its height
    const int phase = 100 * i % kPoints;
    const double tone = phase < kPoints / 2 ? twiddle[phase].re : -twiddle[phase - kPoints / 2].re;
    original[i].re = tone + (double)(int32_t)next_random(&state) / 8589934592.0;
  }
  memcpy(signal, original, sizeof signal);
  transform(-1);
  uint32_t spectrum = CHECKSUM_START;
  for (int k = 0; k < kPoints; ++k)
    spectrum = checksum_double(checksum_double(spectrum, signal[k].re), signal[k].im);
  const int tone = largest_component();
  transform(1);
  double worst = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double re = signal[i].re / kPoints - original[i].re, im = signal[i].im / kPoints;
    const double error = re * re + im * im;
    worst = error > worst ? error : worst;
  }
  out_line("tone at", tone);
  out_checksum("spectrum", spectrum);
  out_line("inverse restores the signal to 1e-12", worst < 1e-24);
  out_flush();
  return tone == 100 && worst < 1e-24 ? 0 : 1;
}
