// A small interpreter: switch with a jump table
//
// The indirect jump goes elsewhere nearly every time, which is hard to foretell by its address
// alone. It prints 440.
//
//   stallscope run x86/switch -m mips-5 --table
int printf(const char *, ...);

__attribute__((noinline)) long interpret(const unsigned char *code, long x) {
  for (;; code++)
    switch (*code) {
    case 0:
      return x;
    case 1:
      x = x + 1;
      break;
    case 2:
      x = x - 3;
      break;
    case 3:
      x = x * 2;
      break;
    case 4:
      x = x ^ 0x55;
      break;
    case 5:
      x = x >> 1;
      break;
    case 6:
      x = -x;
      break;
    case 7:
      x = x << 2;
      break;
    default:
      return -1;
    }
}

int main(void) {
  static const unsigned char code[] = {1, 3, 3, 2, 4, 7, 6, 5, 1, 6, 3, 4, 2, 0};
  printf("%ld\n", interpret(code, 10));
  return 0;
}
