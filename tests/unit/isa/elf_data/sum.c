#include "twice.h"

volatile int sink;

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += twice(i);
  sink = sum;
  return 0;
}

#ifdef UNUSED // the lines below are known to rebuild.sh
int unused(int x) {
  return twice(x) + 1;
}
#endif
