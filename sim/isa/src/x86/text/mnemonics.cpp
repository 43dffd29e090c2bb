#include "x86/text/mnemonics.hpp"

#include "x86/build/build_x87.hpp"
#include "x86/micro_ops/string_operations.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace stallscope::isa::x86 {

namespace {

constexpr std::string_view kSuffixes = "bwlq";

class Table {
public:
  Table() {
    add_integer();
    add_multiplication_and_shifts();
    add_conditions();
    add_control();
    add_implied();
    add_extensions();
    add_bit_manipulation();
    for (const bool vex : {false, true}) {
      add_fp(vex);
      add_packed(vex, [this](std::string name, const Mnemonic& m) { add(std::move(name), m); });
    }
    for (const std::string& name : x87_names())
      add(name, {.op = Op::x86_x87, .shape = Shape::x87});
    for (const auto& [name, mnemonic] : entries)
      names.push_back(name);
  }

  std::map<std::string, Mnemonic, std::less<>> entries;
  std::vector<std::string_view> names;

private:
  void add(std::string name, Mnemonic mnemonic) { entries.emplace(std::move(name), mnemonic); }

  /// Without suffix, and with the suffixes of some widths.
  void add_sized(const std::string& name, Mnemonic mnemonic, std::string_view suffixes) {
    mnemonic.width = kAnyWidth;
    add(name, mnemonic);
    for (const char suffix : suffixes) {
      mnemonic.width = static_cast<std::uint8_t>(kSuffixes.find(suffix));
      add(name + suffix, mnemonic);
    }
  }
  void add_all(Shape shape, std::string_view suffixes,
               std::initializer_list<std::pair<const char*, Op>> list) {
    for (const auto& [name, op] : list)
      add_sized(name, {.op = op, .shape = shape}, suffixes);
  }

  void add_integer() {
    // takes precedence over mov + q
    add("movq", {.op = Op::x86_mov, .shape = Shape::move_bits, .width = 3});
    add_all(Shape::two, "bwlq",
            {{"mov", Op::x86_mov},
             {"add", Op::x86_add},
             {"adc", Op::x86_adc},
             {"sub", Op::x86_sub},
             {"sbb", Op::x86_sbb},
             {"cmp", Op::x86_cmp},
             {"and", Op::x86_and},
             {"or", Op::x86_or},
             {"xor", Op::x86_xor},
             {"test", Op::x86_test}});
    add_all(Shape::two, "bwlq", {{"movabs", Op::x86_mov}});
    add_all(Shape::two, "lq", {{"movnti", Op::x86_mov}}); // bypasses the caches, which is not
                                                          // modelled
    add_all(
        Shape::one, "bwlq",
        {{"inc", Op::x86_inc}, {"dec", Op::x86_dec}, {"neg", Op::x86_neg}, {"not", Op::x86_not}});
    add_all(Shape::address, "wlq", {{"lea", Op::x86_lea}});
    add_all(Shape::to_register, "wlq",
            {{"bsf", Op::x86_bsf},
             {"bsr", Op::x86_bsr},
             {"tzcnt", Op::x86_tzcnt},
             {"lzcnt", Op::x86_lzcnt},
             {"popcnt", Op::x86_popcnt}});
    add_all(Shape::bit, "wlq",
            {{"bt", Op::x86_bt}, {"bts", Op::x86_bts}, {"btr", Op::x86_btr}, {"btc", Op::x86_btc}});
    add_all(Shape::swap, "lq", {{"bswap", Op::x86_bswap}});
    add_all(Shape::exchange, "bwlq", {{"xchg", Op::x86_xchg}});
    add_all(Shape::update, "bwlq", {{"xadd", Op::x86_xadd}, {"cmpxchg", Op::x86_cmpxchg}});
    add_all(Shape::swap_memory, "wlq", {{"movbe", Op::x86_movbe}});
    add_all(Shape::push, "wq", {{"push", Op::x86_push}});
    add_all(Shape::pop, "wq", {{"pop", Op::x86_pop}});
  }

  void add_multiplication_and_shifts() {
    add_all(Shape::imul, "bwlq", {{"imul", Op::x86_imul}});
    add_all(Shape::wide, "bwlq",
            {{"mul", Op::x86_mul_wide}, {"div", Op::x86_div}, {"idiv", Op::x86_idiv}});
    add_all(Shape::shift, "bwlq",
            {{"shl", Op::x86_shl},
             {"sal", Op::x86_shl},
             {"shr", Op::x86_shr},
             {"sar", Op::x86_sar},
             {"rol", Op::x86_rol},
             {"ror", Op::x86_ror},
             {"rcl", Op::x86_rcl},
             {"rcr", Op::x86_rcr}});
    add_all(Shape::double_shift, "wlq", {{"shld", Op::x86_shld}, {"shrd", Op::x86_shrd}});
  }

  /// BMI1, BMI2: -march=haswell
  void add_bit_manipulation() {
    add_all(Shape::three, "lq", {{"andn", Op::x86_andn}});
    add_all(Shape::to_register, "lq",
            {{"blsi", Op::x86_blsi}, {"blsr", Op::x86_blsr}, {"blsmsk", Op::x86_blsmsk}});
    add_all(Shape::shift_three, "lq",
            {{"shlx", Op::x86_shlx},
             {"shrx", Op::x86_shrx},
             {"sarx", Op::x86_sarx},
             {"rorx", Op::x86_rorx},
             {"bzhi", Op::x86_bzhi},
             {"bextr", Op::x86_bextr}});
    add_all(Shape::to_register, "lq", {{"adcx", Op::x86_adcx}, {"adox", Op::x86_adox}});
    add_all(Shape::three, "lq", {{"pdep", Op::x86_pdep}, {"pext", Op::x86_pext}});
    add_all(Shape::checksum, "bwlq", {{"crc32", Op::x86_crc32}});
    add_all(Shape::long_product, "lq", {{"mulx", Op::x86_mulx}});
  }

  void add_conditions() {
    static constexpr std::array<std::pair<const char*, int>, 30> kNames{
        {{"o", 0},   {"no", 1},  {"b", 2},   {"c", 2},   {"nae", 2}, {"ae", 3},
         {"nb", 3},  {"nc", 3},  {"e", 4},   {"z", 4},   {"ne", 5},  {"nz", 5},
         {"be", 6},  {"na", 6},  {"a", 7},   {"nbe", 7}, {"s", 8},   {"ns", 9},
         {"p", 10},  {"pe", 10}, {"np", 11}, {"po", 11}, {"l", 12},  {"nge", 12},
         {"ge", 13}, {"nl", 13}, {"le", 14}, {"ng", 14}, {"g", 15},  {"nle", 15}}};
    // Names without suffix first: setl means less, not long.
    for (const auto& [name, number] : kNames) {
      const auto condition = static_cast<Condition>(number);
      add(std::string("j") + name,
          {.op = Op::x86_branch, .shape = Shape::branch, .condition = condition});
      add(std::string("set") + name,
          {.op = Op::x86_set, .shape = Shape::set, .width = 0, .condition = condition});
      add(std::string("cmov") + name,
          {.op = Op::x86_cmov, .shape = Shape::to_register, .condition = condition});
    }
    for (const auto& [name, number] : kNames)
      add_sized(std::string("cmov") + name,
                {.op = Op::x86_cmov,
                 .shape = Shape::to_register,
                 .condition = static_cast<Condition>(number)},
                "wlq");
  }

  void add_control() {
    for (const auto& [name, width] :
         {std::pair{"jcxz", 1}, std::pair{"jecxz", 2}, std::pair{"jrcxz", 3}})
      add(name, {.op = Op::x86_branch_rcx,
                 .shape = Shape::branch,
                 .width = static_cast<std::uint8_t>(width)});
    for (const auto& [name, op] : {std::pair{"stc", Op::x86_stc}, std::pair{"clc", Op::x86_clc},
                                   std::pair{"cmc", Op::x86_cmc}, std::pair{"lahf", Op::x86_lahf},
                                   std::pair{"sahf", Op::x86_sahf}})
      add(name, {.op = op, .shape = Shape::nothing});
    add_all(Shape::jump, "q", {{"jmp", Op::x86_jump_indirect}});
    add_all(Shape::call, "q", {{"call", Op::x86_call}});
    add_all(Shape::ret, "q", {{"ret", Op::x86_ret}});
    add_all(Shape::nothing, "q", {{"leave", Op::x86_leave}});
    add("syscall", {.op = Op::syscall, .shape = Shape::nothing});
    add("int", {.op = Op::syscall, .shape = Shape::interrupt});
    add("int3", {.op = Op::breakpoint, .shape = Shape::nothing});
    add("ud2", {.op = Op::unknown, .shape = Shape::nothing});
    add("hlt", {.op = Op::breakpoint, .shape = Shape::nothing});
    add("cld", {.op = Op::nop, .shape = Shape::no_op}); // string operations always use increasing
                                                        // addresses
    add("endbr64", {.op = Op::nop, .shape = Shape::no_op});
    add("pause", {.op = Op::nop, .shape = Shape::no_op});
    add_all(Shape::no_op, "wlq", {{"nop", Op::nop}});
    for (const char* const name : {"mfence", "lfence", "sfence"})
      add(name, {.op = Op::fence, .shape = Shape::nothing});
    for (const char* const name : {"prefetcht0", "prefetcht1", "prefetcht2", "prefetchnta",
                                   "prefetchw", "prefetchwt1", "prefetch"})
      add(name, {.op = Op::x86_prefetch, .shape = Shape::prefetch, .width = 0});
    for (const char* const name : {"pushf", "pushfq", "pushfl", "pushfd", "pushfw", "popf", "popfq",
                                   "popfl", "popfd", "popfw", "xlat", "xlatb", "cmpxchg8b",
                                   "cmpxchg16b", "stmxcsr", "ldmxcsr", "vstmxcsr", "vldmxcsr"})
      add(name, {.shape = Shape::sequence});
    add("rdtsc", {.op = Op::x86_rdtsc, .shape = Shape::nothing});
    // The condition distinguishes it from rdtsc: it also reads the processor number.
    add("rdtscp", {.op = Op::x86_rdtsc, .shape = Shape::nothing, .condition = Condition::no});
  }

  /// Operations on rax and rdx, each with its AT&T and Intel name.
  void add_implied() {
    const auto both = [this](const char* a, const char* b, Mnemonic m) {
      add(a, m);
      add(b, m);
    };
    both("cltq", "cdqe", {.op = Op::x86_movsx, .width = 3, .source_width = 2});
    both("cwtl", "cwde", {.op = Op::x86_movsx, .width = 2, .source_width = 1});
    both("cbtw", "cbw", {.op = Op::x86_movsx, .width = 1, .source_width = 0});
    both("cqto", "cqo", {.op = Op::x86_sign, .width = 3});
    both("cltd", "cdq", {.op = Op::x86_sign, .width = 2});
    both("cwtd", "cwd", {.op = Op::x86_sign, .width = 1});
  }

  void add_extensions() {
    for (std::uint8_t from = 0; from < 3; ++from)
      for (std::uint8_t to = from + 1; to < 4; ++to) {
        const std::string widths{kSuffixes[from], kSuffixes[to]};
        Mnemonic m{.op = Op::x86_movsx, .shape = Shape::extend, .width = to, .source_width = from};
        add("movs" + widths, m);
        m.op = Op::x86_movzx;
        if (from < 2) // a 32-bit move clears the upper bits
          add("movz" + widths, m);
      }
    add("movsx", {.op = Op::x86_movsx, .shape = Shape::extend});
    add("movsxd", {.op = Op::x86_movsx, .shape = Shape::extend, .source_width = 2});
    add("movzx", {.op = Op::x86_movzx, .shape = Shape::extend});
  }

  void add_fp(bool vex) {
    const std::string v = vex ? "v" : "";
    for (const auto& [type, width] : {std::pair{"sd", 3}, std::pair{"ss", 2}}) {
      const auto w = static_cast<std::uint8_t>(width);
      const auto other = static_cast<std::uint8_t>(5 - width);
      for (const auto& [name, op] : {std::pair{"add", Op::x86_fadd}, std::pair{"sub", Op::x86_fsub},
                                     std::pair{"mul", Op::x86_fmul}, std::pair{"div", Op::x86_fdiv},
                                     std::pair{"min", Op::x86_fmin}, std::pair{"max", Op::x86_fmax},
                                     std::pair{"sqrt", Op::x86_fsqrt}})
        add(v + name + type, {.op = op, .shape = Shape::fp_two, .width = w, .vex = vex});
      if (width == 2)
        for (const auto& [name, op] :
             {std::pair{"rcp", Op::x86_freciprocal}, std::pair{"rsqrt", Op::x86_freciprocal_root}})
          add(v + name + type, {.op = op, .shape = Shape::fp_two, .width = w, .vex = vex});
      add(v + "mov" + type,
          {.op = Op::x86_mov, .shape = Shape::fp_move_scalar, .width = w, .vex = vex});
      for (const char* const name : {"ucomi", "comi"})
        add(v + name + type, {.op = Op::x86_fcompare, .shape = Shape::fp_compare, .width = w});
      const Mnemonic from{
          .op = Op::x86_cvt_integer, .shape = Shape::from_integer, .width = w, .vex = vex};
      add_integer_sized(v + "cvtsi2" + type, from, true);
      for (const auto& [name, op] :
           {std::pair{"cvtt", Op::x86_cvt_trunc}, std::pair{"cvt", Op::x86_cvt_round}})
        add_integer_sized(v + name + type + "2si",
                          {.op = op, .shape = Shape::to_integer, .source_width = w}, false);
      add(v + "cvt" + (width == 3 ? "ss2sd" : "sd2ss"), {.op = Op::x86_cvt_float,
                                                         .shape = Shape::fp_convert,
                                                         .width = w,
                                                         .source_width = other,
                                                         .vex = vex});
    }
    add_moves(v, vex);
  }

  void add_moves(const std::string& v, bool vex) {
    add(v + "movd", {.op = Op::x86_mov, .shape = Shape::move_bits, .width = 2});
    if (vex)
      add("vmovq", {.op = Op::x86_mov, .shape = Shape::move_bits, .width = 3});
  }

  /// The suffix is the width of the integer.
  void add_integer_sized(const std::string& name, Mnemonic m, bool is_source) {
    add(name, m);
    for (const auto& [suffix, width] : {std::pair{"l", 2}, std::pair{"q", 3}}) {
      (is_source ? m.source_width : m.width) = static_cast<std::uint8_t>(width);
      add(name + suffix, m);
    }
  }
};

const Table& table() {
  static const Table kTable;
  return kTable;
}

} // namespace

const Mnemonic* find_mnemonic(std::string_view name) {
  const auto it = table().entries.find(name);
  return it == table().entries.end() ? nullptr : &it->second;
}

std::string sizes_of(std::string_view name) {
  if (name.size() < 3 || kSuffixes.find(name.back()) == std::string_view::npos)
    return {};
  const std::string base(name.substr(0, name.size() - 1));
  const Mnemonic* plain = find_mnemonic(base);
  std::string sizes;
  for (const char suffix : kSuffixes)
    if (const Mnemonic* sized = find_mnemonic(base + suffix);
        plain != nullptr && sized != nullptr && sized->op == plain->op)
      sizes += (sizes.empty() ? "" : ", ") + base + suffix;
  return sizes;
}

std::string_view reason_for_absence(std::string_view name) {
  constexpr std::string_view kX87 =
      "a call of the library: of the x87 unit there is arithmetic, without functions, decimal "
      "numbers and what stores or moves its stack";
  constexpr std::string_view kStack = "pushq and popq: 64-bit code has none of 4 bytes";
  constexpr std::string_view kAlone =
      "the name with a size alone: its operands, (%rsi), (%rdi) and "
      "%rax, are implied, as in rep stosb or lodsq";
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kKnown{{
      {"stos", kAlone},
      {"movs", kAlone},
      {"lods", kAlone},
      {"cmps", kAlone},
      {"scas", kAlone},
      {"std", "string operations that go upwards, or a loop"},
      {"pushl", kStack},
      {"popl", kStack},
      {"cpuid", "a program that does not ask which processor it runs on"},
  }};
  if (is_string_operation(name))
    return kAlone;
  static constexpr std::array<std::string_view, 22> kOfX87{
      "fsin",   "fcos",   "fsincos", "fptan",   "fpatan", "fprem",  "fprem1", "fscale",
      "f2xm1",  "fyl2x",  "fyl2xp1", "fxtract", "fbld",   "fbstp",  "fldenv", "fnstenv",
      "fstenv", "frstor", "fnsave",  "fsave",   "ffree",  "fincstp"};
  if (std::find(kOfX87.begin(), kOfX87.end(), name) != kOfX87.end() || name == "fdecstp")
    return kX87;
  const std::string_view plain = name.starts_with('v') ? name.substr(1) : name;
  for (const auto& [known, expected] : kKnown)
    if (plain == known || name == known)
      return expected;
  if (!sizes_of(name).empty())
    return {};
  // Unsupported packed arithmetic, by suffix.
  const auto ends = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view e) { return plain.ends_with(e); });
  };
  if ((plain.size() > 4 && ends({"pd", "ps"})) || (plain.starts_with('p') && plain.size() > 5) ||
      plain.starts_with("broadcast") || plain.starts_with("zero") || plain.starts_with("perm") ||
      plain.starts_with("extract") || plain.starts_with("insert") || plain.starts_with("gather"))
    if (name.starts_with('v') || plain.starts_with('p') || ends({"pd", "ps"}))
      return "what there is of vectors in xmm and ymm registers (SSE2 to SSE4.1, AVX, AVX2, FMA "
             "and "
             "F16C without strings and AES), or scalar code: gcc -fno-tree-vectorize";
  return {};
}

const std::vector<std::string_view>& mnemonic_names() {
  return table().names;
}

} // namespace stallscope::isa::x86
