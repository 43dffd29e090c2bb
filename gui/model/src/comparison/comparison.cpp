#include "model/comparison/comparison.hpp"

#include "model/cells/search.hpp"
#include "model/language/strings.hpp"
#include "model/plan/scenario_course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

/// A name derived from another, as "saxpy_scheduled" from "saxpy".
bool named_after(std::string_view longer, std::string_view shorter) {
  return longer.size() > shorter.size() && longer.substr(0, shorter.size()) == shorter &&
         longer[shorter.size()] == '_';
}

/// Both programs have the same instructions in any order. False for machine code.
bool same_instructions(const isa::Program* a, const isa::Program* b) {
  if (a == nullptr || b == nullptr || a->isa != b->isa || a->decoded || b->decoded ||
      a->code.size() != b->code.size())
    return false;
  const auto sorted = [](const isa::Program& program) {
    std::vector<std::string> texts;
    for (std::uint32_t i = 0; i < program.code.size(); ++i)
      texts.push_back(program.text_of(i));
    std::sort(texts.begin(), texts.end());
    return texts;
  };
  return sorted(*a) == sorted(*b);
}

} // namespace

bool Comparison::same_program() const {
  if (!has_b_)
    return false;
  const std::string& a = a_.spec().program.name;
  const std::string& b = b_.spec().program.name;
  if (a_.spec().subject != b_.spec().subject)
    return false;
  if (a_.spec().subject == Subject::plan) // all schedules do the same work in different orders
    return a == b || (!is_scenario(a) && !is_scenario(b));
  return a == b || named_after(a, b) || named_after(b, a) || same_instructions_;
}

void Comparison::open_a(RunSpec spec) {
  a_.open(std::move(spec));
}

void Comparison::open_b(RunSpec spec) {
  has_b_ = true;
  b_.open(std::move(spec));
}

void Comparison::close_b() {
  b_.cancel();
  has_b_ = false;
  active_ = Side::a;
  set_lengths();
}

void Comparison::set_lock(Lock lock) {
  if (lock == lock_)
    return;
  const std::uint64_t a = cycle(Side::a);
  const std::uint64_t b = cycle(Side::b);
  lock_ = lock;
  set_lengths();
  if (lock == Lock::free) { // both keep their positions
    transports_[0].seek(a);
    transports_[1].seek(b);
  } else {
    transports_[0].seek(a);
  }
}

void Comparison::set_active(Side side) {
  active_ = has_b_ ? side : Side::a;
}

/// The transport of both runs continues until both have ended. A run that could not be opened has
/// no cycles, though the one before it has some.
void Comparison::set_lengths() {
  const auto length = [](const Run& run) {
    return run.state() == Run::State::failed ? 0 : run.last_cycle();
  };
  const std::uint64_t a = length(a_);
  const std::uint64_t b = has_b_ ? length(b_) : 0;
  transports_[0].set_last_cycle(lock_ == Lock::cycle ? std::max(a, b) : a);
  transports_[1].set_last_cycle(b);
}

bool Comparison::update(double seconds) {
  a_.poll();
  b_.poll();
  const std::array<std::uint64_t, 2> versions{a_.version(), b_.version()};
  const bool news = versions != versions_;
  if (news && has_b_ && a_.whole() && b_.whole())
    b_.number_like(a_);
  if (news)
    same_instructions_ = has_b_ && same_instructions(a_.program(), b_.program());
  versions_ = {a_.version(), b_.version()};
  set_lengths();
  bool moved = false;
  for (Transport& transport : transports_)
    moved |= transport.advance(seconds);
  return news || moved || transports_[0].moving() || transports_[1].moving();
}

void Comparison::wait() {
  do {
    a_.wait();
    if (has_b_)
      b_.wait();
    update(0); // results may start the matching of the runs' numbering
  } while (a_.busy() || (has_b_ && b_.busy()));
}

std::uint64_t Comparison::cycle(Side side) const {
  const Run& of = run(side);
  if (side == Side::b && !has_b_)
    return 0;
  if (lock_ == Lock::free)
    return transports_[side == Side::a ? 0 : 1].cycle();
  const std::uint64_t leader = transports_[0].cycle();
  if (lock_ == Lock::cycle || side == Side::a)
    return std::min(leader, of.last_cycle());
  if (leader >= a_.last_cycle())
    return b_.last_cycle();
  const double retired = a_.retired_at(leader);
  return retired < 1 ? std::min(leader, b_.cycle_of_retired(1)) : b_.cycle_of_retired(retired);
}

double Comparison::glide(Side side) const {
  const Transport& driver = transports_[lock_ == Lock::free && side == Side::b ? 1 : 0];
  if (lock_ == Lock::cycle && driver.cycle() > run(side).last_cycle())
    return 1; // at the run's end
  return lock_ == Lock::instruction && side == Side::b ? 1 : driver.glide();
}

int Comparison::direction(Side side) const {
  return transports_[lock_ == Lock::free && side == Side::b ? 1 : 0].direction();
}

/// Moves the transport to the given cycle of the active run.
void Comparison::go(std::uint64_t cycle_of_active) {
  if (lock_ == Lock::instruction && index() == 1)
    transports_[0].seek(a_.cycle_of_retired(b_.retired_at(cycle_of_active)));
  else
    transport().seek(cycle_of_active);
}

void Comparison::to_stall(bool forwards) {
  cancel_search();
  Run& of = run(index() == 0 ? Side::a : Side::b);
  const std::uint64_t here = cycle(index() == 0 ? Side::a : Side::b);
  message_.clear();
  search_ = of.find_stall(here, forwards, [this, forwards](std::optional<RunPlace> place) {
    if (place)
      go(place->cycle);
    else
      message_ = tr(forwards ? Text::no_stall_behind : Text::no_stall_before);
  });
}

void Comparison::run_to_line(std::uint32_t line) {
  session::Condition condition;
  condition.kind = session::Condition::Kind::line;
  condition.value = line;
  const Run& of = run(index() == 0 ? Side::a : Side::b);
  if (of.program() == nullptr)
    return;
  condition.file = of.program()->name;
  condition.text = tr(Text::line, {fmt::format("{}", line)});
  run_to_breakpoint({condition});
}

void Comparison::run_to_breakpoint(std::vector<session::Condition> breakpoints) {
  cancel_search();
  Run& of = run(index() == 0 ? Side::a : Side::b);
  const std::uint64_t here = cycle(index() == 0 ? Side::a : Side::b);
  message_.clear();
  if (breakpoints.empty()) {
    transport().to_end();
    return;
  }
  const std::string what =
      breakpoints.size() == 1 ? breakpoints[0].text : std::string(tr(Text::breakpoint));
  search_ = of.run_to(std::move(breakpoints), here, [this, what](std::optional<RunPlace> place) {
    if (place)
      go(place->cycle);
    else
      message_ = tr(Text::not_reached, {what});
  });
}

void Comparison::go_to(const Destination& to) {
  const Side side = index() == 0 ? Side::a : Side::b;
  Run& of = run(side);
  cancel_search();
  message_.clear();
  session::Condition condition;
  condition.value = to.value;
  switch (to.kind) {
  case Destination::Kind::cycle:
    go(to.value);
    return;
  case Destination::Kind::instruction: {
    SearchQuery query;
    query.kind = SearchQuery::Kind::number;
    query.name.number = to.value;
    search_ = of.scan(0, true, look_for(query, true), [this, to](std::optional<RunPlace> place) {
      if (place)
        go(place->cycle);
      else
        message_ = tr(Text::not_reached, {fmt::format("#{}", to.value)});
    });
    return;
  }
  case Destination::Kind::line:
    condition.kind = session::Condition::Kind::line;
    condition.file = of.program() == nullptr ? std::string() : of.program()->name;
    condition.text = tr(Text::line, {fmt::format("{}", to.value)});
    break;
  case Destination::Kind::address:
    condition.kind = session::Condition::Kind::pc;
    condition.text = fmt::format("{:#x}", to.value);
    break;
  }
  run_to(condition, cycle(side));
}

/// Searches from a cycle to the end, then from the start.
void Comparison::run_to(const session::Condition& condition, std::uint64_t from) {
  search_ = run(index() == 0 ? Side::a : Side::b)
                .run_to({condition}, from, [this, condition, from](std::optional<RunPlace> place) {
                  if (place)
                    go(place->cycle);
                  else if (from > 0)
                    run_to(condition, 0);
                  else
                    message_ = tr(Text::not_reached, {condition.text});
                });
}

void Comparison::cancel_search() {
  if (search_ != nullptr)
    search_->cancel();
  search_.reset();
}

std::optional<std::int64_t> Comparison::total_saved() const {
  if (!same_program() || a_.state() != Run::State::ready || b_.state() != Run::State::ready)
    return std::nullopt;
  return static_cast<std::int64_t>(a_.summary().cycles) -
         static_cast<std::int64_t>(b_.summary().cycles);
}

std::optional<std::int64_t> Comparison::cycles_saved() const {
  const std::uint64_t here = cycle(Side::a);
  if (!same_program() || a_.last_cycle() == 0 || b_.last_cycle() == 0 ||
      a_.state() == Run::State::failed || b_.state() == Run::State::failed)
    return std::nullopt;
  if (here >= a_.last_cycle())
    return total_saved();
  const double retired = a_.retired_at(here);
  if (retired < 1)
    return std::nullopt;
  return static_cast<std::int64_t>(a_.cycle_of_retired(retired)) -
         static_cast<std::int64_t>(b_.cycle_of_retired(retired));
}

} // namespace stallscope::gui
