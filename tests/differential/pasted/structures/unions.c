union value {
  unsigned bytes4;
  unsigned char bytes[4];
  float f;
  struct {
    unsigned short low, high;
  } h;
};
int main(void) {
  union value v;
  unsigned sum = 0;
  for (int i = 1; i < 200; i++) {
    v.f = (float)i * 0.37f;
    sum = sum * 3 + v.bytes4;
    v.bytes[i & 3] ^= (unsigned char)i;
    sum += v.h.low * 3u + v.h.high;
    sum ^= v.bytes[3 - (i & 3)] << 8;
  }
  return (int)sum;
}
