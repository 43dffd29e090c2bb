static int step(int state, int input) {
  switch (state) {
  case 0: return input & 1 ? 3 : 1;
  case 1: return input & 2 ? 4 : 2;
  case 2: return input & 4 ? 0 : 5;
  case 3: return input * 7 % 9;
  case 4: return input > 20 ? 7 : 8;
  case 5: return 6;
  case 6: return (input ^ 5) % 7;
  case 7: return 0;
  case 8: return input & 8 ? 2 : 9;
  default: return 1;
  }
}
int main(void) {
  int state = 0;
  unsigned sum = 0;
  for (int i = 0; i < 500; i++) {
    state = step(state, i * i & 63);
    sum = sum * 11 + state;
  }
  return (int)sum;
}
