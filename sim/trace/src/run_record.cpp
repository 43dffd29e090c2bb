#include "trace/run_record.hpp"

namespace stallscope::trace {

namespace {

const std::string kUnknown;

} // namespace

const std::string& Legend::text(InstructionIndex i) const {
  return i.value < instruction_text.size() ? instruction_text[i.value] : kUnknown;
}

const std::string& Legend::register_name(RegId reg) const {
  return reg < register_names.size() ? register_names[reg] : kUnknown;
}

} // namespace stallscope::trace
