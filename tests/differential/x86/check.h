// What the functions of this folder are called with, and how their results are summed up: a line for
// each group, its name and a number that any wrong result changes.
//
// The functions are small and of all kinds that a compiler course shows; rebuild.sh compiles them.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long i64;
#define FN __attribute__((noinline, noclone))
int printf(const char*, ...);
static u64 sum;
static u64 seed = 0x9e3779b97f4a7c15ul;
static FN void mix(u64 v) {
  sum = (sum ^ v) * 0x100000001b3ul;
  sum ^= sum >> 29;
}
static FN void say(const char* name) {
  printf("%s %016lx\n", name, sum);
  sum = 0;
}
static FN u64 next(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}
static FN u64 bits(double d) {
  union {
    double d;
    u64 u;
  } x;
  x.d = d;
  if (d != d)
    return 0x7ff8;
  return x.u;
}
static FN u64 fbits(float d) {
  union {
    float d;
    u32 u;
  } x;
  x.d = d;
  if (d != d)
    return 0x7fc0;
  return x.u;
}
static const u64 corner[] = {0,
                             1,
                             2,
                             3,
                             7,
                             8,
                             0x7f,
                             0x80,
                             0xff,
                             0x7fff,
                             0x8000,
                             0xffff,
                             0x7fffffff,
                             0x80000000ul,
                             0xffffffff,
                             0x100000000ul,
                             0x7ffffffffffffffful,
                             0x8000000000000000ul,
                             0xfffffffffffffffful,
                             0x123456789abcdef0ul};
#define CORNERS 20
static FN u64 arg(unsigned i) {
  return i < CORNERS ? corner[i] : next() >> (i * 7 % 64);
}
static const double dcorner[] = {0.0,       -0.0,       1.0,       -1.0,        0.5,   2.5,
                                 -2.5,      3.5,        1e10,      -1e10,       1e300, -1e-300,
                                 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 123456789.75};
static FN double darg(unsigned i) {
  return i < 16 ? dcorner[i] : (double)(i64)next() / (double)(1ul << (i % 50));
}
#define ALL2(name, type, call)                                                                     \
  do {                                                                                             \
    for (unsigned i = 0; i < 20; ++i)                                                              \
      for (unsigned j = 0; j < 20; ++j) {                                                          \
        type a = (type)arg(i), b = (type)arg(j);                                                   \
        mix((u64)(call));                                                                          \
      }                                                                                            \
    say(name);                                                                                     \
  } while (0)
#define ALL1(name, type, call)                                                                     \
  do {                                                                                             \
    for (unsigned i = 0; i < 40; ++i) {                                                            \
      type a = (type)arg(i);                                                                       \
      mix((u64)(call));                                                                            \
    }                                                                                              \
    say(name);                                                                                     \
  } while (0)
#define DALL2(name, call)                                                                          \
  do {                                                                                             \
    for (unsigned i = 0; i < 20; ++i)                                                              \
      for (unsigned j = 0; j < 20; ++j) {                                                          \
        double a = darg(i), b = darg(j);                                                           \
        mix(call);                                                                                 \
      }                                                                                            \
    say(name);                                                                                     \
  } while (0)
#define DALL1(name, call)                                                                          \
  do {                                                                                             \
    for (unsigned i = 0; i < 40; ++i) {                                                            \
      double a = darg(i);                                                                          \
      mix(call);                                                                                   \
    }                                                                                              \
    say(name);                                                                                     \
  } while (0)
