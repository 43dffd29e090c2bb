// Written in the manner of the loops of Bryant and O'Hallaron, Computer Systems: A Programmer's
// Perspective, chapter 5: one sum or product of an array, computed in eight ways.
// rebuild.sh compiles it once for each TYPE, OP and WAY.
#ifndef LENGTH
#define LENGTH 4000
#endif

typedef TYPE number;

static number values[LENGTH];

#if WAY == 0
/* The result so far lies in memory: every step stores and loads it. */
__attribute__((noinline)) void reduce(const number *v, long n, number *result) {
  *result = START;
  for (long i = 0; i < n; i++)
    *result = *result OP v[i];
}
#elif WAY == 1
/* In a register. */
__attribute__((noinline)) void reduce(const number *v, long n, number *result) {
  number r = START;
  for (long i = 0; i < n; i++)
    r = r OP v[i];
  *result = r;
}
#elif WAY == 2
/* Two elements a step, one after the other into one result. */
__attribute__((noinline)) void reduce(const number *v, long n, number *result) {
  number r = START;
  long i = 0;
  for (; i < n - 1; i += 2)
    r = (r OP v[i]) OP v[i + 1];
  for (; i < n; i++)
    r = r OP v[i];
  *result = r;
}
#elif WAY == 3
/* Two elements a step, each into a result of its own. */
__attribute__((noinline)) void reduce(const number *v, long n, number *result) {
  number even = START;
  number odd = START;
  long i = 0;
  for (; i < n - 1; i += 2) {
    even = even OP v[i];
    odd = odd OP v[i + 1];
  }
  for (; i < n; i++)
    even = even OP v[i];
  *result = even OP odd;
}
#elif WAY == 4
/* Two elements a step, first with each other: only one operation waits for the last step. */
__attribute__((noinline)) void reduce(const number *v, long n, number *result) {
  number r = START;
  long i = 0;
  for (; i < n - 1; i += 2)
    r = r OP (v[i] OP v[i + 1]);
  for (; i < n; i++)
    r = r OP v[i];
  *result = r;
}
#elif WAY == 6 || WAY == 7
/* Through a vector that checks every index; of its length it is asked before every element, or once. */
struct vector {
  long length;
  const number *elements;
};

__attribute__((noipa)) long length_of(const struct vector *v) { return v->length; }

__attribute__((noipa)) int fetch(const struct vector *v, long i, number *value) {
  if (i < 0 || i >= v->length)
    return 0;
  *value = v->elements[i];
  return 1;
}

__attribute__((noinline)) void reduce(const number *elements, long n, number *result) {
  struct vector v = {n, elements};
  *result = START;
#if WAY == 6
  for (long i = 0; i < length_of(&v); i++) {
#else
  long length = length_of(&v);
  for (long i = 0; i < length; i++) {
#endif
    number value;
    fetch(&v, i, &value);
    *result = *result OP value;
  }
}
#else
/* Ten elements a step into ten results. */
__attribute__((noinline)) void reduce(const number *v, long n, number *result) {
  number a = START, b = START, c = START, d = START, e = START;
  number f = START, g = START, h = START, k = START, m = START;
  long i = 0;
  for (; i < n - 9; i += 10) {
    a = a OP v[i];
    b = b OP v[i + 1];
    c = c OP v[i + 2];
    d = d OP v[i + 3];
    e = e OP v[i + 4];
    f = f OP v[i + 5];
    g = g OP v[i + 6];
    h = h OP v[i + 7];
    k = k OP v[i + 8];
    m = m OP v[i + 9];
  }
  for (; i < n; i++)
    a = a OP v[i];
  *result = ((a OP b) OP (c OP d)) OP ((e OP f) OP (g OP h)) OP (k OP m);
}
#endif

/* Of every ten elements two are no 1; the products of both are 1. */
int main(void) {
  for (long i = 0; i < LENGTH; i++)
    values[i] = i % 10 == 3 ? FIRST : i % 10 == 7 ? SECOND : 1;
  number result;
  reduce(values, LENGTH, &result);
  return result == EXPECTED ? 0 : 1;
}
