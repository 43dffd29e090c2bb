#include "base/utf8.hpp"
#include "processor/figure_drawer.hpp"
#include "processor/unit_words.hpp"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <string_view>

// Figure of a dynamically scheduled machine, as in the lecture, with as many rows of units as their
// names need.
namespace stallscope::gui {

namespace {

using Points = std::vector<std::pair<double, double>>;

/// Kind of a port: load or store; a port with both counts as load.
PartKind kind_of(const machine::Port& port) {
  bool stores = port.executes[machine::kStoreAddress] || port.executes[machine::kStoreData];
  for (std::size_t c = 0; c < isa::kOpClassCount; ++c) {
    if (port.executes[c] && isa::is_load(static_cast<isa::OpClass>(c)))
      return PartKind::load_unit;
    stores |= port.executes[c] && isa::is_store(static_cast<isa::OpClass>(c));
  }
  return stores ? PartKind::store_unit : PartKind::unit;
}

bool executes_branches(const machine::Port& port) {
  return port.executes[static_cast<std::size_t>(isa::OpClass::branch)];
}

double letters_of(std::string_view text) {
  double cells = 0;
  for (const Glyph& glyph : glyphs(text))
    cells += glyph.cells;
  return cells;
}

double longest_word(std::string_view text) {
  double longest = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    longest = std::max(longest, letters_of(word));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return longest;
}

/// Number of lines of `room` characters that a text needs.
double wrapped_lines(std::string_view words, double room) {
  double lines = words.empty() ? 0 : 1;
  double used = 0;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    const double letters = letters_of(word);
    if (used > 0 && used + 1 + letters > room) {
      ++lines;
      used = 0;
    }
    used += (used > 0 ? 1 : 0) + letters;
    for (; used > room; used -= room) // words longer than a line
      ++lines;
  }
  return lines;
}

/// One port, or all copies of a port.
struct Unit {
  const machine::Port* port = nullptr;
  std::string name;
  std::string note;
  std::vector<LaneId> lanes;
  std::size_t part = 0;
  unsigned row = 0;
};

constexpr double kLeft = 28;       ///< left edge of stations, units and result bus
constexpr double kRight = 154;     ///< right edge of stations and units
constexpr double kColumnGap = 1.8; ///< between units; arrows to other rows pass through the gap
constexpr double kRowGap = 2.4;    ///< between rows of units
constexpr double kPad = 2;         ///< total padding beside a unit's name
constexpr unsigned kMostRows = 2;
constexpr double kMostNoteLines = 3;
constexpr double kSmall = 0.85; ///< size of small letters relative to normal ones

class DynamicFigure {
public:
  DynamicFigure(Drawer& drawer, const machine::Dynamic& machine, const std::vector<Lane>& lanes,
                const ProcessorRoom& room)
      : drawer_(drawer), machine_(machine), lanes_(lanes), room_(room) {}

  void draw() {
    choose_boxes();
    draw_control();
    draw_stations();
    draw_units();
    draw_behind_units();
    drawer_.layout().height = height_;
  }

private:
  [[nodiscard]] LaneId first_station() const { return machine_.front_cycles > 0 ? 2 : 1; }
  [[nodiscard]] bool reads() const { return machine_.read_cycles > 0; }

  // ---- units and their boxes

  [[nodiscard]] std::vector<Unit> units(bool together) const {
    std::vector<Unit> all;
    auto lane = static_cast<LaneId>(first_station() + machine_.stations.size() + (reads() ? 1 : 0));
    for (const machine::Port& port : machine_.ports)
      for (unsigned copy = 0; copy < port.count; ++copy, ++lane) {
        if (together && copy > 0) {
          all.back().lanes.push_back(lane);
          continue;
        }
        std::string name = port.name;
        if (port.count > 1)
          name += together ? fmt::format(" ×{}", port.count) : fmt::format("{}", copy + 1);
        all.push_back({&port, std::move(name), port_words(port), {lane}});
      }
    return all;
  }
  [[nodiscard]] static std::size_t columns(std::size_t units, unsigned rows) {
    return (units + rows - 1) / rows;
  }
  [[nodiscard]] double width_of(std::size_t columns) const {
    const auto count = static_cast<double>(columns);
    return (kRight - kLeft - kColumnGap * (count - 1)) / count;
  }
  /// The names, and numbers of three digits, fit into the boxes.
  [[nodiscard]] bool fit(const std::vector<Unit>& all, unsigned rows) const {
    double letters = 3;
    for (const Unit& unit : all)
      letters = std::max(letters, letters_of(unit.name));
    return width_of(columns(all.size(), rows)) >= letters * room_.letter + kPad;
  }
  /// One box per unit, in one row or two; copies share a box if names or height do not fit
  /// otherwise.
  void choose_boxes() {
    for (const bool together : {false, true}) {
      choose_units(together);
      choose_heights();
      if (rows_ <= kMostRows && needed() <= room_.height)
        break;
    }
    make_higher();
  }
  void choose_units(bool together) {
    units_ = units(together);
    for (rows_ = 1; rows_ <= kMostRows; ++rows_)
      if (fit(units_, rows_))
        break;
    per_row_ = columns(units_.size(), rows_);
    for (std::size_t i = 0; i < units_.size(); ++i)
      units_[i].row = static_cast<unsigned>(i / per_row_);
    // Names such as "p0" do not describe the unit, so notes are shown.
    const bool tell = std::any_of(units_.begin(), units_.end(), [](const Unit& unit) {
      return unit.name.size() < 2 || std::isalpha(static_cast<unsigned char>(unit.name[1])) == 0;
    });
    note_lines_ = 0;
    for (const Unit& unit : units_)
      note_lines_ = tell ? std::max(note_lines_, lines_of(unit.note)) : 0;
    if (!tell)
      for (Unit& unit : units_)
        unit.note.clear();
  }
  /// Lines needed for the notes below the figure.
  [[nodiscard]] double legend_lines() const {
    double letters = 0;
    for (const Unit& unit : units_)
      letters += letters_of(unit.name) + letters_of(unit.note) + 7;
    return std::ceil(letters * room_.letter * kSmall * 1.1 / 150);
  }
  /// Lines needed for a note in a unit's box.
  [[nodiscard]] double lines_of(std::string_view words) const {
    const double room = (width_of(per_row_) - kPad) / (room_.letter * kSmall);
    return longest_word(words) > room ? kMostNoteLines + 1 : wrapped_lines(words, room);
  }

  // ---- heights

  [[nodiscard]] double needed() const {
    const double rows = rows_;
    const double between = 3 + 3.2 + 2.2 + (reads() ? 2.2 : 0) + kRowGap * (rows - 1) + 4;
    return 2 + 1.3 * room_.line + 2 * box_ + 2 + between + 1.3 * room_.line +
           box_ * (reads() ? 3 : 2) + unit_ * rows + 2 + legend_ + 2;
  }
  void choose_heights() {
    const double line = room_.line;
    for (const bool compact : {false, true}) {
      compact_ = compact;
      box_ = compact ? 1.5 * line : 2.7 * line;
      const bool notes = !compact && note_lines_ <= kMostNoteLines;
      unit_ = 2.7 * line + (notes ? note_lines_ * kSmall * line : 0);
      legend_ = notes || note_lines_ == 0 ? 0 : legend_lines() * kSmall * line;
      if (needed() <= room_.height)
        break;
    }
  }
  /// Distributes spare height to the boxes, up to a limit.
  void make_higher() {
    const double rows = 2 + (reads() ? 3 : 2) + static_cast<double>(rows_);
    const double more = std::max(0.0, room_.height - needed()) / rows;
    box_ = std::max(box_, std::min(box_ + more, 11.0));
    unit_ = std::max(unit_, std::min(unit_ + more, 16.0));
    height_ = needed();
    if (legend_ > 0)
      for (const Unit& unit : units_)
        drawer_.layout().legend += (drawer_.layout().legend.empty() ? "" : "  ·  ") +
                                   fmt::format("{}: {}", unit.name, unit.note);
  }
  /// Adds a box with a name, and space for operations below or beside it.
  std::size_t add(PartKind kind, Text role, const std::string& name, const Rectangle& at,
                  std::vector<LaneId> of = {}) {
    const std::size_t index = drawer_.add(kind, role, name, at, std::move(of));
    ProcessorPart& part = drawer_.layout().parts[index];
    part.head = std::min(1.3 * room_.line, at.height * 0.5);
    if (compact_ && at.height < 2.4 * room_.line) {
      const double count = part.capacity > 1 ? 8 : 0; // width of "  12/128"
      const double letters = letters_of(name.empty() ? tr(role) : name) + count;
      part.side = std::min(letters * room_.letter + 2, at.width * 0.85);
      const bool holds = !part.lanes.empty(); // space for a number beside the name
      note_width(letters + (holds ? 4 : 0), at.width - 2);
      part.head = 0;
      part.pooled = true;
    }
    return index;
  }

  /// Reports the width needed for a text of this length.
  void note_width(double letters, double width) {
    if (letters * room_.letter > width)
      drawer_.layout().cramped = true;
  }

  // ---- parts

  void draw_control() {
    const double first = 2 + 1.3 * room_.line;
    const double second = first + box_ + 3;
    control_end_ = second + box_ + 2;
    drawer_.add(PartKind::group, Text::processor_icu, {}, {2, 2, 156, control_end_ - 2});
    fetch_ = add(PartKind::fetch, Text::processor_fetch, {}, {66, first, 38, box_}, {0});
    const std::size_t predictor =
        add(PartKind::predictor, Text::processor_predictor, {}, {72, second, 26, box_});
    const std::size_t icache =
        add(PartKind::icache, Text::processor_icache, {}, {114, first, 40, box_});
    std::vector<LaneId> front;
    if (machine_.front_cycles > 0)
      front.push_back(1);
    decode_ = add(PartKind::decode, Text::processor_decode, {}, {114, second, 40, box_}, front);
    if (machine_.speculates()) { // results waiting for retirement, and retirement
      const auto last = static_cast<LaneId>(lanes_.size() - 1);
      end_ = add(PartKind::retirement, Text::processor_retire, {}, {6, first, 52, box_},
                 {static_cast<LaneId>(last - 1), last});
      const std::size_t registers =
          add(PartKind::register_file, Text::processor_registers, {}, {30, second, 28, box_});
      drawer_.flow(FlowKind::updates, end_, registers);
      if (longest_word(tr(Text::processor_prediction_ok)) * kSmall * room_.letter < 12.5)
        drawer_.layout().prediction_label = {12.8, second - 0.5};
    } else { // results are written to the registers directly
      end_ = add(PartKind::register_file, Text::processor_registers, {}, {6, first, 52, box_});
    }
    drawer_.flow(FlowKind::prediction, predictor, fetch_);
    drawer_.flow(FlowKind::addresses, fetch_, icache);
    drawer_.flow(FlowKind::instructions, icache, decode_);
  }

  void draw_stations() {
    const double top = control_end_ + 3.2;
    drawer_.add(PartKind::group, Text::processor_eu, {},
                {2, top, 156, height_ - legend_ - 2 - top});
    station_y_ = top + 1.3 * room_.line;
    for (std::size_t s = 0; s < machine_.stations.size(); ++s) {
      stations_.push_back(add(PartKind::station, Text::processor_operations,
                              machine_.stations[s].name,
                              column(s, machine_.stations.size(), kLeft, kRight, station_y_, box_),
                              {static_cast<LaneId>(first_station() + s)}));
      drawer_.flow(FlowKind::operations, decode_, stations_.back());
    }
    above_units_ = station_y_ + box_;
    if (reads()) { // operand read as a separate step between stations and ports
      const double y = above_units_ + 2.2;
      reading_ =
          add(PartKind::station, Text::processor_reading, {}, {kLeft, y, kRight - kLeft, box_},
              {static_cast<LaneId>(first_station() + machine_.stations.size())});
      for (const std::size_t station : stations_)
        drawer_.flow_down(FlowKind::operations, station, *reading_, station);
      above_units_ = y + box_;
    }
  }

  void draw_units() {
    units_y_ = above_units_ + 2.2;
    const double width = width_of(per_row_);
    for (std::size_t i = 0; i < units_.size(); ++i) {
      Unit& unit = units_[i];
      const double x = kLeft + static_cast<double>(i % per_row_) * (width + kColumnGap);
      const double y = units_y_ + static_cast<double>(unit.row) * (unit_ + kRowGap);
      unit.part = drawer_.add(kind_of(*unit.port), Text::processor_units, unit.name,
                              {x, y, width, unit_}, unit.lanes);
      ProcessorPart& part = drawer_.layout().parts[unit.part];
      part.pooled = true;
      part.note = unit.note;
      const bool inside = legend_ == 0;
      part.note_lines = inside ? note_lines_ : 0;
      part.head = room_.line * (1.2 + kSmall * part.note_lines);
      drawer_.flow_over(FlowKind::operations, reading_.value_or(stations_[unit.port->station]),
                        unit.part, way_down_to(part, unit.row));
    }
    units_end_ = units_y_ + unit_ * rows_ + kRowGap * (rows_ - 1);
  }
  /// The corners of an arrow to a unit, passing between the units of the rows above.
  [[nodiscard]] Points way_down_to(const ProcessorPart& unit, unsigned row) const {
    const ProcessorPart& from =
        drawer_.part(reading_.value_or(stations_[units_.at(at(unit)).port->station]));
    const double middle = unit.x + unit.width / 2;
    const double gap = unit.x - kColumnGap / 2;
    const double over = row == 0 ? middle : gap;
    const double start = std::clamp(over, from.x + 1, from.x + from.width - 1);
    if (row == 0)
      return {{start, from.y + from.height}, {middle, unit.y}};
    return {{start, from.y + from.height},
            {gap, units_y_ - 0.3},
            {gap, unit.y - 1},
            {middle, unit.y - 1},
            {middle, unit.y}};
  }
  [[nodiscard]] std::size_t at(const ProcessorPart& unit) const {
    for (std::size_t i = 0; i < units_.size(); ++i)
      if (&drawer_.part(units_[i].part) == &unit)
        return i;
    return units_.size() - 1;
  }
  /// The corners of an arrow from a unit to below all units, starting at `share` of its width.
  [[nodiscard]] Points way_down_from(const Unit& unit, double share) const {
    const ProcessorPart& part = drawer_.part(unit.part);
    const double x = part.x + part.width * share;
    const double bottom = part.y + part.height;
    if (unit.row + 1 == rows_ || at(part) + per_row_ >= units_.size())
      return {{x, bottom}, {x, units_end_}};
    const double gap = part.x + part.width + kColumnGap * (0.25 + 0.5 * share);
    return {{x, bottom}, {x, bottom + 0.8}, {gap, bottom + 0.8}, {gap, units_end_}};
  }

  void draw_behind_units() {
    const auto write_lane = static_cast<LaneId>(lanes_.size() - (machine_.speculates() ? 3U : 1U));
    const double y = units_end_ + 4;
    const std::size_t results =
        add(PartKind::results, Text::processor_results, {}, {kLeft, y, 84, box_}, {write_lane});
    const std::size_t dcache =
        add(PartKind::dcache, Text::processor_dcache, {}, {116, y, 38, box_});
    const double name_lines = wrapped_lines(tr(Text::processor_branch_queue), 18.5 / room_.letter);
    const double branches_height = std::min(
        y - station_y_, std::max(room_.line * (name_lines + 2.4) + 0.8, std::min(14.0, 2 * box_)));
    const std::size_t branches = drawer_.add(PartKind::branch_queue, Text::processor_branch_queue,
                                             {}, {4, station_y_, 21, branches_height});
    if (language() == Language::english) // in Chinese a line may break after any character
      note_width(longest_word(tr(Text::processor_branch_queue)), 19);
    drawer_.layout().parts[branches].head = room_.line * name_lines + 0.8;
    for (const Unit& unit : units_) {
      const auto goes = [&](FlowKind kind, std::size_t to, double share, double level,
                            double into) {
        Points way = way_down_from(unit, share);
        const ProcessorPart& end = drawer_.part(to);
        if (way.back().first < end.x + 1 || way.back().first > end.x + end.width - 1) {
          way.back().second = units_end_ + level;
          way.emplace_back(into, units_end_ + level);
        }
        way.emplace_back(way.back().first, y);
        if (kind == FlowKind::data) {
          std::reverse(way.begin(), way.end());
          drawer_.flow_over(kind, to, unit.part, std::move(way));
        } else {
          drawer_.flow_over(kind, unit.part, to, std::move(way));
        }
      };
      goes(FlowKind::results, results, 0.3, 2, 110);
      const PartKind kind = drawer_.part(unit.part).kind;
      if (kind != PartKind::unit)
        goes(FlowKind::addresses, dcache, 0.6, 1, 119);
      if (kind == PartKind::load_unit)
        goes(FlowKind::data, dcache, 0.85, 3, 123);
      if (executes_branches(*unit.port))
        draw_outcome(unit, branches);
    }
    draw_ends(results, branches);
  }
  /// An arrow to the branch prediction queue, passing above the units.
  void draw_outcome(const Unit& unit, std::size_t branches) {
    const ProcessorPart& from = drawer_.part(unit.part);
    const ProcessorPart& queue = drawer_.part(branches);
    const double level = units_y_ - 1;
    const double x = from.x + from.width * 0.15;
    const double gap = from.x - kColumnGap * 0.25;
    Points way = unit.row == 0
                     ? Points{{x, from.y}, {x, level}}
                     : Points{{x, from.y}, {x, from.y - 0.6}, {gap, from.y - 0.6}, {gap, level}};
    const double side = queue.x + queue.width;
    if (level < queue.y + queue.height) {
      way.emplace_back(side, level);
    } else {
      way.emplace_back(side - 4, level);
      way.emplace_back(side - 4, queue.y + queue.height);
    }
    drawer_.flow_over(FlowKind::prediction, unit.part, branches, std::move(way));
  }
  void draw_ends(std::size_t results, std::size_t branches) {
    const ProcessorPart& from = drawer_.part(results);
    const ProcessorPart& to = drawer_.part(end_);
    const ProcessorPart& queue = drawer_.part(branches);
    const ProcessorPart& fetch = drawer_.part(fetch_);
    const double middle = from.y + from.height / 2;
    drawer_.flow_over(machine_.speculates() ? FlowKind::results : FlowKind::updates, results, end_,
                      {{kLeft, middle}, {26.5, middle}, {26.5, to.y + to.height}});
    const double between = control_end_ + 1.6;
    const double height = fetch.y + fetch.height / 2;
    drawer_.flow_over(
        FlowKind::prediction, branches, fetch_,
        {{20, queue.y}, {20, between}, {62, between}, {62, height}, {fetch.x, height}});
    if (machine_.speculates())
      drawer_.flow_over(FlowKind::prediction, branches, end_,
                        {{12, queue.y}, {12, to.y + to.height}});
  }

  Drawer& drawer_;
  const machine::Dynamic& machine_;
  const std::vector<Lane>& lanes_;
  const ProcessorRoom room_;
  std::vector<Unit> units_;
  unsigned rows_ = 1;
  std::size_t per_row_ = 1;
  double note_lines_ = 0;
  bool compact_ = false; ///< names are beside operations
  double box_ = 0;       ///< heights of boxes
  double unit_ = 0;
  double legend_ = 0;
  double height_ = 0;
  double control_end_ = 0;
  double station_y_ = 0;
  double above_units_ = 0; ///< lower end of the parts above the units
  double units_y_ = 0;
  double units_end_ = 0;
  std::size_t fetch_ = 0; ///< index of parts
  std::size_t decode_ = 0;
  std::size_t end_ = 0; ///< retirement unit, or the registers
  std::vector<std::size_t> stations_;
  std::optional<std::size_t> reading_;
};

} // namespace

void draw_dynamic(Drawer& drawer, const machine::Machine& machine, const std::vector<Lane>& lanes,
                  const ProcessorRoom& room) {
  DynamicFigure(drawer, *machine.dynamic, lanes, room).draw();
}

} // namespace stallscope::gui
