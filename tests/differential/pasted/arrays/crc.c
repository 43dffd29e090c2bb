static unsigned table[256];
int main(void) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  unsigned crc = ~0u;
  for (int i = 0; i < 300; i++)
    crc = table[(crc ^ (i * 7 + 3)) & 255] ^ crc >> 8;
  return (int)~crc;
}
