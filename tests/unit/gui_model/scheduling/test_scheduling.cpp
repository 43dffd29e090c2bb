#include "model/scheduling/schedule_model.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

/// The lecture's block B6 on its four stages.
struct B6 {
  B6() : open(spec_of("lecture/b6_source", "lecture-4")), model(Threads::none) {
    model.open(open.run.shared_program(), *open.run.machine());
    REQUIRE_FALSE(model.empty());
  }
  OpenRun open;
  ScheduleModel model;
};

std::vector<sched::Node> numbered(std::vector<sched::Node> nodes) {
  for (sched::Node& node : nodes)
    ++node; // as people count
  return nodes;
}

} // namespace

TEST_CASE("the dependence graph stands in layers, each below what it depends on", "[gui_model]") {
  B6 b6;
  const GraphLayout& layout = b6.model.layout();
  REQUIRE(layout.boxes.size() == 6);
  // Lecture, section 3: 1->2 (RAW and WAR), 1->4, 2->4 (RAW and WAR), 3->5.
  REQUIRE(layout.edges.size() == 4);
  for (const GraphEdge& edge : layout.edges) {
    CHECK(layout.boxes[edge.from].y < layout.boxes[edge.to].y);
    CHECK(edge.points[0].second < edge.points[3].second);
  }
  CHECK(layout.edges[0].edges.size() == 2);
  CHECK(layout.edges[0].label.find("RAW t0") != std::string::npos);
  CHECK(layout.edges[0].label.find("WAR t1") != std::string::npos);
  CHECK(layout.boxes[0].critical);
  CHECK(layout.boxes[1].critical);
  CHECK(layout.boxes[3].critical);
  CHECK_FALSE(layout.boxes[5].critical);
  // Boxes of a layer do not overlap.
  for (const GraphBox& a : layout.boxes)
    for (const GraphBox& b : layout.boxes)
      if (a.node < b.node && a.y == b.y)
        CHECK(std::abs(a.x - b.x) >= (a.width + b.width) / 2);
  CHECK(b6.model.legal_orders().count == 60);
}

TEST_CASE("the lecture's list scheduler, decision by decision", "[gui_model]") {
  B6 b6;
  b6.model.choose_scheduler("weighted");
  CHECK(b6.model.schedule().cycles == 10);
  CHECK(numbered(b6.model.schedule().order) == std::vector<sched::Node>{1, 3, 6, 2, 5, 4});
  REQUIRE(b6.model.step_count() == 7); // cycle 5: nothing is available
  const StepView first = b6.model.step(1);
  CHECK(first.cycle == 0);
  CHECK(numbered(first.order) == std::vector<sched::Node>{1});
  CHECK_FALSE(first.why.empty());
  CHECK(std::any_of(first.available.begin(), first.available.end(),
                    [](const AvailableLine& line) { return line.chosen && line.node == 0; }));
  // Taking 2 in cycle 3 moves 4 to cycle 6.
  const StepView fourth = b6.model.step(4);
  CHECK(fourth.cycle == 3);
  CHECK(numbered(fourth.order) == std::vector<sched::Node>{1, 3, 6, 2});
  const StepView sixth = b6.model.step(6);
  CHECK(sixth.cycle == 5);
  CHECK(sixth.order.size() == 5);
  CHECK(b6.model.step(8).number == 0);
}

TEST_CASE("every scheduler's decisions can be gone through", "[gui_model]") {
  B6 b6;
  for (const sched::SchedulerInfo& info : sched::schedulers()) {
    b6.model.choose_scheduler(info.name);
    b6.model.wait();
    INFO(info.name);
    CHECK(b6.model.schedule().order.size() == 6);
    CHECK(b6.model.schedule().cycles >= b6.model.lower_bound());
    if (b6.model.step_count() > 0)
      CHECK(b6.model.step(b6.model.step_count()).order == b6.model.schedule().order);
  }
}

TEST_CASE("an instruction is dragged to legal places; an illegal one says which edge it breaks",
          "[gui_model]") {
  B6 b6;
  CHECK(b6.model.schedule().cycles == 12);
  const std::vector<DropPlace> places = b6.model.places_for(1); // instruction 2
  REQUIRE(places.size() == 6);
  // Of 1 3 4 5 6: behind 1 and before 4.
  CHECK_FALSE(places[0].legal);
  CHECK(places[0].breaks == "breaks RAW t0: 2 must stay behind 1");
  CHECK(places[1].legal);
  CHECK(places[2].legal);
  CHECK_FALSE(places[3].legal);
  CHECK(places[3].breaks == "breaks RAW t1: 4 must stay behind 2");
  CHECK_FALSE(b6.model.drop(1, 3));
  CHECK(b6.model.schedule().cycles == 12);

  // 3 5 1 2 4 6: the lecture's slowest order, 15 cycles.
  REQUIRE(b6.model.drop(2, 0));
  REQUIRE(b6.model.drop(4, 1));
  CHECK(numbered(b6.model.schedule().order) == std::vector<sched::Node>{3, 5, 1, 2, 4, 6});
  CHECK(b6.model.schedule().cycles == 15);
  const Result<std::string> text = b6.model.text();
  REQUIRE(text.ok());
  RunSpec spec = b6.open.run.spec();
  spec.program.text = *text;
  OpenRun own(spec);
  CHECK(own.run.last_cycle() == 15);
}

TEST_CASE("the places offered are exactly the legal ones", "[gui_model]") {
  B6 b6;
  for (sched::Node node = 0; node < 6; ++node)
    for (const DropPlace& place : b6.model.places_for(node)) {
      std::vector<sched::Node> order;
      for (sched::Node other = 0; other < 6; ++other)
        if (other != node)
          order.push_back(other);
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(place.position), node);
      CHECK(place.legal == sched::illegality(b6.model.problem().block(), order).empty());
    }
}

TEST_CASE("the bound and the gap stay in sight, and a search closes it", "[gui_model]") {
  B6 b6;
  CHECK(b6.model.lower_bound() <= 10);
  CHECK(b6.model.gap() == 12 - b6.model.lower_bound());
  b6.model.find_optimal(2);
  CHECK(b6.model.searching());
  b6.model.wait();
  CHECK(b6.model.schedule().cycles == 10);
  CHECK(b6.model.proven());
  CHECK(b6.model.gap() == 0);
}

namespace {

/// A loop that adds 1 to the elements of an array.
struct AddLoop {
  AddLoop() : open(text_of(kText, isa::Isa::riscv, "mips-5")), model(Threads::none) {
    model.open(open.run.shared_program(), *open.run.machine());
  }
  void transform(const Transformation& what) {
    model.transform(what);
    CHECK(model.transforming());
    model.wait();
    CHECK(model.take_result());
    CHECK_FALSE(model.transforming());
  }
  /// Cycles of the program with the order at hand.
  [[nodiscard]] std::uint64_t cycles() const {
    const Result<std::string> text = model.text();
    REQUIRE(text.ok());
    OpenRun changed(text_of(*text, isa::Isa::riscv, "mips-5"));
    CHECK(changed.run.snapshot(changed.run.last_cycle()) == nullptr); // asked for
    changed.run.wait();
    const SnapshotPtr end = changed.run.snapshot(changed.run.last_cycle());
    std::array<std::uint8_t, 1> last{};
    end->memory.read(end->committed[5] - 4,
                     last); // t0 has come behind the last one // every element has been added to
    CHECK(last[0] == 1);
    return changed.run.summary().cycles;
  }
  static constexpr const char* kText = ".data\narray: .zero 80\n.text\nmain: la t0, array\n addi "
                                       "t1, t0, 80\nloop: lw t2, 0(t0)\n addi t2, t2, 1\n"
                                       " sw t2, 0(t0)\n addi t0, t0, 4\n bne t0, t1, loop\n";

  OpenRun open;
  ScheduleModel model;
};

} // namespace

TEST_CASE("loops are unrolled and their registers renamed before they are scheduled",
          "[gui_model]") {
  AddLoop loop;
  CHECK(loop.model.blocks().size() == 2);
  const std::uint64_t before = loop.cycles();
  Transformation what;
  what.unroll = 4;
  loop.transform(what);
  REQUIRE(loop.model.notes().size() == 1);
  CHECK(loop.model.notes()[0].words() == "Loop 'loop' unrolled by 4");
  CHECK(loop.model.blocks()[loop.model.block()].find("loop_unrolled") == 0); // the one to look at
  const std::uint32_t unrolled_bound = loop.model.lower_bound();
  CHECK(loop.model.gap() == loop.model.schedule().cycles - unrolled_bound);
  const std::uint64_t unrolled = loop.cycles();
  CHECK(unrolled < before);
  // Copies share t2 until it is renamed: then a scheduler may mix them.
  loop.model.choose_scheduler("weighted");
  const std::uint32_t shared_register = loop.model.schedule().cycles;
  what.rename = true;
  loop.transform(what);
  REQUIRE(loop.model.notes().size() == 2);
  loop.model.choose_scheduler("weighted");
  CHECK(loop.model.schedule().cycles < shared_register);
  CHECK(loop.cycles() < unrolled);
  loop.transform({});
  CHECK(loop.model.blocks().size() == 2);
  CHECK(loop.model.notes().empty());
  CHECK(loop.cycles() == before);
}

TEST_CASE("with the block at hand all others are put in order, but for kernels", "[gui_model]") {
  OpenRun open(spec_of("textbook/x_plus_s", "mips-5-fp"));
  ScheduleModel model(Threads::none);
  model.open(open.run.shared_program(), *open.run.machine());
  REQUIRE(model.blocks().size() > 1);
  model.choose_scheduler("weighted");
  model.schedule_all("weighted");
  CHECK_FALSE(model.all().has_value());
  model.wait();
  REQUIRE(model.all().has_value());
  REQUIRE(*model.all());
  CHECK((*model.all())->blocks == model.blocks().size());
  CHECK((*model.all())->changed > 0);
  CHECK((*model.all())->text ==
        *scheduled_text(*open.run.program(), *open.run.machine(), "weighted"));
  model.schedule_all("nothing");
  model.wait();
  CHECK_FALSE(*model.all());
  // The kernel's order is its schedule, whichever block is at hand.
  Transformation what;
  what.pipeline = true;
  model.transform(what);
  model.wait();
  REQUIRE(model.is_kernel());
  const std::string kernel = model.problem().block().text(0);
  const std::size_t at = model.block();
  model.choose_block(at == 0 ? 1 : 0);
  CHECK_FALSE(model.is_kernel());
  model.schedule_all("weighted");
  model.wait();
  REQUIRE(*model.all());
  const auto again = reread(*open.run.program(), (*model.all())->text, *open.run.machine());
  REQUIRE(again);
  ScheduleModel after(Threads::none);
  after.open(std::make_shared<const isa::Program>(*again), *open.run.machine());
  after.choose_block(at);
  CHECK(after.problem().block().text(0) == kernel);
}

TEST_CASE("a software-pipelined loop shows its kernel, in the order that is its schedule",
          "[gui_model]") {
  OpenRun open(spec_of("textbook/x_plus_s", "mips-5-fp"));
  ScheduleModel model(Threads::none);
  model.open(open.run.shared_program(), *open.run.machine());
  Transformation what;
  what.pipeline = true;
  model.transform(what);
  model.wait();
  REQUIRE(model.notes().size() == 1);
  CHECK(model.notes()[0].words().find("an iteration begins every") != std::string::npos);
  CHECK(model.is_kernel());
  const Result<std::string> text = model.text();
  REQUIRE(text.ok());
  RunSpec spec = open.run.spec();
  spec.program.text = *text;
  CHECK(OpenRun(spec).run.summary().cycles < open.run.summary().cycles);
  model.choose_block(0);
  CHECK_FALSE(model.is_kernel());
  // A loop whose iterations would not overlap is left, with the reason.
  AddLoop loop;
  loop.transform(what);
  REQUIRE(loop.model.notes().size() == 1);
  CHECK(loop.model.notes()[0].words().find("Loop 'loop' is left as it is: ") == 0);
  CHECK_FALSE(loop.model.is_kernel());
}

TEST_CASE("what cannot be transformed is said", "[gui_model]") {
  B6 b6;
  Transformation what;
  what.unroll = 4;
  what.rename = true;
  b6.model.transform(what);
  b6.model.wait();
  REQUIRE(b6.model.notes().size() == 2);
  CHECK(b6.model.notes()[0].words() == "There is no loop of one block.");
  CHECK(b6.model.notes()[1].words().find("renamed") != std::string::npos);
  // The program of another run is transformed alike.
  AddLoop loop;
  b6.model.open(loop.open.run.shared_program(), *loop.open.run.machine());
  b6.model.wait();
  CHECK(b6.model.notes()[0].words() == "Loop 'loop' unrolled by 4");
}

TEST_CASE("nothing to schedule is no error", "[gui_model]") {
  ScheduleModel model(Threads::none);
  model.open(nullptr, machine::Machine{});
  CHECK(model.empty());
  model.choose_block(3);
  model.choose_scheduler("weighted");
  model.find_optimal();
  CHECK(model.places_for(0).empty());
  CHECK_FALSE(model.text().ok());
}
