#include "base/markup.hpp"
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
constexpr double kHeight = 120; ///< of each device's diagram
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

/// The area of a part, stacked on those below it.
std::string area(const std::vector<BytesLevel>& curve, std::size_t part, training::Ticks end,
                 const Scale& scale, double bottom) {
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
  return fmt::format("<path d=\"{}Z\" fill=\"{}\" class=\"{}\"/>\n", path, kParts[part].fill,
                     kParts[part].name);
}

std::string legend() {
  std::string out;
  double x = kPlotLeft;
  for (const Part& part : kParts) {
    out += fmt::format("<rect x=\"{0:.0f}\" y=\"30\" width=\"12\" height=\"12\" fill=\"{1}\"/>"
                       "<text x=\"{2:.0f}\" y=\"40\">{3}</text>\n",
                       x, part.fill, x + 16, part.name);
    x += 130;
  }
  return out;
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
  const double height = kPlotTop + plan.devices * (kHeight + kGap) + 10;
  std::string out =
      fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                  "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"11\">\n"
                  "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fff\"/>\n"
                  "<text x=\"8\" y=\"18\" font-size=\"13\">{2}: memory of every device over {3}; "
                  "{4}, {5}</text>\n",
                  kPlotLeft + kWidth + 20, height, escaped_markup(job.model.name),
                  time_words(run.execution.makespan * job.tick), escaped_markup(plan.schedule),
                  escaped_markup(job.cluster.name));
  out += legend();
  for (std::uint32_t device = 0; device < plan.devices; ++device) {
    const double bottom = kPlotTop + device * (kHeight + kGap) + kHeight;
    const std::vector<BytesLevel> curve =
        training::byte_curve(plan, run.plan.costs.bytes, run.execution, device);
    const training::BytesPeak& peak = run.byte_peaks[device];
    out += fmt::format("<g><title>device {}: peak {} bytes</title>\n", device, peak.bytes.all());
    for (std::size_t part = 0; part < kParts.size(); ++part)
      out += area(curve, part, end, scale, bottom);
    const double room = bottom - static_cast<double>(job.cluster.memory) * scale.per_byte;
    out += fmt::format(
        "<path d=\"M{0:.0f} {1:.1f}H{2:.0f}M{0:.0f} {3:.0f}V{1:.1f}\" stroke=\"#333\" "
        "fill=\"none\"/>"
        "<path d=\"M{0:.0f} {4:.1f}H{2:.0f}\" stroke=\"#d55e00\" stroke-dasharray=\"6 4\"/>\n"
        "<text x=\"8\" y=\"{5:.0f}\">device {6}</text><text x=\"8\" y=\"{7:.0f}\">{8}</text>"
        "<text x=\"8\" y=\"{9:.0f}\">with {10}</text></g>\n",
        kPlotLeft, bottom, kPlotLeft + kWidth, bottom - kHeight, room, bottom - kHeight + 14,
        device, bottom - kHeight + 30, gib_words(peak.bytes.all()), bottom - kHeight + 46,
        peak.operation == training::kNoOperation ? std::string("the states")
                                                 : training::name(plan.operations[peak.operation]));
  }
  return out + "</svg>\n";
}

} // namespace stallscope::cli
