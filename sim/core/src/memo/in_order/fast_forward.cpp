// The fast forward of in-order cores.

#include "memo/fast_forward.hpp"

#include "memo/in_order/replay.hpp"

namespace stallscope::core {

template class FastForward<InOrderCore>;

} // namespace stallscope::core
