// A stack machine that runs three small programs: primes by trial division, Fibonacci by recursion,
// and the longest Collatz chain. One indirect jump an instruction, hard to predict: what
// interpreters of Lua or Python do all day. With an argument (Linux and semihosting variants),
// everything is repeated that many times. About 45.9 million instructions (RV64GC).
#include "kernel.h"

typedef enum {
  kPush,  ///< operand: the value
  kLoad,  ///< operand: local variable, counted from the frame
  kStore, ///< operand: local variable
  kAdd,   ///< the operators take two values and leave one
  kSubtract,
  kMultiply,
  kDivide, ///< unsigned, as the remainder
  kRemainder,
  kLess, ///< unsigned
  kEqual,
  kJump, ///< operand: target
  kJumpIfZero,
  kCall,   ///< operand: target; the argument on the stack becomes local variable 0, three more are
           ///< zero
  kReturn, ///< the top of the stack is the result
  kHalt    ///< the top of the stack is the program's result
} Opcode;

typedef struct {
  uint8_t opcode;
  int32_t operand;
} Instruction;

enum { kLocals = 4, kStack = 1024 };

// clang-format off: the programs read by rows, one step of the algorithm each

// Locals: 0 candidate, 1 divisor, 2 count.
static const Instruction kPrimes[] = {
    {kPush, 2},  {kStore, 0},                                         // candidate = 2
    {kLoad, 0},  {kPush, 3000}, {kLess, 0},        {kJumpIfZero, 29}, // 2: while candidate < 3000
    {kPush, 2},  {kStore, 1},                                         //   divisor = 2
    {kLoad, 0},  {kLoad, 1},    {kLoad, 1},        {kMultiply, 0},
    {kLess, 0},                                                       // 8: candidate < divisor^2?
    {kPush, 0},  {kEqual, 0},   {kJumpIfZero, 25},                    //   then it is prime
    {kLoad, 0},  {kLoad, 1},    {kRemainder, 0},   {kJumpIfZero, 31}, //   divisible: next one
    {kLoad, 1},  {kPush, 1},    {kAdd, 0},         {kStore, 1},
    {kJump, 8},                                                 //   divisor += 1
    {kLoad, 2},  {kPush, 1},    {kAdd, 0},         {kJump, 36}, // 25: count + 1
    {kLoad, 2},  {kHalt, 0},                                    // 29: the result
    {kLoad, 0},  {kPush, 1},    {kAdd, 0},         {kStore, 0},
    {kJump, 2},               // 31: candidate += 1
    {kStore, 2}, {kJump, 31}, // 36: count =
};

static const Instruction kFibonacci[] = {
    {kPush, 21}, {kCall, 3},   {kHalt, 0},       {kLoad, 0},
    {kPush, 2},  {kLess, 0},   {kJumpIfZero, 9},             // 3: n < 2?
    {kLoad, 0},  {kReturn, 0},                               //   n
    {kLoad, 0},  {kPush, 1},   {kSubtract, 0},   {kCall, 3}, // 9: f(n - 1)
    {kLoad, 0},  {kPush, 2},   {kSubtract, 0},   {kCall, 3}, //   f(n - 2)
    {kAdd, 0},   {kReturn, 0},
};

// Locals: 0 start, 1 value, 2 steps, 3 the most steps so far times 2^16 plus their start.
static const Instruction kCollatz[] = {
    {kPush, 1},        {kStore, 0}, {kLoad, 0},
    {kPush, 1500},     {kLess, 0},  {kJumpIfZero, 51}, // 2: while start < 1500
    {kLoad, 0},        {kStore, 1}, {kPush, 0},
    {kStore, 2}, //   value = start, steps = 0
    {kLoad, 1},        {kPush, 1},  {kEqual, 0},
    {kJumpIfZero, 30}, // 10: value == 1?
    {kLoad, 3},        {kLoad, 2},  {kPush, 65536},
    {kMultiply, 0},    {kLess, 0}, //   more steps than the most?
    {kJumpIfZero, 25}, {kLoad, 2},  {kPush, 65536},
    {kMultiply, 0},    {kLoad, 0},  {kJump, 49},
    {kLoad, 0},        {kPush, 1},  {kAdd, 0},
    {kStore, 0},       {kJump, 2}, // 25: start += 1
    {kLoad, 2},        {kPush, 1},  {kAdd, 0},
    {kStore, 2}, // 30: steps += 1
    {kLoad, 1},        {kPush, 2},  {kRemainder, 0},
    {kJumpIfZero, 44}, //   even?
    {kLoad, 1},        {kPush, 3},  {kMultiply, 0},
    {kPush, 1},        {kAdd, 0},   {kJump, 47},  // 3 value + 1
    {kLoad, 1},        {kPush, 2},  {kDivide, 0}, // 44: value / 2
    {kStore, 1},       {kJump, 10},               // 47: value =
    {kAdd, 0},         {kJump, 53},               // 49: a new most
    {kLoad, 3},        {kHalt, 0},                // 51: the result
    {kStore, 3},       {kJump, 25},               // 53: most =
};

// clang-format on

static uint32_t stack[kStack];
static uint64_t executed;

/// The result of `program`; the frame of the running function is four locals, then the saved frame
/// and program counter.
static uint32_t interpret(const Instruction* program) {
  uint32_t *frame = stack, *top = stack + kLocals + 2; // top: one past the last value
  memset(stack, 0, sizeof stack);
  for (const Instruction* pc = program;; ++executed) {
    const Instruction at = *pc++;
    const uint32_t right = top[-1], left = top[-2];
    switch ((Opcode)at.opcode) {
    case kPush:
      *top++ = (uint32_t)at.operand;
      break;
    case kLoad:
      *top++ = frame[at.operand];
      break;
    case kStore:
      frame[at.operand] = *--top;
      break;
    case kAdd:
      --top;
      top[-1] = left + right;
      break;
    case kSubtract:
      --top;
      top[-1] = left - right;
      break;
    case kMultiply:
      --top;
      top[-1] = left * right;
      break;
    case kDivide:
      --top;
      top[-1] = left / right;
      break;
    case kRemainder:
      --top;
      top[-1] = left % right;
      break;
    case kLess:
      --top;
      top[-1] = left < right;
      break;
    case kEqual:
      --top;
      top[-1] = left == right;
      break;
    case kJump:
      pc = program + at.operand;
      break;
    case kJumpIfZero:
      if (*--top == 0)
        pc = program + at.operand;
      break;
    case kCall: {
      uint32_t* const callee = top - 1; // the argument is its first local
      callee[1] = callee[2] = callee[3] = 0;
      callee[kLocals] = (uint32_t)(frame - stack);
      callee[kLocals + 1] = (uint32_t)(pc - program);
      frame = callee;
      top = callee + kLocals + 2;
      pc = program + at.operand;
      break;
    }
    case kReturn:
      top = frame + 1;
      pc = program + frame[kLocals + 1];
      frame = stack + frame[kLocals];
      top[-1] = right;
      break;
    case kHalt:
      return right;
    }
  }
}

int main(int argc, char** argv) {
  uint32_t rounds = argc <= 1;
  for (const char* digit = argc > 1 ? argv[1] : ""; *digit >= '0' && *digit <= '9'; ++digit)
    rounds = rounds * 10 + (uint32_t)(*digit - '0');
  uint32_t primes = 0, fibonacci = 0, collatz = 0;
  for (uint32_t round = 0; round < rounds; ++round) {
    primes = interpret(kPrimes);
    fibonacci = interpret(kFibonacci);
    collatz = interpret(kCollatz);
  }
  out_line("primes below 3000", primes);
  out_line("21st Fibonacci number", fibonacci);
  out_line("most steps", collatz >> 16);
  out_line("from", collatz & 65535);
  out_line("instructions a round", (int64_t)(executed / (rounds > 0 ? rounds : 1)));
  const int right = primes == 430 && fibonacci == 10946;
  out_flush();
  return right || rounds == 0 ? 0 : 1;
}
