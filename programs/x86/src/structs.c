// A list of records: loads that find the next address
//
// Each node holds a byte, a short, an int, a float, a double and a pointer to the next; every sum
// converts. It prints 48000006641.250.
//
//   stallscope run x86/structs -m mips-5 --stats
int printf(const char *, ...);

struct node {
  signed char small;
  short medium;
  unsigned large;
  float half;
  double real;
  struct node *next;
};

static struct node nodes[12];

__attribute__((noinline)) double total(const struct node *n) {
  double sum = 0;
  for (; n; n = n->next)
    sum += n->small + n->medium + (double)n->large + n->half + n->real;
  return sum;
}

int main(void) {
  for (int i = 0; i < 12; i++) {
    nodes[i].small = (signed char)-i;
    nodes[i].medium = (short)(100 * i);
    nodes[i].large = 4000000000U + (unsigned)i;
    nodes[i].half = i / 2.0f;
    nodes[i].real = i * 0.125;
    nodes[i].next = i < 11 ? &nodes[i + 1] : 0;
  }
  printf("%.3f\n", total(nodes));
  return 0;
}
