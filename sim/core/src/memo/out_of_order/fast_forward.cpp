// The fast forward of dynamically scheduled cores.

#include "memo/fast_forward.hpp"

#include "memo/out_of_order/replay.hpp"

namespace stallscope::core {

template class FastForward<OutOfOrderCore>;

} // namespace stallscope::core
