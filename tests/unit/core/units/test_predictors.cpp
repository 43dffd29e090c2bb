// What each predictor learns: sequences worked out by hand.

#include "unit/core/predictor_testing.hpp"

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;
using machine::PredictorKind;

TEST_CASE("one_bit: a loop costs two mispredictions each time it is run") {
  // TTTN: the counter says what happened last, so N is a surprise, and so is the T behind it.
  Trainee p({"branch.predictor=one_bit"});
  CHECK(p.misses_in("TTTN") == 2); // the first T: nothing learnt says not taken
  for (int i = 0; i < 10; ++i)
    CHECK(p.misses_in("TTTN") == 2);
}

TEST_CASE("two_bit: a loop costs one misprediction each time but the first") {
  // From weakly not taken (1): T is wrong (2), T T right (3 3), N wrong (2); then T right ...
  Trainee p({"branch.predictor=two_bit"});
  CHECK(p.misses_in("TTTN") == 2);
  for (int i = 0; i < 10; ++i)
    CHECK(p.misses_in("TTTN") == 1);
}

TEST_CASE("two_bit: where counters start is an option") {
  CHECK(Trainee({"branch.predictor=two_bit"}).misses_in("TTTT") == 1);
  CHECK(Trainee({"branch.predictor=two_bit", "predictor.initial=strongly_not_taken"})
            .misses_in("TTTT") == 2);
  CHECK(Trainee({"branch.predictor=two_bit", "predictor.initial=weakly_taken"}).misses_in("TTTT") ==
        0);
  CHECK(
      Trainee({"branch.predictor=two_bit", "predictor.initial=strongly_taken"}).misses_in("NNNN") ==
      2);
}

TEST_CASE("two_bit: branches a table's length apart share a counter") {
  // 16 counters, found by bits 1 to 4 of the address: 0x100 and 0x120 meet, 0x102 does not.
  Trainee p({"branch.predictor=two_bit", "predictor.entries=16"});
  CHECK(p.misses_in("TTTT", 0x100) == 1);
  CHECK(p.misses_in("N", 0x120) == 1); // taken, as the other one: 3 becomes 2
  CHECK(p.misses_in("N", 0x102) == 0); // not taken, as at first
}

TEST_CASE("gshare: learns to alternate, which counters by address never do") {
  Trainee simple({"branch.predictor=two_bit"});
  Trainee gshare({"branch.predictor=gshare", "predictor.entries=16", "predictor.history_bits=2"});
  // Alternating from weakly not taken: T wrong (2), N wrong (1), and so on for ever.
  CHECK(simple.misses_in("TNTNTNTNTNTNTNTN") == 16);
  // Histories 00, 01, 10, then 01 and 10 alternately: 00 T wrong, 01 N right, 10 T wrong; from
  // there on each history has been seen.
  CHECK(gshare.misses_in("TNTNTNTNTNTNTNTN") == 2);
}

TEST_CASE("gshare: a short history meets the upper bits of the index") {
  // 16 counters, 1 bit of history: index = address bits 1 to 4, xor history in the highest. The
  // branches 0x0 and 0x10 are 8 counters apart: after a taken branch each uses the other's counter.
  Trainee p({"branch.predictor=gshare", "predictor.entries=16", "predictor.history_bits=1"});
  CHECK(p.misses_in("T", 0x0) == 1);  // history 0, counter 0: 1 -> 2
  CHECK(p.misses_in("T", 0x10) == 0); // history 1, counter 8 xor 8 = 0: 2 says taken
}

TEST_CASE("local: learns a period that other branches do not disturb") {
  // TTN has period 3: 2 bits of own history tell its positions apart. Between its executions a
  // second branch goes any way, which spoils a global history as long.
  Trainee local({"branch.predictor=local", "predictor.local_history_bits=2"});
  Trainee gshare({"branch.predictor=gshare", "predictor.entries=4096", "predictor.history_bits=2"});
  unsigned local_misses = 0;
  unsigned gshare_misses = 0;
  std::uint32_t random = 12345;
  for (int i = 0; i < 300; ++i) {
    random = random * 1664525 + 1013904223;
    const char* noise = (random >> 16 & 1) != 0 ? "T" : "N";
    const char* next = i % 3 == 2 ? "N" : "T";
    // Its history table has 1024 entries: 0x100 and 0x200 have their own; the noise goes by its
    // own histories, which share the four counters, so it is left out of the local predictor.
    local_misses += local.misses_in(next, 0x100);
    gshare.misses_in(noise, 0x200);
    gshare_misses += gshare.misses_in(next, 0x100);
  }
  // Histories 00 T, 01 T, 11 N, 10 T: counters start weakly not taken, so each of the T ones is
  // wrong once when it is met first.
  CHECK(local_misses == 3);
  CHECK(gshare_misses > 30);
}

TEST_CASE("tournament: takes the better one of local and gshare for each branch") {
  // Branch A has period TTN, B repeats what A did. Local histories get A, the global one B.
  Trainee p({"branch.predictor=tournament", "predictor.local_history_bits=4",
             "predictor.history_bits=6", "predictor.entries=4096"});
  unsigned late = 0;
  std::uint32_t random = 99;
  for (int i = 0; i < 600; ++i) {
    random = random * 1664525 + 1013904223;
    const char* a = (random >> 16 & 1) != 0 ? "T" : "N";
    p.misses_in(a, 0x100);
    const unsigned miss = p.misses_in(a, 0x200); // correlated with the branch before it
    late += i >= 500 ? miss : 0;
  }
  CHECK(late <= 5);
}

TEST_CASE("bimode: branches that share a counter do not spoil it when they go different ways") {
  // 16 counters, 1 bit of history: 0x100 and 0x120, both behind a taken branch, meet in counter 8,
  // but 64 counters that choose the bank tell them apart. gshare has one bank: T turns its counter
  // from 1 to 2, N back to 1, and both are wrong each time. The other branches meet none.
  const auto misses = [](const char* kind) {
    Trainee p({std::string("branch.predictor=") + kind, "predictor.entries=16",
               "predictor.history_bits=1", "predictor.chooser_entries=64"});
    unsigned late = 0;
    for (int i = 0; i < 20; ++i) {
      const unsigned one = p.misses_in("T", 0x200) + p.misses_in("T", 0x100);
      const unsigned other = p.misses_in("T", 0x204) + p.misses_in("N", 0x120);
      late += i >= 4 ? one + other : 0;
    }
    return late;
  };
  CHECK(misses("bimode") == 0);
  CHECK(misses("gshare") == 32); // two in each of the last 16 rounds
}

TEST_CASE("bimode: the choice stays while the chosen bank is right against it") {
  // Two counters a bank, found by the last direction, and one choice. First: bank of branches not
  // taken {1, 1}, of taken ones {2, 2}, choice 1 (not taken).
  //   T  history N, choice 1: counter 1 says N, wrong; counter 2, choice 2
  //   N  history T, choice 2: counter 2 of the other bank says T, wrong; counter 1, choice 1
  //   T  history N, choice 1: counter 2 says T, right; counter 3, and the choice stays
  //   N  history T, choice 1: counter 1 says N, right; counter 0, choice 0
  //   T  history N, choice 0: counter 3 says T, right; the choice stays
  Trainee p({"branch.predictor=bimode", "predictor.entries=2", "predictor.history_bits=1",
             "predictor.chooser_entries=1"});
  CHECK(p.misses_in("TN") == 2);
  CHECK(p.misses_in("TN") == 0);
  CHECK(p.state.chooser[0] == 0);
  CHECK(p.misses_in("T") == 0);
  CHECK(p.state.chooser[0] == 0);
}

TEST_CASE("perceptron: learns what a weighted sum can tell, not exclusive or") {
  // Branch C follows the branch three in front of it: one weight. Branch X is the exclusive or of
  // the two in front of it, which no line separates.
  const auto late_misses = [](bool exclusive_or) {
    Trainee p({"branch.predictor=perceptron", "predictor.history_bits=8", "predictor.entries=64"});
    unsigned late = 0;
    std::uint32_t random = 7;
    for (int i = 0; i < 1000; ++i) {
      random = random * 1664525 + 1013904223;
      const bool a = (random >> 16 & 1) != 0;
      const bool b = (random >> 17 & 1) != 0;
      p.misses_in(a ? "T" : "N", 0x100);
      p.misses_in(b ? "T" : "N", 0x110);
      const unsigned miss = p.misses_in((exclusive_or ? a != b : a) ? "T" : "N", 0x120);
      late += i >= 800 ? miss : 0;
    }
    return late;
  };
  CHECK(late_misses(false) == 0);
  CHECK(late_misses(true) > 50); // of 200: about every second one
}

TEST_CASE("perceptron: training stops when the sum is beyond the threshold of the paper") {
  // One bit of history: threshold floor(1.93 + 14) = 15. Always taken: every step adds 1 to the
  // bias and (from the second on, when history is taken) to the weight, so the sum is 0, 0 + ...
  const Perceptron unit(1, 1, 0);
  Perceptron::Table table = unit.table();
  int sum = 0;
  unsigned steps = 0;
  for (; steps < 100; ++steps) {
    const int now = unit.sum(table, 0, 1);
    if (steps > 0 && now == sum)
      break;
    sum = now;
    unit.learn(table, 0, 1, sum, true);
  }
  // Both weights grow by one a step: 0, 2, 4, ..., 14, 16; 14 is within the threshold, 16 is not.
  CHECK(sum == 16);
  CHECK(steps == 9);
}

TEST_CASE("tage: learns a long period that a short global history cannot tell apart") {
  // 20 times taken, then once not: 19 or 20 taken ones in a row look alike to 12 bits of history.
  std::string period(20, 'T');
  period += 'N';
  Trainee gshare({"branch.predictor=gshare", "predictor.history_bits=12"});
  Trainee tage({"branch.predictor=tage", "predictor.loop_entries=0"});
  unsigned gshare_misses = 0;
  unsigned tage_misses = 0;
  for (int i = 0; i < 100; ++i) {
    const unsigned g = gshare.misses_in(period);
    const unsigned t = tage.misses_in(period);
    gshare_misses += i >= 50 ? g : 0;
    tage_misses += i >= 50 ? t : 0;
  }
  CHECK(gshare_misses == 50); // the N of every period
  CHECK(tage_misses == 0);
}

TEST_CASE("tage: histories of the tables follow a geometric series") {
  machine::DirectionTables tables;
  tables.tables = 4;
  tables.min_history = 4;
  tables.max_history = 32;
  const Tage unit(tables, 1); // ratio (32 / 4) ^ (1/3) = 2
  CHECK(unit.history_length(0) == 4);
  CHECK(unit.history_length(1) == 8);
  CHECK(unit.history_length(2) == 16);
  CHECK(unit.history_length(3) == 32);
  tables.min_history = 1;
  tables.max_history = 4;
  const Tage close(tables, 1); // rounded, the first two would be 1 and 2, 3, 4
  for (unsigned t = 0; t < 4; ++t)
    CHECK(close.history_length(t) == t + 1);
}

TEST_CASE("loop predictor: foresees the end of a loop of any length, exactly") {
  // 700 iterations are far beyond 128 directions of history. The pass in which the entry is made,
  // one that finds the length, three that confirm it; from then on no end is a surprise.
  std::string loop(699, 'T');
  loop += 'N';
  Trainee with({"branch.predictor=tage"});
  Trainee without({"branch.predictor=tage", "predictor.loop_entries=0"});
  for (int pass = 0; pass < 5; ++pass)
    with.misses_in(loop);
  for (int pass = 0; pass < 5; ++pass) {
    CHECK(with.misses_in(loop) == 0);
    without.misses_in(loop);
  }
  CHECK(without.misses_in(loop) >= 1);
}

TEST_CASE("loop predictor: sure after the same length has come back three times") {
  const LoopPredictor unit(16, 0);
  LoopPredictor::Table table = unit.table();
  const auto run = [&](const char* directions) {
    std::string sure;
    for (const char* d = directions; *d != '\0'; ++d) {
      const LoopPredictor::Record record = unit.predict(table, 3);
      unit.advance(table, record, *d == 'T');
      // Without it, every branch would be predicted taken.
      unit.learn(table, record, *d == 'T', *d == 'N', *d == 'N');
      sure += record.valid ? (record.taken ? 'T' : 'N') : '-';
    }
    return sure;
  };
  CHECK(run("TTN") == "---"); // N is mispredicted: the entry is made
  CHECK(run("TTN") == "---"); // length 3
  CHECK(run("TTN") == "---"); // confidence 1
  CHECK(run("TTN") == "---"); // 2
  CHECK(run("TTN") == "---"); // 3
  CHECK(run("TTN") == "TTN");
  CHECK(run("TTTN") == "TTN-"); // longer than it knew: wrong at the third, and not sure any more
  CHECK(run("TTTN") == "----");
}

TEST_CASE("perfect and never_right look at the outcome") {
  Trainee perfect({"branch.predictor=perfect", "return_stack.depth=4"});
  Trainee wrong({"branch.predictor=never_right", "return_stack.depth=4"});
  CHECK(perfect.misses_in("TNNTTNTNNN") == 0);
  CHECK(wrong.misses_in("TNNTTNTNNN") == 10);
}

TEST_CASE("history at resolve: branches in flight are missing from it") {
  // Two branches in flight: the second is predicted before the first is learnt from.
  Trainee at_predict({"branch.predictor=gshare", "predictor.history_bits=4"});
  Trainee at_resolve(
      {"branch.predictor=gshare", "predictor.history_bits=4", "predictor.history_update=resolve"});
  for (Trainee* p : {&at_predict, &at_resolve}) {
    const auto a = p->predict(conditional(0x100, 0x80), {true, 0x80});
    CHECK(p->state.history.recent() == 0); // weakly not taken, or nothing yet
    p->unit.discard_behind(p->state, conditional(0x100, 0x80), a.token, {true, 0x80});
    CHECK(p->state.history.recent() == (p == &at_predict ? 1 : 0));
    p->unit.learn(p->state, conditional(0x100, 0x80), a.token, {true, 0x80});
    p->unit.release(p->state, a.token);
    CHECK(p->state.history.recent() == 1);
  }
}
