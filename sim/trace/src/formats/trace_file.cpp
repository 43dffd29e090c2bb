#include "trace/trace_file.hpp"

#include "base/check.hpp"
#include "formats/kanata/kanata.hpp"
#include "formats/o3/o3.hpp"
#include "formats/readers.hpp"
#include "formats/writers.hpp"

namespace stallscope::trace {

std::string_view name(TraceFormat format) {
  switch (format) {
  case TraceFormat::kanata:
    return "kanata";
  case TraceFormat::o3:
    return "o3";
  case TraceFormat::perfetto:
    return "perfetto";
  case TraceFormat::json_lines:
    return "jsonl";
  }
  return "";
}

std::optional<TraceFormat> format_of_name(std::string_view file) {
  const auto strip = [&file](std::string_view ending) {
    if (file.size() <= ending.size() || file.substr(file.size() - ending.size()) != ending)
      return false;
    file.remove_suffix(ending.size());
    return true;
  };
  if (!strip(".gz"))
    (void)strip(".zst");
  if (strip(".kanata") || strip(".log"))
    return TraceFormat::kanata;
  if (strip(".o3") || strip(".out"))
    return TraceFormat::o3;
  if (strip(".json"))
    return TraceFormat::perfetto;
  if (strip(".jsonl"))
    return TraceFormat::json_lines;
  return std::nullopt;
}

std::optional<TraceFormat> format_of_text(std::string_view beginning) {
  constexpr std::string_view kWord = "Kanata";
  if (beginning.substr(0, kWord.size()) == kWord)
    return TraceFormat::kanata;
  if (beginning.find(o3::kPrefix) != std::string_view::npos)
    return TraceFormat::o3;
  return std::nullopt;
}

std::unique_ptr<OpStream> make_writer(TraceFormat format, ByteSink sink) {
  switch (format) {
  case TraceFormat::kanata:
    return make_kanata_writer(std::move(sink));
  case TraceFormat::o3:
    return make_o3_writer(std::move(sink));
  case TraceFormat::json_lines:
    return make_json_lines_writer(std::move(sink));
  case TraceFormat::perfetto:
    break;
  }
  return make_perfetto_writer(std::move(sink));
}

std::unique_ptr<TraceReader> make_reader(TraceFormat format, OpStream& to, ReaderOptions options) {
  STALLSCOPE_CHECK(is_read(format), "no reader of this format");
  return format == TraceFormat::kanata ? make_kanata_reader(to, std::move(options))
                                       : make_o3_reader(to, std::move(options));
}

} // namespace stallscope::trace
