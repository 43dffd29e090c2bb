#include "loop_program.hpp"
#include "session_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

TEST_CASE("record: a window equals the full record, clipped") {
  const auto s = session_of(kLoop, preset("dual-5"));
  s->run();
  const std::uint64_t last = s->cycle();
  const Timeline full = s->record(1, last);
  s->seek(77);
  for (const std::uint64_t from :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{50}, last - 9}) {
    const std::uint64_t to = from + 9;
    const Timeline part = s->record(from, to);
    CHECK(s->cycle() == 77); // the present has not moved
    CHECK(part.first_cycle == Cycle{from});
    CHECK(part.end_cycle == Cycle{to + 1});
    for (const OpRow& row : full.rows) {
      std::vector<Span> wanted;
      for (Span span : full.spans_of(row))
        if (span.begin < part.end_cycle && part.first_cycle < span.end) {
          span.begin = std::max(span.begin, part.first_cycle);
          span.end = std::min(span.end, part.end_cycle);
          wanted.push_back(span);
        }
      const OpRow* found = part.find(row.op);
      INFO("op " << row.op.value << " in cycles " << from << " to " << to);
      REQUIRE((found != nullptr) == !wanted.empty());
      if (found == nullptr)
        continue;
      const auto spans = part.spans_of(*found);
      REQUIRE(spans.size() == wanted.size());
      for (std::size_t i = 0; i < spans.size(); ++i) {
        CHECK(spans[i].begin == wanted[i].begin);
        CHECK(spans[i].end == wanted[i].end);
        CHECK(spans[i].lane == wanted[i].lane);
        CHECK(spans[i].cause == wanted[i].cause);
      }
      CHECK(found->wrong_path == row.wrong_path);
    }
  }
}
