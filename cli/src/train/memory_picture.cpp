#include "base/svg.hpp"
#include "train/train_job_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::cli {

namespace {

using training::BytesLevel;
using training::DeviceBytes;

constexpr double kPlotLeft = 96;
constexpr double kWidth = 900;
constexpr double kHeight = 120; ///< height of each device's diagram
constexpr double kGap = 34;
constexpr double kPlotTop = 56;

struct Part {
  const char* name;
  const char* fill;
  std::uint64_t DeviceBytes::*bytes;
};
// From bottom to top; hues of Okabe and Ito, as in all pictures.
constexpr std::array kParts{Part{"parameters", "#56b4e9", &DeviceBytes::parameters},
                            Part{"gradients", "#e69f00", &DeviceBytes::gradients},
                            Part{"optimizer states", "#009e73", &DeviceBytes::optimizer},
                            Part{"activations", "#cc79a7", &DeviceBytes::activations},
                            Part{"workspace", "#c9bc2a", &DeviceBytes::workspace}};

struct Scale {
  double per_tick = 0;
  double per_byte = 0;
};

std::uint64_t up_to(const DeviceBytes& bytes, std::size_t part) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i <= part; ++i)
    sum += bytes.*kParts[i].bytes;
  return sum;
}

/// The area of a part on top of those below it.
void draw_area(svg::Pen& pen, const std::vector<BytesLevel>& curve, std::size_t part,
               training::Ticks end, const Scale& scale, double bottom) {
  const auto x = [&](training::Ticks time) {
    return kPlotLeft + static_cast<double>(time) * scale.per_tick;
  };
  const auto y = [&](std::uint64_t bytes) {
    return bottom - static_cast<double>(bytes) * scale.per_byte;
  };
  std::string path;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const training::Ticks until = i + 1 < curve.size() ? curve[i + 1].time : end;
    const double top = y(up_to(curve[i].bytes, part));
    path +=
        fmt::format("{}{:.1f} {:.1f}H{:.1f}", i == 0 ? "M" : "L", x(curve[i].time), top, x(until));
  }
  for (std::size_t i = curve.size(); i-- > 0;) {
    const double below = part == 0 ? bottom : y(up_to(curve[i].bytes, part - 1));
    const training::Ticks until = i + 1 < curve.size() ? curve[i + 1].time : end;
    path += fmt::format("L{:.1f} {:.1f}H{:.1f}", x(until), below, x(curve[i].time));
  }
  pen.path(path + "Z",
           fmt::format("fill=\"{}\" class=\"{}\"", kParts[part].fill, kParts[part].name));
}

void draw_legend(svg::Pen& pen) {
  double x = kPlotLeft;
  for (const Part& part : kParts) {
    pen.rect(x, 30, 12, 12, fmt::format("fill=\"{}\"", part.fill));
    pen.text(x + 16, 40, part.name);
    x += 130;
  }
}

} // namespace

std::string memory_svg(const TrainRun& run) {
  const training::Plan& plan = run.plan.plan;
  const training::Job& job = *run.plan.job;
  std::uint64_t most = job.cluster.memory;
  for (const training::BytesPeak& peak : run.byte_peaks)
    most = std::max(most, peak.bytes.all());
  const training::Ticks end = std::max<training::Ticks>(run.execution.makespan, 1);
  const Scale scale{kWidth / static_cast<double>(end), kHeight / static_cast<double>(most)};
  svg::Document document;
  document.width = kPlotLeft + kWidth + 20;
  document.height = kPlotTop + plan.devices * (kHeight + kGap) + 10;
  document.attributes = "font-family=\"sans-serif\" font-size=\"11\"";
  std::string body;
  svg::Pen pen(body);
  pen.text(8, 18,
           fmt::format("{}: memory of every device over {}; {}, {}", job.model.name,
                       time_words(run.execution.makespan * job.tick), plan.schedule,
                       job.cluster.name),
           "font-size=\"13\"");
  draw_legend(pen);
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    const double bottom = kPlotTop + device * (kHeight + kGap) + kHeight;
    const std::vector<BytesLevel> curve =
        training::byte_curve(plan, run.plan.costs.bytes, run.execution, device);
    const training::BytesPeak& peak = run.byte_peaks[device];
    pen.begin_group({}, fmt::format("device {}: peak {} bytes", device, peak.bytes.all()));
    for (std::size_t part = 0; part < kParts.size(); ++part)
      draw_area(pen, curve, part, end, scale, bottom);
    const double room = bottom - static_cast<double>(job.cluster.memory) * scale.per_byte;
    const double top = bottom - kHeight;
    pen.path(fmt::format("M{0:.0f} {1:.1f}H{2:.0f}M{0:.0f} {3:.0f}V{1:.1f}", kPlotLeft, bottom,
                         kPlotLeft + kWidth, top),
             "stroke=\"#333\" fill=\"none\"");
    pen.path(fmt::format("M{:.0f} {:.1f}H{:.0f}", kPlotLeft, room, kPlotLeft + kWidth),
             "stroke=\"#d55e00\" stroke-dasharray=\"6 4\"");
    pen.text(8, top + 14, fmt::format("device {}", device));
    pen.text(8, top + 30, gib_words(peak.bytes.all()));
    pen.text(8, top + 46,
             "with " + (peak.operation == training::kNoOperation
                            ? std::string("the states")
                            : training::name(plan.operations[peak.operation])));
    pen.end_group();
  }
  return svg::document(document, body);
}

} // namespace stallscope::cli
