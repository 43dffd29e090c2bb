#include "property/generators/random_machine.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

namespace stallscope::property {

namespace {

class MachineWriter {
public:
  MachineWriter(Random& random, bool delay_slot_allowed)
      : random_(random), delay_slot_allowed_(delay_slot_allowed) {}

  std::string write() {
    line("name = \"random\"");
    place_roles();
    pipeline();
    register_file();
    units();
    issue();
    late_alu();
    branch();
    memory();
    predictor();
    caches();
    return std::move(text_);
  }

private:
  enum Role { kFetch, kDecode, kRead, kExecute, kMemory, kWrite, kRoles };
  static constexpr std::array<std::string_view, kRoles> kNames{"fetch",   "decode", "read",
                                                               "execute", "memory", "write"};

  template <class... T> void line(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<T>(values)...);
    text_ += '\n';
  }
  static std::string stage(int i) { return fmt::format("S{}", i); }

  /// Roles in order along 3 to 8 stages; execute not in the first, some stages with nothing to do.
  void place_roles() {
    stages_ = random_.between(3, 8);
    has_decode_ = random_.chance(80);
    at_[kFetch] = 0;
    at_[kExecute] = random_.between(1, stages_ - 1);
    at_[kRead] = random_.between(0, at_[kExecute]);
    at_[kDecode] = random_.between(0, at_[kRead]);
    at_[kMemory] = random_.between(at_[kExecute], stages_ - 1);
    at_[kWrite] = random_.between(at_[kMemory], stages_ - 1);
    if (random_.chance(70)) // mostly no idle stages behind the write
      at_[kWrite] = stages_ - 1;
  }

  void pipeline() {
    line("[pipeline]\nstages = [");
    for (int s = 0; s < stages_; ++s) {
      std::string does;
      for (int role = 0; role < kRoles; ++role)
        if (at_[static_cast<std::size_t>(role)] == s && (role != kDecode || has_decode_))
          does += fmt::format("{}\"{}\"", does.empty() ? "" : ", ",
                              kNames[static_cast<std::size_t>(role)]);
      line("  {{ name = \"{}\", does = [{}] }},", stage(s), does);
    }
    line("]");
    width_ = random_.chance(40) ? 1 : random_.between(1, 4);
    line("width = {}", width_);
    overlap_ = width_ > 1 || !random_.chance(8);
    if (!overlap_)
      line("overlap = false");
    if (random_.chance(35))
      line("group = \"lockstep\"");
  }

  void register_file() {
    line("[register_file]");
    const bool shared = random_.chance(15);
    const bool before = at_[kRead] > 0 && random_.chance(40);
    const bool at_once = before || at_[kRead] == at_[kExecute]; // reads all operands in one cycle
    line("ports = \"{}\"", shared ? "shared" : "split");
    line("write_then_read = {}", !shared && random_.chance(50));
    line("wait = \"{}\"", before ? "before_read" : "in_read");
    if (random_.chance(25)) // an operation reads 4 registers at most
      line("read_ports = {}", at_once ? random_.between(4, 6) : random_.between(1, 6));
    if (random_.chance(25))
      line("write_ports = {}", random_.between(1, 3));
    if (!overlap_ && at_[kRead] < at_[kExecute])
      line("second_operand_cycles = {}", Random(text_.size()).below(3));
    rules_ = random_.chance(12);
    const int last = stages_ - 1;
    if (rules_ || at_[kExecute] >= last || random_.chance(20))
      return;
    std::string paths;
    for (int from = at_[kExecute]; from < last; ++from)
      for (int to = at_[kRead]; to <= at_[kMemory]; ++to)
        if (random_.chance(45))
          paths += fmt::format("{}\"{}->{}\"", paths.empty() ? "" : ", ", stage(from), stage(to));
    line("[forwarding]\npaths = [{}]", paths);
  }

  void units() {
    static constexpr std::array<std::string_view, 10> kGroups{
        "\"integer\"",
        "\"shift\"",
        "\"multiply\"",
        "\"divide\"",
        "\"memory\"",
        "\"control\"",
        "\"fp_add\", \"fp_compare\", \"fp_convert\", \"fp_move\"",
        "\"fp_multiply\"",
        "\"fp_divide\"",
        "\"system\""};
    const unsigned count = random_.chance(25) ? 1 : 1 + random_.below(5);
    std::vector<std::string> operations(count);
    for (std::size_t g = 0; g < kGroups.size(); ++g) {
      std::string& unit = operations[g < count ? g : random_.below(count)];
      unit += fmt::format("{}{}", unit.empty() ? "" : ", ", kGroups[g]);
    }
    for (unsigned u = 0; u < count; ++u) {
      const bool pipelined = random_.chance(70);
      line("[[unit]]\nname = \"u{}\"\noperations = [{}]", u, operations[u]);
      line("count = {}", random_.chance(60) ? 1 : random_.between(1, 3));
      const int latency = random_.chance(50) ? 1 : random_.between(1, pipelined ? 7 : 24);
      line("latency = {}", latency);
      one_cycle_ += pipelined && latency == 1 ? operations[u] : std::string();
      if (random_.chance(25))
        line("result = \"{}\"", stage(random_.between(at_[kExecute], at_[kWrite])));
      one_step_branch_ |=
          (!pipelined || latency == 1) && operations[u].find("control") != std::string::npos;
      if (pipelined)
        continue;
      line("pipelined = false");
      operand_latency(operations[u]);
    }
  }

  /// For each class of a unit that has a measure, perhaps one.
  void operand_latency(std::string_view operations) {
    std::string table;
    const auto add = [&](std::string_view op_class, std::string_view measure) {
      if (operations.find(fmt::format("\"{}\"", op_class)) == std::string_view::npos ||
          random_.chance(50))
        return;
      table += fmt::format("{}{} = {{ measure = \"{}\", bits_per_cycle = {} }}",
                           table.empty() ? "" : ", ", op_class, measure,
                           random_.pick({"1", "2", "4", "64"}));
    };
    add("shift", "shift_amount");
    add("multiply", "multiplier_bits");
    add("divide", random_.pick({"dividend_bits", "divisor_bits", "quotient_bits"}));
    line("operand_latency = {{ {} }}", table);
  }

  std::string_view group() {
    return random_.pick({"integer", "memory", "loads", "stores", "control", "multiply", "divide",
                         "shift", "fp", "any", "branch"});
  }

  void issue() {
    line("[hazards]\nwaw = \"{}\"", random_.pick({"any", "overtake"}));
    line("unit_reuse = \"{}\"", random_.pick({"same_cycle", "next_cycle"}));
    line("[issue]");
    if (random_.chance(40))
      line("limits = {{ {} = {}, control = 1 }}",
           random_.pick({"memory", "integer", "multiply", "any", "fp"}), random_.between(1, 2));
    if (random_.chance(30))
      line("forbid = [[\"{}\", \"{}\"], [\"control\", \"any\"]]", group(), group());
    if (!rules_)
      return;
    line("[[issue.latency]]\nfrom = [\"loads\"]\nto = [\"any\"]\nstalls = {}", random_.below(5));
    line("[[issue.latency]]\nfrom = [\"integer\", \"shift\"]\nto = [\"control\"]\nstalls = {}",
         random_.below(4));
    line("[[issue.latency]]\nfrom = [\"fp_alu\", \"multiply\", \"divide\"]\nto = [\"any\"]\nstalls "
         "= {}",
         random_.below(8));
  }

  /// Some of what executes in one cycle whatever its operands.
  void late_alu() {
    std::string operations;
    for (const std::string_view op_class : {"integer", "shift", "multiply", "branch"})
      if (one_cycle_.find(op_class == "branch" ? "\"control\"" : fmt::format("\"{}\"", op_class)) !=
              std::string::npos &&
          random_.chance(70)) {
        operations += fmt::format("{}\"{}\"", operations.empty() ? "" : ", ", op_class);
        one_step_branch_ &= op_class != "branch";
      }
    if (!rules_ && at_[kMemory] > at_[kExecute] && !operations.empty() && random_.chance(70))
      line("[late_alu]\nstage = \"{}\"\noperations = [{}]",
           stage(random_.between(at_[kExecute] + 1, at_[kMemory])), operations);
  }

  void branch() {
    line("[branch]");
    const int resolve = random_.between(at_[kRead], stages_ - 1);
    line("resolve = \"{}\"", stage(resolve));
    const int first = has_decode_ ? at_[kDecode] : 0;
    line("jump_resolve = \"{}\"",
         stage(random_.chance(50) ? resolve : random_.between(first, resolve)));
    line("jump_register_resolve = \"{}\"",
         stage(random_.chance(50) ? resolve : random_.between(at_[kRead], stages_ - 1)));
    if (one_step_branch_ && random_.chance(40))
      line("taken_cycles = {}", random_.between(1, 4));
    if (Random(text_.size()).chance(30)) // of its own, so that all else stays as it is
      line("to_next = \"redirect\"");
    const int predict = random_.between(0, resolve);
    predicted_at_fetch_ = predict == 0;
    line("predict_in = \"{}\"", stage(predict));
    learns_ = random_.chance(30);
    std::string_view predictor =
        learns_ ? random_.pick({"one_bit", "two_bit", "local", "gshare", "tournament", "perceptron",
                                "tage", "never_right"})
                : random_.pick({"not_taken", "taken", "backward_taken", "perfect"});
    if (predictor == "tournament" && random_.chance(50)) // so the other machines of a seed stay
      predictor = "bimode";
    line("predictor = \"{}\"", predictor);
    if (delay_slot_allowed_)
      line("delay_slot = {}", random_.chance(25));
  }

  /// Small tables, so that branches meet in them.
  void predictor() {
    if (!learns_)
      return;
    line("[predictor]\nentries = {}\nhistory_bits = {}\ninitial = \"{}\"",
         random_.pick({"16", "64"}), random_.between(1, 4),
         random_.pick({"weakly_taken", "strongly_not_taken"}));
    line("local_entries = 4\ntable_entries = 16\nloop_entries = {}\nhistory_update = \"{}\"",
         random_.pick({"0", "4"}), random_.pick({"predict", "resolve"}));
    if (!predicted_at_fetch_ && random_.chance(60))
      line("[btb]\nentries = {}\nways = {}", random_.pick({"4", "16"}), random_.pick({"1", "2"}));
    if (random_.chance(60))
      line("[return_stack]\ndepth = {}\nrepair = \"{}\"", random_.between(1, 6),
           random_.pick({"none", "top", "full"}));
    line("[indirect]\npredictor = \"{}\"\nentries = 8",
         random_.pick({"none", "last_target", "history"}));
  }

  /// Small caches, which miss often; data accesses of the machines with latency rules have none.
  void caches() {
    if (!fetch_cache_ && !data_cache_)
      return;
    const bool has_outer = random_.chance(60);
    int inner_bytes = 0; // together
    const auto cache = [&](std::string_view name, std::string_view serves, bool inner) {
      line("[[cache]]\nname = \"{}\"\nserves = \"{}\"", name, serves);
      const int ways = random_.between(0, 2);
      const int size = (inner ? 16 : 32) << (ways + random_.between(0, 3));
      line("line = {}\nways = {}\nsize = {}", inner ? 16 : 32, 1 << ways, size);
      inner_bytes += inner ? size : 0;
      line("latency = {}\nreplacement = \"{}\"\nwrite = \"{}\"\nwrite_miss = \"{}\"",
           random_.between(1, 3), random_.pick({"lru", "plru", "random", "srrip"}),
           random_.pick({"back", "through"}),
           random_.pick({"by_policy", "allocate", "no_allocate"}));
      line("ports = {}\nbanks = {}\nmshrs = {}\nprefetcher = \"{}\"", random_.between(0, 2),
           random_.pick({"1", "2"}), random_.between(1, 3),
           serves == "fetch" || !data_cache_ // strides are those of loads and stores
               ? random_.pick({"none", "next_line"})
               : random_.pick({"none", "next_line", "stride"}));
      if (inner && has_outer)
        line("next = \"L2\"");
      else if (!inner)
        line("inclusive = {}", random_.chance(50) && size >= inner_bytes);
    };
    if (fetch_cache_ && data_cache_ && random_.chance(40)) {
      cache("L1", "both", true);
    } else {
      if (fetch_cache_)
        cache("L1I", "fetch", true);
      if (data_cache_)
        cache("L1D", "data", true);
    }
    if (has_outer)
      cache("L2", "none", false);
    line("[main_memory]\nlatency = {}\nline_cycles = {}", random_.between(1, 20), random_.below(4));
    line("warm = {}", Random(text_.size()).below(4) == 0);
    if (data_cache_ && random_.chance(30))
      line("[data_tlb]\nentries = 2\nways = 1\npage = 256\nwalk = {}", random_.below(10));
  }

  void memory() {
    data_cache_ = !rules_ && random_.chance(25);
    fetch_cache_ = random_.chance(25);
    line("[memory]");
    line("data_latency = {}", data_cache_ || random_.chance(60) ? 1 : random_.between(1, 12));
    line("fetch_latency = {}", fetch_cache_ || random_.chance(75) ? 1 : random_.between(1, 4));
    if (random_.chance(40))
      line("fetch_bytes = {}", random_.pick({"2", "4", "8", "16"}));
    if (random_.chance(40))
      line("misaligned = \"allow\"\naccess_bytes = {}\nsplit_cycles = {}",
           random_.pick({"2", "4", "8"}), random_.between(1, 5));
    line("port = \"{}\"", random_.chance(75) ? "separate" : "shared");
    line("[counting]\ndrain = \"{}\"", random_.chance(85) ? "counted" : "excluded");
    line("[limits]\nno_progress = 2000");
  }

  Random& random_;
  bool delay_slot_allowed_;
  std::string text_;
  int stages_ = 5;
  int width_ = 1;
  bool has_decode_ = true;
  bool overlap_ = true;
  bool rules_ = false;
  bool learns_ = false;             ///< the branch predictor
  bool predicted_at_fetch_ = false; ///< a branch target buffer would be of no use
  bool data_cache_ = false;
  bool fetch_cache_ = false;
  bool one_step_branch_ = false; ///< a taken branch may execute for longer
  std::string one_cycle_;        ///< what pipelined units of one cycle execute
  std::array<int, kRoles> at_{};
};

} // namespace

std::string random_machine(Random& random, bool delay_slot_allowed) {
  return MachineWriter(random, delay_slot_allowed).write();
}

} // namespace stallscope::property
