// Code that the program writes itself: polynomials compiled to RISC-V and called, and a loop whose
// constant is patched where it stands. After every change fence.i (through the system on Linux).
// About 1.3 million instructions.
#include "kernel.h"

enum { kPolynomials = 300, kPoints = 40, kMaxDegree = 7, kPatches = 2000, kCodeWords = 64 };

typedef uint32_t (*Function)(uint32_t x);

static uint32_t coefficients[kMaxDegree + 1];

static uint32_t horner(uint32_t degree, uint32_t x) {
  uint32_t value = coefficients[degree];
  for (uint32_t i = degree; i-- > 0;)
    value = value * x + coefficients[i];
  return value;
}

#ifdef __riscv

#ifdef __linux__
#include <sys/mman.h>
static uint16_t* code_memory(void) {
  return mmap(NULL, kCodeWords * 4, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
              -1, 0);
}
static void code_changed(void* begin, void* end) { __builtin___clear_cache(begin, end); }
#else
static uint32_t buffer[kCodeWords];
static uint16_t* code_memory(void) { return (uint16_t*)buffer; }
static void code_changed(void* begin, void* end) {
  (void)begin;
  (void)end;
  __asm__ volatile(".4byte 0x0000100f" ::: "memory"); // fence.i, which not every -march names
}
#endif

enum { kZero = 0, kT0 = 5, kT1 = 6, kA0 = 10, kA1 = 11 };

static uint16_t* at; ///< where the next instruction goes

static void put(uint32_t word) {
  *at++ = (uint16_t)word;
  *at++ = (uint16_t)(word >> 16);
}
static uint32_t i_type(uint32_t opcode, uint32_t funct3, uint32_t rd, uint32_t rs1, uint32_t imm) {
  return (imm & 0xfff) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
static uint32_t addi(uint32_t rd, uint32_t rs1, uint32_t imm) {
  return i_type(0x13, 0, rd, rs1, imm);
}
static uint32_t r_type(uint32_t opcode, uint32_t funct7, uint32_t rd, uint32_t rs1, uint32_t rs2) {
  return funct7 << 25 | rs2 << 20 | rs1 << 15 | rd << 7 | opcode;
}
static void put_constant(uint32_t rd, uint32_t value) {
  put(((value + 0x800) & 0xfffff000) | rd << 7 | 0x37); // lui
  put(addi(rd, rd, value));
}
static void put_return(void) {
#ifdef __riscv_compressed
  *at++ = 0x8082; // c.jr ra
#else
  put(i_type(0x67, 0, kZero, 1, 0)); // jalr zero, 0(ra)
#endif
}

/// x is in a0, and so is the value.
static Function compile(uint16_t* memory, uint32_t degree) {
  at = memory;
  put(addi(kA1, kA0, 0));
  put_constant(kA0, coefficients[degree]);
  for (uint32_t i = degree; i-- > 0;) {
    put(r_type(0x33, 1, kA0, kA0, kA1)); // mul
    put_constant(kT0, coefficients[i]);
    put(r_type(0x33, 0, kA0, kA0, kT0)); // add
  }
  put_return();
  code_changed(memory, at);
  return (Function)(uintptr_t)memory;
}

/// Adds a constant ten times; `constant` is where the instruction that adds it stands.
static Function adder(uint16_t* memory, uint16_t** constant) {
  at = memory;
  put(addi(kT1, kZero, 10));
  *constant = at;
  put(addi(kA0, kA0, 1));
  put(addi(kT1, kT1, -1u));
  put(0xfe000ce3 | kT1 << 15 | 1 << 12); // bne t1, zero, -8
  put_return();
  code_changed(memory, at);
  return (Function)(uintptr_t)memory;
}

static uint32_t patched_sum(uint16_t* memory, uint32_t* state) {
  uint16_t* constant;
  const Function add_ten_times = adder(memory, &constant);
  uint32_t sum = 0;
  for (int i = 0; i < kPatches; ++i) {
    const uint32_t step = next_random(state) & 0x7ff;
    at = constant;
    put(addi(kA0, kA0, step));
    code_changed(constant, at);
    sum = add_ten_times(sum);
  }
  return sum;
}

#else // the same numbers without code

static uint16_t* code_memory(void) { return NULL; }
static uint32_t degree_of_compiled;
static uint32_t interpreted(uint32_t x) { return horner(degree_of_compiled, x); }
static Function compile(uint16_t* memory, uint32_t degree) {
  (void)memory;
  degree_of_compiled = degree;
  return interpreted;
}
static uint32_t patched_sum(uint16_t* memory, uint32_t* state) {
  uint32_t sum = 0;
  (void)memory;
  for (int i = 0; i < kPatches; ++i)
    sum += 10 * (next_random(state) & 0x7ff);
  return sum;
}

#endif

int main(void) {
  uint16_t* const memory = code_memory();
  uint32_t state = 1601, sum = CHECKSUM_START;
  int failures = 0;
  for (int n = 0; n < kPolynomials; ++n) {
    const uint32_t degree = 1 + next_random(&state) % kMaxDegree;
    for (uint32_t i = 0; i <= degree; ++i)
      coefficients[i] = next_random(&state);
    const Function function = compile(memory, degree);
    for (uint32_t x = 0; x < kPoints; ++x) {
      const uint32_t value = function(x);
      failures += value != horner(degree, x);
      sum = checksum_word(sum, value);
    }
  }
  out_checksum("polynomials", sum);
  out_line("patched", patched_sum(memory, &state));
  out_line("failures", failures);
  out_flush();
  return failures;
}
