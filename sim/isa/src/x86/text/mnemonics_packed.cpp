#include "x86/text/mnemonics.hpp"

#include <array>
#include <string>
#include <tuple>
#include <utility>

namespace stallscope::isa::x86 {

namespace {

constexpr std::string_view kLanes = "bwdq"; ///< letters of integer lanes, by log2 of their bytes

class PackedTable {
public:
  PackedTable(bool vex, const std::function<void(std::string, const Mnemonic&)>& add)
      : vex_(vex), add_(add) {}

  void run() {
    add_moves();
    add_floating_point();
    add_comparisons();
    add_conversions();
    add_shuffles();
    add_integers();
    add_parts();
    if (vex_) {
      add_fused();
      add_avx();
    }
  }

private:
  [[nodiscard]] Mnemonic operation(Packed packed, unsigned width,
                                   Shape shape = Shape::packed) const {
    // A memory operand of 16 bytes must be aligned, except in AVX.
    return {.op = Op::x86_packed,
            .shape = shape,
            .width = static_cast<std::uint8_t>(width),
            .vex = vex_,
            .packed = packed,
            .aligned = !vex_,
            .vectors = vex_ ? Vectors::same : Vectors::none};
  }
  [[nodiscard]] Mnemonic with(Mnemonic m, Vectors vectors) const {
    m.vectors = vex_ ? vectors : Vectors::none;
    return m;
  }
  /// Operations that exist only in AVX.
  void add_wide(const std::string& name, Mnemonic m, Vectors vectors) {
    m.vectors = vectors;
    m.only_wide = true;
    add(name, m);
  }
  void add(const std::string& name, const Mnemonic& m) { add_((vex_ ? "v" : "") + name, m); }
  void add_part(const std::string& name, Mnemonic m, unsigned memory) {
    m.memory = static_cast<std::uint8_t>(memory);
    m.aligned = false;
    add(name, m);
  }

  /// Integer moves have the lane width 0, like their logic operations.
  void add_moves() {
    for (const auto& [name, lane] :
         {std::pair{"movapd", 3U}, std::pair{"movaps", 3U}, std::pair{"movdqa", 0U}}) {
      Mnemonic m = operation(Packed::move, lane, Shape::packed_move);
      m.aligned = true;
      add(name, m);
    }
    for (const auto& [name, lane] : {std::pair{"movupd", 3U}, std::pair{"movups", 3U},
                                     std::pair{"movdqu", 0U}, std::pair{"lddqu", 0U}})
      add_part(name, operation(Packed::move, lane, Shape::packed_move), 4);
    // bypass the caches
    for (const char* const name : {"movntpd", "movntps", "movntdq", "movntdqa"}) {
      Mnemonic m = operation(Packed::move, 3, Shape::packed_move);
      m.aligned = true;
      add(name, m);
    }
    for (const char* const name : {"movhpd", "movhps"})
      add_part(name, with(operation(Packed::high_half, 3, Shape::half_move), Vectors::none), 3);
    for (const char* const name : {"movlpd", "movlps"})
      add_part(name, with(operation(Packed::low_half, 3, Shape::half_move), Vectors::none), 3);
    add("movlhps", with(operation(Packed::high_half, 3), Vectors::none));
    add("movhlps", with(operation(Packed::high_to_low, 3), Vectors::none));
    add("movsldup", operation(Packed::even_copies, 2));
    add("movshdup", operation(Packed::odd_copies, 2));
    add_part("movddup", operation(Packed::duplicate, 3), 3);
  }

  void add_floating_point() {
    for (const auto& [name, packed] :
         {std::pair{"add", Packed::add}, std::pair{"sub", Packed::subtract},
          std::pair{"mul", Packed::multiply}, std::pair{"div", Packed::divide},
          std::pair{"min", Packed::minimum}, std::pair{"max", Packed::maximum},
          std::pair{"sqrt", Packed::square_root}, std::pair{"and", Packed::bit_and},
          std::pair{"andn", Packed::bit_andn}, std::pair{"or", Packed::bit_or},
          std::pair{"xor", Packed::bit_xor}, std::pair{"unpckl", Packed::unpack_low},
          std::pair{"unpckh", Packed::unpack_high}, std::pair{"hadd", Packed::add_horizontal},
          std::pair{"hsub", Packed::subtract_horizontal},
          std::pair{"addsub", Packed::add_subtract}}) {
      add(std::string(name) + "pd", operation(packed, 3));
      add(std::string(name) + "ps", operation(packed, 2));
    }
    for (const auto& [type, width] : {std::pair{"d", 3U}, std::pair{"s", 2U}}) {
      add_part(std::string("rounds") + type,
               with(operation(Packed::round_scalar, width, Shape::packed_constant), Vectors::none),
               width);
      add(std::string("roundp") + type, operation(Packed::round, width, Shape::packed_constant));
      add(std::string("blendp") + type, operation(Packed::blend, width, Shape::packed_constant));
      add(std::string("shufp") + type, operation(Packed::shuffle, width, Shape::packed_constant));
      add(std::string("blendvp") + type, operation(Packed::select, width, Shape::select));
      add(std::string("movmskp") + type,
          with(operation(Packed::float_mask, width, Shape::packed_mask), Vectors::wide_source));
    }
    add("rcpps", operation(Packed::reciprocal, 2));
    add("rsqrtps", operation(Packed::reciprocal_root, 2));
    add("dpps", operation(Packed::dot, 2, Shape::packed_constant));
    add("dppd", with(operation(Packed::dot, 3, Shape::packed_constant), Vectors::none));
    add_part("insertps",
             with(operation(Packed::insert_single, 2, Shape::packed_constant), Vectors::none), 2);
  }

  /// The predicate is part of the name, or a constant.
  void add_comparisons() {
    static constexpr std::array<std::string_view, 16> kPredicates{
        "eq",    "lt",  "le",  "unord", "neq",    "nlt", "nle", "ord",
        "eq_uq", "nge", "ngt", "false", "neq_oq", "ge",  "gt",  "true"};
    for (const auto& [type, width] : {std::pair{"d", 3U}, std::pair{"s", 2U}})
      for (const bool scalar : {true, false}) {
        Mnemonic m = operation(scalar ? Packed::compare_scalar : Packed::compare, width);
        if (scalar) {
          m.vectors = Vectors::none;
          m.memory = static_cast<std::uint8_t>(width);
          m.aligned = false;
        }
        const std::string ending = std::string(scalar ? "s" : "p") + type;
        for (std::size_t n = 0; n < (vex_ ? kPredicates.size() : 8); ++n) {
          m.condition = static_cast<Condition>(n);
          add("cmp" + std::string(kPredicates.at(n)) + ending, m);
        }
        m.shape = Shape::packed_constant;
        add("cmp" + ending, m);
      }
  }

  void add_conversions() {
    add_part("cvtps2pd", with(operation(Packed::widen, 3), Vectors::wide_result), 3);
    add("cvtpd2ps", with(operation(Packed::narrow, 3), Vectors::wide_source));
    add_part("cvtdq2pd", with(operation(Packed::from_int, 3), Vectors::wide_result), 3);
    add("cvtdq2ps", operation(Packed::from_int, 2));
    add("cvtpd2dq", with(operation(Packed::to_int, 3), Vectors::wide_source));
    add("cvtps2dq", operation(Packed::to_int, 2));
    add("cvttpd2dq", with(operation(Packed::truncate, 3), Vectors::wide_source));
    add("cvttps2dq", operation(Packed::truncate, 2));
    if (!vex_)
      return;
    // A letter gives the number of bytes read from memory.
    for (const auto& [name, packed] :
         {std::pair{"cvtpd2ps", Packed::narrow}, std::pair{"cvtpd2dq", Packed::to_int},
          std::pair{"cvttpd2dq", Packed::truncate}}) {
      add(std::string(name) + "x", with(operation(packed, 3), Vectors::none));
      add_wide(std::string(name) + "y", operation(packed, 3), Vectors::wide_source);
    }
  }

  void add_shuffles() {
    add("pshufd", operation(Packed::shuffle_words, 2, Shape::packed_constant));
    add("pshuflw", operation(Packed::shuffle_low, 1, Shape::packed_constant));
    add("pshufhw", operation(Packed::shuffle_high, 1, Shape::packed_constant));
    static constexpr std::array<const char*, 4> kUnpacked{"bw", "wd", "dq", "qdq"};
    for (unsigned width = 0; width < 4; ++width) {
      add(std::string("punpckl") + kUnpacked.at(width), operation(Packed::unpack_low, width));
      add(std::string("punpckh") + kUnpacked.at(width), operation(Packed::unpack_high, width));
    }
    add("packsswb", operation(Packed::pack_signed, 1));
    add("packssdw", operation(Packed::pack_signed, 2));
    add("packuswb", operation(Packed::pack_unsigned, 1));
    add("packusdw", operation(Packed::pack_unsigned, 2));
    add("pshufb", operation(Packed::shuffle_bytes, 0));
    add("palignr", operation(Packed::align, 0, Shape::packed_constant));
    add("pblendw", operation(Packed::blend, 1, Shape::packed_constant));
    for (unsigned from = 0; from < 3; ++from)
      for (unsigned to = from + 1; to < 4; ++to) {
        const std::string ending{kLanes[from], kLanes[to]};
        Mnemonic m = with(operation(Packed::sign_extend, to), Vectors::wide_result);
        m.source_width = static_cast<std::uint8_t>(from);
        add_part("pmovsx" + ending, m, 4 - (to - from));
        m.packed = Packed::zero_extend;
        add_part("pmovzx" + ending, m, 4 - (to - from));
      }
  }

  /// Operations between the halves of ymm registers, and broadcasts from memory.
  void add_avx() {
    for (const auto& [type, width] : {std::pair{"d", 3U}, std::pair{"s", 2U}}) {
      const std::string t = type;
      Mnemonic m = with(operation(Packed::broadcast, width), Vectors::wide_result);
      m.only_wide = width == 3; // for xmm registers it is vmovddup
      add_part("broadcasts" + t, m, width);
      add("permilp" + t, operation(Packed::permute_by, width, Shape::permute));
    }
    add_lanes("pbroadcast", Packed::broadcast, "bwdq", Shape::packed, Vectors::wide_result);
    for (const char* const kind : {"f128", "i128"}) {
      const std::string k = kind;
      add_wide("broadcast" + k, operation(Packed::broadcast_half, 3), Vectors::wide_result);
      add_wide("insert" + k, operation(Packed::insert_half, 3, Shape::packed_constant),
               Vectors::narrow_right);
      add_wide("extract" + k, operation(Packed::extract_half, 3, Shape::extract_half),
               Vectors::wide_source);
      add_wide("perm2" + k, operation(Packed::permute_halves, 3, Shape::packed_constant),
               Vectors::same);
    }
    for (const char* const name : {"permq", "permpd"})
      add_wide(name, operation(Packed::permute_quads, 3, Shape::packed_constant), Vectors::same);
    for (const char* const name : {"permd", "permps"})
      add_wide(name, operation(Packed::permute_words, 2), Vectors::same);
    for (const auto& [name, width] : {std::pair{"maskmovps", 2U}, std::pair{"maskmovpd", 3U},
                                      std::pair{"pmaskmovd", 2U}, std::pair{"pmaskmovq", 3U}})
      add_part(name, operation(Packed::masked_load, width, Shape::masked), 4);
    add("pblendd", operation(Packed::blend, 2, Shape::packed_constant));
    add_lanes("psllv", Packed::shift_left_each, "dq");
    add_lanes("psrlv", Packed::shift_right_each, "dq");
    add_lanes("psrav", Packed::shift_arithmetic_each, "d");
    add_part("cvtph2ps", with(operation(Packed::from_half, 2), Vectors::wide_result), 3);
    add_part("cvtps2ph",
             with(operation(Packed::to_half, 3, Shape::extract_half), Vectors::wide_source), 3);
    for (const auto& [type, width] : {std::pair{"d", 3U}, std::pair{"s", 2U}})
      add(std::string("testp") + type, operation(Packed::test_signs, width, Shape::test));
    add_gathers();
    add("zeroupper", {.op = Op::x86_packed, .shape = Shape::nothing, .packed = Packed::zero_upper});
    add("zeroall", {.op = Op::x86_packed, .shape = Shape::nothing, .packed = Packed::zero_all});
  }

  /// The first letter is for the indices, the second for the data.
  void add_gathers() {
    for (const auto& [index, from] : {std::pair{"d", 2}, std::pair{"q", 3}})
      for (const auto& [name, data, width] :
           {std::tuple{"pgather", "d", 2U}, std::tuple{"pgather", "q", 3U},
            std::tuple{"gather", "ps", 2U}, std::tuple{"gather", "pd", 3U}}) {
        Mnemonic m = operation(Packed::gather, width, Shape::gather);
        m.source_width = static_cast<std::uint8_t>(from);
        m.vex = false; // it has no additional source
        add_part(std::string(name) + index + data, m, width);
      }
  }

  /// With the letters of the lanes.
  void add_lanes(const std::string& name, Packed packed, std::string_view lanes,
                 Shape shape = Shape::packed, Vectors vectors = Vectors::same) {
    for (const char letter : lanes) {
      const auto width = static_cast<unsigned>(kLanes.find(letter));
      const Mnemonic m = with(operation(packed, width, shape), vectors);
      if (packed == Packed::broadcast)
        add_part(name + letter, m, width);
      else
        add(name + letter, m);
    }
  }

  void add_integers() {
    add_lanes("padd", Packed::add_int, "bwdq");
    add_lanes("psub", Packed::subtract_int, "bwdq");
    add_lanes("pcmpeq", Packed::equal, "bwdq");
    add_lanes("pcmpgt", Packed::greater, "bwdq");
    add_lanes("pmins", Packed::minimum_signed, "bwd");
    add_lanes("pmaxs", Packed::maximum_signed, "bwd");
    add_lanes("pminu", Packed::minimum_unsigned, "bwd");
    add_lanes("pmaxu", Packed::maximum_unsigned, "bwd");
    add_lanes("pavg", Packed::average, "bw");
    add_lanes("pabs", Packed::absolute, "bwd");
    add_lanes("pmull", Packed::multiply_low, "wd");
    add_lanes("psll", Packed::shift_left, "wdq", Shape::packed_count, Vectors::narrow_right);
    add_lanes("psrl", Packed::shift_right, "wdq", Shape::packed_count, Vectors::narrow_right);
    add_lanes("psra", Packed::shift_arithmetic, "wd", Shape::packed_count, Vectors::narrow_right);
    add_lanes("phadd", Packed::add_horizontal_int, "wd");
    add_lanes("phsub", Packed::subtract_horizontal_int, "wd");
    add_lanes("phadds", Packed::add_horizontal_saturated, "w");
    add_lanes("phsubs", Packed::subtract_horizontal_saturated, "w");
    add("maskmovdqu", with(operation(Packed::masked_store, 0, Shape::masked_bytes), Vectors::none));
    add_lanes("psign", Packed::sign, "bwd");
    add_lanes("padds", Packed::add_saturated, "bw");
    add_lanes("paddus", Packed::add_saturated_unsigned, "bw");
    add_lanes("psubs", Packed::subtract_saturated, "bw");
    add_lanes("psubus", Packed::subtract_saturated_unsigned, "bw");
    add("pmaddubsw", operation(Packed::multiply_add_bytes, 1));
    add("pmulhrsw", operation(Packed::multiply_rounded, 1));
    add("psadbw", operation(Packed::sad, 3));
    add("mpsadbw", operation(Packed::sad_blocks, 1, Shape::packed_constant));
    add("phminposuw", with(operation(Packed::minimum_position, 1), Vectors::none));
    add("pclmulqdq", with(operation(Packed::carry_less, 3, Shape::packed_constant), Vectors::none));
    add("pslldq", operation(Packed::bytes_left, 3, Shape::packed_count));
    add("psrldq", operation(Packed::bytes_right, 3, Shape::packed_count));
    add("pmulhw", operation(Packed::multiply_high, 1));
    add("pmulhuw", operation(Packed::multiply_high_unsigned, 1));
    add("pmuludq", operation(Packed::multiply_even, 3));
    add("pmuldq", operation(Packed::multiply_even_signed, 3));
    add("pmaddwd", operation(Packed::multiply_add, 2));
    // Width 0, bytes: distinguishes them from the floating-point forms, which use another unit.
    add("pand", operation(Packed::bit_and, 0));
    add("pandn", operation(Packed::bit_andn, 0));
    add("por", operation(Packed::bit_or, 0));
    add("pxor", operation(Packed::bit_xor, 0));
    add("ptest", operation(Packed::test, 3, Shape::test));
    add("pblendvb", operation(Packed::select, 0, Shape::select));
  }

  /// Moves between one lane and integer registers.
  void add_parts() {
    add("pmovmskb",
        with(operation(Packed::byte_mask, 0, Shape::packed_mask), Vectors::wide_source));
    for (unsigned width = 0; width < 4; ++width) {
      const std::string lane(1, kLanes[width]);
      add_part("pextr" + lane,
               with(operation(Packed::extract, width, Shape::extract), Vectors::none), width);
      add_part("pinsr" + lane, with(operation(Packed::insert, width, Shape::insert), Vectors::none),
               width);
    }
    add_part("extractps", with(operation(Packed::extract, 2, Shape::extract), Vectors::none), 2);
  }

  void add_fused() {
    for (const auto& [kind, bits] : {std::pair{"madd", 0U}, std::pair{"msub", kFusedSubtract},
                                     std::pair{"nmadd", kFusedNegateProduct},
                                     std::pair{"nmsub", kFusedNegateProduct | kFusedSubtract}})
      for (const auto& [order, number] :
           {std::pair{"132", kFused132}, std::pair{"213", kFused213}, std::pair{"231", kFused231}})
        for (const auto& [type, width] : {std::pair{"d", 3U}, std::pair{"s", 2U}}) {
          const std::string name = std::string("f") + kind + order;
          Mnemonic m = operation(Packed::fused, width, Shape::fused);
          m.condition = static_cast<Condition>(bits | number);
          add(name + "p" + type, m);
          if (bits == 0 || bits == kFusedSubtract) {
            m.packed = bits == 0 ? Packed::fused_add_subtract : Packed::fused_subtract_add;
            add((bits == 0 ? "fmaddsub" : "fmsubadd") + std::string(order) + "p" + type, m);
          }
          m.packed = Packed::fused_scalar;
          m.vectors = Vectors::none;
          add_part(name + "s" + type, m, width);
        }
  }

  bool vex_;
  const std::function<void(std::string, const Mnemonic&)>& add_;
};

} // namespace

void add_packed(bool vex, const std::function<void(std::string, const Mnemonic&)>& add) {
  PackedTable(vex, add).run();
}

} // namespace stallscope::isa::x86
