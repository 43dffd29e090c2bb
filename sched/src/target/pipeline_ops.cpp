#include "isa/register_operands.hpp"
#include "sched/target/pipeline_model.hpp"

namespace stallscope::sched {

std::vector<PipelineOp> pipeline_ops(const Block& block, const Folding& folding) {
  std::array<Node, kMaxRegisters> writer{};
  writer.fill(kNoNode);
  std::vector<PipelineOp> ops(block.count);
  for (Node node = 0; node < block.count; ++node) {
    const isa::MicroOp& micro_op = block.micro_op(node);
    PipelineOp& op = ops[node];
    op.op_class = block.instruction(node).op_class;
    op.direct_jump = isa::is_jump(op.op_class) && op.op_class != isa::OpClass::jump_register;
    op.several_operands = isa::register_operands(block.instruction(node)) > 1;
    op.read_count = micro_op.read_count;
    op.write_count = micro_op.write_count;
    op.moves_base = folding.increment(node);
    op.writes = micro_op.writes;
    for (unsigned i = 0; i < micro_op.read_count; ++i) {
      op.registers[i] = micro_op.reads[i].reg;
      op.roles[i] = micro_op.reads[i].role;
      op.producers[i] = writer[micro_op.reads[i].reg];
      if (folding.access(node) && op.registers[i] == block.instruction(node).rs1)
        op.by_order |= static_cast<std::uint8_t>(1U << i);
    }
    for (const RegId reg : micro_op.destinations())
      writer[reg] = node;
  }
  return ops;
}

} // namespace stallscope::sched
