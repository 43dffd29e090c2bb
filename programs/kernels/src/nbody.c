// Five bodies under gravity, leapfrog, once in double and once in single precision: square roots,
// divisions, long chains of dependent floating-point operations. The checksums are over every bit
// of the positions. About 2.1 million instructions (RV64GC).
#include "kernel.h"

#include <math.h>

enum { kBodies = 5, kSteps = 1000 };

/// Sun-like, and four planets on circles in different planes; units in which the gravitational
/// constant is 1.
static const double kMass[kBodies] = {1.0, 1e-3, 3e-4, 5e-5, 4e-5};
static const double kRadius[kBodies] = {0, 1.0, 1.9, 3.2, 4.5};

// The same text for both precisions: system, step, energy.
#define DEFINE_SYSTEM(Real, name, root)                                                            \
  static struct { Real at[3], speed[3], mass; } name[kBodies];                                     \
                                                                                                   \
  static void name##_start(void) {                                                                 \
    for (int i = 0; i < kBodies; ++i) {                                                            \
      name[i].mass = (Real)kMass[i];                                                               \
      name[i].at[i % 2] = (Real)kRadius[i];                                                        \
      name[i].speed[i % 2 + 1] = i == 0 ? 0 : 1 / root((Real)kRadius[i]);                          \
    }                                                                                              \
  }                                                                                                \
                                                                                                   \
  static void name##_step(Real dt) {                                                               \
    for (int i = 0; i < kBodies; ++i)                                                              \
      for (int j = i + 1; j < kBodies; ++j) {                                                      \
        Real away[3], square = 0;                                                                  \
        for (int k = 0; k < 3; ++k) {                                                              \
          away[k] = name[i].at[k] - name[j].at[k];                                                 \
          square += away[k] * away[k];                                                             \
        }                                                                                          \
        const Real pull = dt / (square * root(square));                                            \
        for (int k = 0; k < 3; ++k) {                                                              \
          name[i].speed[k] -= away[k] * name[j].mass * pull;                                       \
          name[j].speed[k] += away[k] * name[i].mass * pull;                                       \
        }                                                                                          \
      }                                                                                            \
    for (int i = 0; i < kBodies; ++i)                                                              \
      for (int k = 0; k < 3; ++k)                                                                  \
        name[i].at[k] += dt * name[i].speed[k];                                                    \
  }                                                                                                \
                                                                                                   \
  static Real name##_energy(void) {                                                                \
    Real energy = 0;                                                                               \
    for (int i = 0; i < kBodies; ++i) {                                                            \
      for (int k = 0; k < 3; ++k)                                                                  \
        energy += name[i].mass * name[i].speed[k] * name[i].speed[k] / 2;                          \
      for (int j = i + 1; j < kBodies; ++j) {                                                      \
        Real square = 0;                                                                           \
        for (int k = 0; k < 3; ++k)                                                                \
          square += (name[i].at[k] - name[j].at[k]) * (name[i].at[k] - name[j].at[k]);             \
        energy -= name[i].mass * name[j].mass / root(square);                                      \
      }                                                                                            \
    }                                                                                              \
    return energy;                                                                                 \
  }

DEFINE_SYSTEM(double, fine, sqrt)
DEFINE_SYSTEM(float, coarse, sqrtf)

int main(void) {
  fine_start();
  coarse_start();
  const double before = fine_energy();
  for (int step = 0; step < kSteps; ++step) {
    fine_step(0.01);
    coarse_step(0.01f);
  }
  const double after = fine_energy(), coarse_after = (double)coarse_energy();
  uint32_t doubles = CHECKSUM_START, floats = CHECKSUM_START;
  for (int i = 0; i < kBodies; ++i)
    for (int k = 0; k < 3; ++k) {
      doubles = checksum_double(doubles, fine[i].at[k]);
      floats = checksum_float(floats, coarse[i].at[k]);
    }
  out_line("energy before, 1e-12:", (int64_t)(before * 1e12));
  out_line("energy after, 1e-12:", (int64_t)(after * 1e12));
  out_line("in single precision, 1e-9:", (int64_t)(coarse_after * 1e9));
  out_checksum("double", doubles);
  out_checksum("float", floats);
  const double drift = (after - before) / before;
  const int failures = drift > 1e-3 || drift < -1e-3;
  out_line("failures", failures);
  out_flush();
  return failures;
}
