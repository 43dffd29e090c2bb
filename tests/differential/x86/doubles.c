// Floating point: comparisons with NaN, choices, conversions, small loops and structures.
#include "check.h"
FN double dadd(double a, double b) {
  return a + b;
}
FN double dsub(double a, double b) {
  return a - b;
}
FN double dmul(double a, double b) {
  return a * b;
}
FN double ddiv(double a, double b) {
  return a / b;
}
FN double dneg(double a) {
  return -a;
}
FN double dfabs(double a) {
  return __builtin_fabs(a);
}
FN double dcopysign(double a, double b) {
  return __builtin_copysign(a, b);
}
FN double dmin(double a, double b) {
  return a < b ? a : b;
}
FN double dmax(double a, double b) {
  return a > b ? a : b;
}
FN double dmaxe(double a, double b) {
  return a >= b ? a : b;
}
FN int dlt(double a, double b) {
  return a < b;
}
FN int dle(double a, double b) {
  return a <= b;
}
FN int deq(double a, double b) {
  return a == b;
}
FN int dne(double a, double b) {
  return a != b;
}
FN int dgt(double a, double b) {
  return a > b;
}
FN int dunord(double a, double b) {
  return __builtin_isunordered(a, b);
}
FN int dlg(double a, double b) {
  return __builtin_islessgreater(a, b);
}
FN double dsel(double a, double b, double c, double d) {
  return a < b ? c : d;
}
FN double dseleq(double a, double b, double c, double d) {
  return a == b ? c : d;
}
FN double dselne(double a, double b) {
  return a != b ? a * 2 : b + 1;
}
FN double dselle(double a, double b, double c) {
  return a <= b ? c : 0;
}
FN double drelu(double a) {
  return a > 0 ? a : 0;
}
FN double dsign(double a) {
  return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0;
}
FN int disel(double a, double b, int c, int d) {
  return a < b ? c : d;
}
FN i32 d2i(double a) {
  return a > -1e9 && a < 1e9 ? (i32)a : 7;
}
FN i64 d2l(double a) {
  return a > -1e18 && a < 1e18 ? (i64)a : 7;
}
FN u32 d2u(double a) {
  return a > 0 && a < 4e9 ? (u32)a : 7;
}
FN u64 d2ul(double a) {
  return a > 0 && a < 1e19 ? (u64)a : 7;
}
FN i8 d2c(double a) {
  return a > -100 && a < 100 ? (i8)a : 1;
}
FN u16 d2s(double a) {
  return a > 0 && a < 60000 ? (u16)a : 1;
}
FN double i2d(i32 a) {
  return a;
}
FN double l2d(i64 a) {
  return a;
}
FN double u2d(u32 a) {
  return a;
}
FN double ul2d(u64 a) {
  return a;
}
FN double c2d(i8 a) {
  return a;
}
FN float i2f(i32 a) {
  return a;
}
FN float l2f(i64 a) {
  return a;
}
FN float ul2f(u64 a) {
  return a;
}
FN float u2f(u32 a) {
  return a;
}
FN float d2f(double a) {
  return a;
}
FN double f2d(float a) {
  return a;
}
FN float fadd_(float a, float b) {
  return a + b;
}
FN float fmul_(float a, float b) {
  return a * b;
}
FN float fdiv_(float a, float b) {
  return a / b;
}
FN float fneg_(float a) {
  return -a;
}
FN float ffabs_(float a) {
  return __builtin_fabsf(a);
}
FN float fcopy_(float a, float b) {
  return __builtin_copysignf(a, b);
}
FN float fmax_(float a, float b) {
  return a > b ? a : b;
}
FN float fsel_(float a, float b, float c, float d) {
  return a < b ? c : d;
}
FN float fmixed(float a, double b) {
  return a * b + 1.5f;
}
FN int flt_(float a, float b) {
  return a < b;
}
FN i32 f2i(float a) {
  return a > -1e9f && a < 1e9f ? (i32)a : 3;
}
FN u64 f2ul(float a) {
  return a > 0 && a < 1e19f ? (u64)a : 3;
}
FN double dsqrt(double a) {
  return __builtin_sqrt(a);
}
FN float fsqrt_(float a) {
  return __builtin_sqrtf(a);
}
FN double hyp(double a, double b) {
  return __builtin_sqrt(a * a + b * b);
}
FN double horner(double x) {
  static const double c[] = {1, -0.5, 0.25, 3, -7, 0.125};
  double r = 0;
  for (int i = 0; i < 6; ++i)
    r = r * x + c[i];
  return r;
}
FN double newton(double x) {
  double r = x;
  for (int i = 0; i < 20; ++i)
    r = 0.5 * (r + x / r);
  return r;
}
FN double dpow(double x, int n) {
  double r = 1;
  int neg = n < 0;
  if (neg)
    n = -n;
  while (n) {
    if (n & 1)
      r *= x;
    x *= x;
    n >>= 1;
  }
  return neg ? 1 / r : r;
}
FN double fma_(double a, double b, double c) {
  return a * b + c;
}
FN double average(const double* p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i];
  return n ? s / n : 0;
}
FN double dot(const double* a, const double* b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}
FN void axpy(double* y, const double* x, double a, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}
FN void scale8(double* x, double a) {
  for (int i = 0; i < 8; ++i)
    x[i] *= a;
}
FN void fscale16(float* x, float a) {
  for (int i = 0; i < 16; ++i)
    x[i] = x[i] * a + 1;
}
FN double maxof(const double* p, int n) {
  double m = p[0];
  for (int i = 1; i < n; ++i)
    if (p[i] > m)
      m = p[i];
  return m;
}
struct vec {
  double x, y, z;
};
FN struct vec cross(struct vec a, struct vec b) {
  struct vec r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return r;
}
struct c2 {
  double re, im;
};
FN struct c2 cmul(struct c2 a, struct c2 b) {
  struct c2 r = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return r;
}
FN void vadd(struct vec* r, const struct vec* a, const struct vec* b) {
  r->x = a->x + b->x;
  r->y = a->y + b->y;
  r->z = a->z + b->z;
}
FN void c2swap(struct c2* a) {
  double t = a->re;
  a->re = a->im;
  a->im = t;
}
struct fv {
  float x, y, z, w;
};
FN struct fv fvadd(struct fv a, struct fv b) {
  struct fv r = {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
  return r;
}
FN void mat4(double* c, const double* a, const double* b) {
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      double s = 0;
      for (int k = 0; k < 4; ++k)
        s += a[4 * i + k] * b[4 * k + j];
      c[4 * i + j] = s;
    }
}
FN i64 lround_(double a) {
  return a > -1e15 && a < 1e15 ? (i64)(a < 0 ? a - 0.5 : a + 0.5) : 0;
}
FN double dfloor(double a) {
  if (!(a > -1e15 && a < 1e15))
    return a;
  double t = (double)(i64)a;
  return t > a ? t - 1 : t;
}
FN int isnan_(double a) {
  return a != a;
}
FN int isinf_(double a) {
  return __builtin_isinf_sign(a);
}
FN int signbit_(double a) {
  return __builtin_signbit(a) != 0;
}
FN u64 dbits(double a) {
  u64 u;
  __builtin_memcpy(&u, &a, 8);
  return u >> 52;
}
FN double frombits(u64 a) {
  double d;
  __builtin_memcpy(&d, &a, 8);
  return d;
}
FN int cmp3(double a, double b) {
  return (a > b) - (a < b);
}
FN double many(double a, double b, double c, double d, double e, double f, double g, double h,
               double i, double j) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}
FN double nandiv(double a) {
  if (!(a < 5))
    return 100;
  return a;
}
FN double pi(int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (i & 1 ? -4.0 : 4.0) / (2 * i + 1);
  return s;
}
FN float fsum(const float* p, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i];
  return s;
}
FN void f2dloop(double* d, const float* f, int n) {
  for (int i = 0; i < n; ++i)
    d[i] = f[i];
}
FN void i2dloop(double* d, const int* f, int n) {
  for (int i = 0; i < n; ++i)
    d[i] = f[i];
}
FN void d2iloop(int* d, const double* f) {
  for (int i = 0; i < 8; ++i)
    d[i] = (int)f[i];
}
FN double bisect(double x) {
  double lo = 0, hi = x > 1 ? x : 1;
  while (hi - lo > 1e-9 * hi) {
    double m = (lo + hi) / 2;
    if (m * m < x)
      lo = m;
    else
      hi = m;
  }
  return lo;
}
int main(void) {
  DALL2("dadd", bits(dadd(a, b)));
  DALL2("dsub", bits(dsub(a, b)));
  DALL2("dmul", bits(dmul(a, b)));
  DALL2("ddiv", bits(ddiv(a, b)));
  DALL1("dneg", bits(dneg(a)));
  DALL1("dfabs", bits(dfabs(a)));
  DALL2("dcopysign", bits(dcopysign(a, b)));
  DALL2("dmin", bits(dmin(a, b)));
  DALL2("dmax", bits(dmax(a, b)));
  DALL2("dmaxe", bits(dmaxe(a, b)));
  DALL2("dlt", dlt(a, b));
  DALL2("dle", dle(a, b));
  DALL2("deq", deq(a, b));
  DALL2("dne", dne(a, b));
  DALL2("dgt", dgt(a, b));
  DALL2("dunord", dunord(a, b));
  DALL2("dlg", dlg(a, b));
  DALL2("dsel", bits(dsel(a, b, 3, 4)));
  DALL2("dseleq", bits(dseleq(a, b, a, 2)));
  DALL2("dselne", bits(dselne(a, b)));
  DALL2("dselle", bits(dselle(a, b, a)));
  DALL1("drelu", bits(drelu(a)));
  DALL1("dsign", bits(dsign(a)));
  DALL2("disel", disel(a, b, 5, -5));
  DALL1("d2i", d2i(a));
  DALL1("d2l", d2l(a));
  DALL1("d2u", d2u(a));
  DALL1("d2ul", d2ul(a));
  DALL1("d2c", d2c(a));
  DALL1("d2s", d2s(a));
  ALL1("i2d", i32, bits(i2d(a)));
  ALL1("l2d", i64, bits(l2d(a)));
  ALL1("u2d", u32, bits(u2d(a)));
  ALL1("ul2d", u64, bits(ul2d(a)));
  ALL1("c2d", i8, bits(c2d(a)));
  ALL1("i2f", i32, fbits(i2f(a)));
  ALL1("l2f", i64, fbits(l2f(a)));
  ALL1("ul2f", u64, fbits(ul2f(a)));
  ALL1("u2f", u32, fbits(u2f(a)));
  DALL1("d2f", fbits(d2f(a)));
  DALL1("f2d", bits(f2d((float)a)));
  DALL2("fadd_", fbits(fadd_(a, b)));
  DALL2("fmul_", fbits(fmul_(a, b)));
  DALL2("fdiv_", fbits(fdiv_(a, b)));
  DALL1("fneg_", fbits(fneg_(a)));
  DALL1("ffabs_", fbits(ffabs_(a)));
  DALL2("fcopy_", fbits(fcopy_(a, b)));
  DALL2("fmax_", fbits(fmax_(a, b)));
  DALL2("fsel_", fbits(fsel_(a, b, 1, 2)));
  DALL2("fmixed", fbits(fmixed(a, b)));
  DALL2("flt_", flt_(a, b));
  DALL1("f2i", f2i(a));
  DALL1("f2ul", f2ul(a));
  DALL1("dsqrt", bits(dsqrt(a)));
  DALL1("fsqrt_", fbits(fsqrt_(a)));
  DALL2("hyp", bits(hyp(a, b)));
  DALL1("horner", bits(horner(a)));
  DALL1("newton", bits(newton(a)));
  for (int n = -9; n < 30; ++n)
    mix(bits(dpow(1.37, n)));
  say("dpow");
  DALL2("fma_", bits(fma_(a, b, a)));
  double x[24], y[24], z[24];
  float f[24];
  int q[24];
  for (int i = 0; i < 24; ++i) {
    x[i] = i * 1.25 - 7;
    y[i] = 3 - i * 0.75;
    f[i] = i * 0.375f;
    q[i] = i * i - 9;
  }
  mix(bits(average(x, 24)));
  mix(bits(dot(x, y, 23)));
  axpy(y, x, 1.5, 24);
  scale8(x, 0.875);
  fscale16(f, 1.25f);
  mix(bits(maxof(y, 24)));
  for (int i = 0; i < 24; ++i)
    mix(bits(x[i])), mix(bits(y[i])), mix(fbits(f[i]));
  say("arrays");
  struct vec v = {1, 2, 3}, w = {-4, 0.5, 6}, r = cross(v, w);
  mix(bits(r.x));
  mix(bits(r.y));
  mix(bits(r.z));
  vadd(&r, &v, &w);
  mix(bits(r.x));
  mix(bits(r.y));
  mix(bits(r.z));
  struct c2 c = {1, 2}, d = {3, -1};
  c = cmul(c, d);
  c2swap(&c);
  mix(bits(c.re));
  mix(bits(c.im));
  struct fv g = {1, 2, 3, 4}, h = {5, 6, 7.5f, 8};
  g = fvadd(g, h);
  mix(fbits(g.x));
  mix(fbits(g.y));
  mix(fbits(g.z));
  mix(fbits(g.w));
  say("vectors");
  mat4(z, x, y);
  for (int i = 0; i < 16; ++i)
    mix(bits(z[i]));
  say("mat4");
  DALL1("lround_", lround_(a));
  DALL1("dfloor", bits(dfloor(a)));
  DALL1("isnan_", isnan_(a));
  DALL1("isinf_", isinf_(a));
  DALL1("signbit_", signbit_(a));
  for (int i = 0; i < 14; ++i)
    mix(dbits(darg(i)));
  say("dbits");
  ALL1("frombits", u64, bits(frombits(a)));
  DALL2("cmp3", cmp3(a, b));
  DALL2("many", bits(many(a, b, 1, 2, 3, 4, 5, 6, 7, 8)));
  DALL1("nandiv", bits(nandiv(a)));
  mix(bits(pi(300)));
  mix(fbits(fsum(f, 24)));
  f2dloop(z, f, 24);
  for (int i = 0; i < 24; ++i)
    mix(bits(z[i]));
  i2dloop(z, q, 24);
  for (int i = 0; i < 24; ++i)
    mix(bits(z[i]));
  d2iloop(q, z);
  for (int i = 0; i < 24; ++i)
    mix(q[i]);
  mix(bits(bisect(7)));
  say("loops");
  return 0;
}
