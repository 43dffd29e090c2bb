static float v[32];
int main(void) {
  for (int i = 0; i < 32; i++)
    v[i] = (float)(i % 7 - 3) * 1.25f;
  float sum = 0, most = v[0], least = v[0];
  int negative = 0;
  for (int i = 0; i < 32; i++) {
    sum += __builtin_fabsf(v[i]) - (v[i] < 0 ? -v[i] : v[i]) / 2;
    most = v[i] > most ? v[i] : most;
    least = v[i] < least ? v[i] : least;
    negative += __builtin_signbit(v[i]) != 0;
    v[i] = -v[i];
  }
  return (int)(sum * 8) * 1000 + (int)((most - least) * 4) * 10 + negative + (int)__builtin_copysign(5.0, v[0]);
}
