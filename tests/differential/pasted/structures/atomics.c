static int counter, lock_word;
static unsigned long long wide = 5;
static unsigned set[4];
int main(void) {
  int sum = 0;
  for (int i = 0; i < 50; i++) {
    sum += __atomic_fetch_add(&counter, i, __ATOMIC_SEQ_CST);
    int expected = i & 1;
    sum += __atomic_compare_exchange_n(&lock_word, &expected, i % 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) + expected;
    sum ^= __atomic_exchange_n(&lock_word, i & 1, __ATOMIC_ACQ_REL);
    sum += (__atomic_fetch_or(&set[i & 3], 1u << (i % 29), __ATOMIC_RELAXED) >> (i % 29)) & 1;
    sum += (__atomic_fetch_and(&set[i & 3], ~(1u << (i % 13)), __ATOMIC_RELAXED) >> (i % 13)) & 1;
    unsigned long long old = wide;
    __atomic_compare_exchange_n(&wide, &old, old * 3 + i, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
  return sum + counter + (int)(wide ^ wide >> 32) + (int)(set[0] + set[1] * 3 + set[2] * 5);
}
