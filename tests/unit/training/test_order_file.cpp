#include "plans.hpp"

using namespace stallscope;
using namespace stallscope::training;

namespace {

std::string fails(std::string_view text, OrderNotation notation = OrderNotation::current) {
  const Result<OrderFile> read = read_order_file(text, "order.csv", notation);
  if (!read)
    return format(read.diagnostics());
  OrderFile order = *read;
  const Verified verified = verify(order.plan);
  REQUIRE(verified.problem_count > 0);
  return format(placed(verified, order, text, "order.csv"));
}

bool says(const std::string& all, std::string_view part) {
  INFO(all);
  return all.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("every schedule is the same after it was written and read") {
  for (const ScheduleInfo& info : schedules())
    for (const OrderNotation notation : {OrderNotation::current, OrderNotation::older}) {
      const Plan plan = plan_of(info.name, 4, 8);
      const std::string text = write_order_file(plan, notation);
      INFO(info.name);
      const Plan again = plan_from(text, notation);
      CHECK(again.operations == plan.operations);
      CHECK(again.first_operation == plan.first_operation);
      CHECK(again.chunks == plan.chunks);
      CHECK(again.pipelines.size() == plan.pipelines.size());
      CHECK(write_order_file(again, notation) == text);
      CHECK(run_of(again).makespan() == run_of(plan).makespan());
    }
}

TEST_CASE("empty cells mean nothing, and lines may end in CR") {
  const Plan plan = plan_from("0F0,,0B0\r\n, 1F0 ,1B0\r\n");
  CHECK(plan.devices == 2);
  CHECK(plan.operations.size() == 4);
}

TEST_CASE("older files mean the input gradient by B") {
  const Plan plan = plan_from("0F0,0BW0\n1F0,1B0,1W0\n", OrderNotation::older);
  CHECK(plan.operations[1].kind == Kind::backward);
  CHECK(plan.operations[3].kind == Kind::input_gradient);
  CHECK(says(fails("0F0,0BW0\n1F0,1B0,1W0\n"), "order.csv:1:6: error: unknown operation 'BW'"));
  CHECK(says(fails("0F0,0B0\n1F0,1B0,1W0\n"), "order.csv:2:9: error: 1W0: 1B0 has computed"));
}

TEST_CASE("R stands between the forward and the backward pass") {
  CHECK(says(fails("0R0,0F0,0B0\n"), "order.csv:1:1: error: 0R0 stands in front of 0F0"));
  CHECK(says(fails("0F0,0B0,0R0\n"), "order.csv:1:9: error: 0R0 stands behind 0B0"));
  CHECK(plan_from("0F0,0R0,0B0\n").operations.size() == 3);
}

TEST_CASE("gradients are reduced, weights updated and parameters gathered where they can be") {
  CHECK(says(fails("0F0,0REDUCE_GRAD,0B0\n"),
             "order.csv:1:5: error: 0REDUCE_GRAD: there is no gradient to reduce"));
  CHECK(says(fails("0F0,0B0,0REDUCE_GRAD,0REDUCE_GRAD\n"), "order.csv:1:22: error: 0REDUCE_GRAD"));
  CHECK(says(fails("0F0,0I0,0REDUCE_GRAD,0W0\n"), "order.csv:1:9: error: 0REDUCE_GRAD"));
  CHECK(says(fails("0F0,0OPTIMIZER,0B0\n"), "order.csv:1:5: error: 0OPTIMIZER: there is no"));
  CHECK(says(fails("0F0,0B0,0RESHARD,0UNSHARD\n"),
             "order.csv:1:1: error: 0F0: the parameters of the stage are not gathered"));
  CHECK(
      says(fails("0RESHARD,0UNSHARD,0F0,0B0\n"), "order.csv:1:1: error: 0RESHARD: no parameters"));
  CHECK(says(fails("0UNSHARD,0F0,0UNSHARD,0B0\n"), "order.csv:1:14: error: 0UNSHARD: the param"));
  CHECK(says(fails("0UNSHARD,0F0,0RESHARD,0B0\n"), "order.csv:1:23: error: 0B0: the parameters"));
  // As PyTorch writes them: once a stage, behind its last backward pass; gathered for its passes.
  CHECK(plan_from("0UNSHARD,0F0,0F1,0B0,0B1,0REDUCE_GRAD,0RESHARD\n").operations.size() == 7);
  CHECK(run_of(plan_from("0UNSHARD,0F0,0RESHARD,0UNSHARD,0B0,0REDUCE_GRAD\n")).makespan() == 3);
}

TEST_CASE("optimizer steps of an order file say when weights change") {
  const Plan flush = plan_from("0F0,0F1,0B0,0B1,0OPTIMIZER\n");
  CHECK(flush.update == WeightUpdate::flush);
  CHECK(run_of(flush).makespan() == 6);
  CHECK(plan_from("0F0,0B0,0OPTIMIZER,0F1,0B1,0OPTIMIZER\n").update == WeightUpdate::stashing);
  const Plan buffered = plan_from("0F0,0B0,0F1,0I1,0W1,0OPTIMIZER,0F2,0B2\n");
  CHECK(buffered.update == WeightUpdate::buffered);
  CHECK(buffered.accumulation == 2);
  const Plan plan = plan_from("0F0,0B0,0OPTIMIZER,0F1,0B1,0OPTIMIZER\n");
  CHECK(write_order_file(plan, OrderNotation::current) ==
        "0F0,0B0,0OPTIMIZER,0F1,0B1,0OPTIMIZER\n");
}

TEST_CASE("overlapped passes are of two micro-batches") {
  // B waits for all F of its micro-batch, also for those of other stages of its device.
  CHECK(says(fails("(0F0;0B0)OVERLAP_F_B\n"), "order.csv:1:"));
  CHECK(says(fails("(0F0;0B0)OVERLAP_F_B\n"), "passes of two micro-batches"));
  CHECK(says(fails("0F0,(1F0;1B0)OVERLAP_F_B,0B0\n"), "passes of two micro-batches"));
  CHECK(plan_from("0F0,(0F1;0B0)OVERLAP_F_B,0B1\n").operations.size() == 4);
}

TEST_CASE("what is wrong with an order is told with its row and column") {
  CHECK(says(fails(""), "there is no operation"));
  CHECK(says(fails("0F0,0X0\n"), "order.csv:1:6: error: unknown operation 'X'"));
  CHECK(says(fails("0F0,B0\n"), "order.csv:1:5: error: 'B0' has no number of a stage"));
  CHECK(says(fails("0F,0B0\n"), "order.csv:1:1: error: 0F needs the number of a micro-batch"));
  CHECK(says(fails("0F0,0B99999999999\n"), "order.csv:1:7: error: micro-batch 99999999999"));
  CHECK(says(fails("70000F0\n"), "stage 70000 is too large"));
  CHECK(says(fails("0F0,(0F1;0B0)OVERLAP\n"), "unknown compound operation 'OVERLAP'"));
  CHECK(says(fails("0F0,(0F1;0B0\n"), "a '(' without ')'"));
  CHECK(says(fails("0F0,(0F1)OVERLAP_F_B\n"), "not two operations"));
  CHECK(says(fails("0F0,0B0\n0F1,1F0\n"), "order.csv:2:1: error: 0F1 is on device 1, but stage 0"));
  CHECK(says(fails("0F0,0B0\n2F0,2B0\n"), "no device computes stage 1"));
  CHECK(says(fails("0F0,0F0,0B0\n"), "order.csv:1:5: error: 0F0 is there twice"));
  CHECK(says(fails("0F0,0F1,0B0\n"), "order.csv:1:12: error: device 0: 0B1 is missing"));
  CHECK(says(fails("0B0,0F0\n"), "order.csv:1:1: error: 0B0 stands in front of 0F0"));
  CHECK(says(fails("0F0,0I0\n"), "0W0 is missing"));
  CHECK(says(fails("0F0,0W0,0I0\n"), "0W0 stands in front of 0I0"));
  CHECK(says(fails("0F0,0SEND_F0,0B0\n1RECV_F0,1F0,1B0\n"), "1SEND_B0 is missing"));
  CHECK(says(fails("0SEND_F0,0F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n"),
             "0SEND_F0 stands in front of 0F0"));
}

TEST_CASE("order files: as spreadsheets write them") {
  const Plan plain = plan_from("0F0,0B0\n1F0,1B0\n");
  const Plan quoted = plan_from("\xef\xbb\xbf\"0F0\",\" 0B0 \"\r\n\"1F0\",\"1B0\",\"\"\r\n");
  CHECK(quoted.operations == plain.operations);
  CHECK(quoted.first_operation == plain.first_operation);
  CHECK(says(fails("\xef\xbb\xbf\"0F0\",\"0X0\"\n"), "order.csv:1:9"));
}
