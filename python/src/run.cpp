#include "binding.hpp"
#include "session/runner.hpp"
#include "trace/render.hpp"

#include <cstddef>
#include <cstring>
#include <optional>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <type_traits>

namespace stallscope::python {

namespace {

/// A field of a structured NumPy type: its name, its format, where it lies.
struct Field {
  const char* name;
  const char* format;
  std::size_t offset;
};

py::dtype type_of(const std::vector<Field>& fields, std::size_t bytes) {
  py::list names;
  py::list formats;
  py::list offsets;
  for (const Field& field : fields) {
    names.append(field.name);
    formats.append(field.format);
    offsets.append(field.offset);
  }
  return {std::move(names), std::move(formats), std::move(offsets),
          static_cast<py::ssize_t>(bytes)};
}

/// A read-only view of what a record keeps, which lives as long as the array does.
template <class List>
py::object view_of(const List& list, const std::vector<Field>& fields,
                   const std::shared_ptr<const trace::RunRecord>& owner) {
  using Value = typename List::value_type;
  auto* const kept = new std::shared_ptr<const trace::RunRecord>(owner); // NOLINT: the capsule's
  const py::capsule capsule(
      kept, [](void* p) { delete static_cast<std::shared_ptr<const trace::RunRecord>*>(p); });
  py::array array(type_of(fields, sizeof(Value)), {static_cast<py::ssize_t>(list.size())},
                  {static_cast<py::ssize_t>(sizeof(Value))}, list.data(), capsule);
  array.attr("setflags")(false);
  return std::move(array);
}

static_assert(sizeof(Cycle) == 8 && sizeof(OpId) == 8 && sizeof(LaneId) == 2 &&
                  sizeof(Reason) == 1 && sizeof(RegId) == 2 && sizeof(InstructionIndex) == 4 &&
                  sizeof(bool) == 1,
              "what the formats below say");

template <class Of> std::vector<Field> with_cause(std::vector<Field> fields, std::size_t cause) {
  fields.push_back({"reason", "u1", cause + offsetof(Cause, why)});
  fields.push_back({"register", "u2", cause + offsetof(Cause, reg)});
  fields.push_back({"culprit", "u8", cause + offsetof(Cause, culprit)});
  return fields;
}

} // namespace

py::object Recording::rows() const {
  return view_of(record_->timeline.rows,
                 {{"op", "u8", offsetof(OpRow, op)},
                  {"instruction", "u4", offsetof(OpRow, instruction)},
                  {"begin", "u8", offsetof(OpRow, begin)},
                  {"end", "u8", offsetof(OpRow, end)},
                  {"first_span", "u4", offsetof(OpRow, first_span)},
                  {"span_count", "u4", offsetof(OpRow, span_count)},
                  {"wrong_path", "?", offsetof(OpRow, wrong_path)},
                  {"flushed", "?", offsetof(OpRow, flushed)},
                  {"in_flight", "?", offsetof(OpRow, in_flight)},
                  {"flushed_by", "u8", offsetof(OpRow, flushed_by)},
                  {"part", "u1", offsetof(OpRow, part)},
                  {"fused", "?", offsetof(OpRow, fused)}},
                 record_);
}

py::object Recording::spans() const {
  return view_of(record_->timeline.spans,
                 with_cause<Span>({{"begin", "u8", offsetof(Span, begin)},
                                   {"end", "u8", offsetof(Span, end)},
                                   {"op", "u8", offsetof(Span, op)},
                                   {"lane", "u2", offsetof(Span, lane)}},
                                  offsetof(Span, cause)),
                 record_);
}

py::object Recording::gaps() const {
  return view_of(record_->timeline.gaps,
                 with_cause<Gap>({{"begin", "u8", offsetof(Gap, begin)},
                                  {"end", "u8", offsetof(Gap, end)},
                                  {"lane", "u2", offsetof(Gap, lane)}},
                                 offsetof(Gap, cause)),
                 record_);
}

py::object Recording::arrows() const {
  return view_of(record_->timeline.arrows,
                 {{"cycle", "u8", offsetof(Arrow, cycle)},
                  {"producer", "u8", offsetof(Arrow, producer)},
                  {"consumer", "u8", offsetof(Arrow, consumer)},
                  {"register", "u2", offsetof(Arrow, reg)},
                  {"from_lane", "u2", offsetof(Arrow, from)}},
                 record_);
}

py::object Recording::lost() const {
  return view_of(record_->timeline.lost,
                 with_cause<LostSlots>({{"begin", "u8", offsetof(LostSlots, begin)},
                                        {"end", "u8", offsetof(LostSlots, end)},
                                        {"point", "u1", offsetof(LostSlots, point)},
                                        {"count", "u1", offsetof(LostSlots, count)}},
                                       offsetof(LostSlots, cause)),
                 record_);
}

namespace {

/// The default: what a diagram of so many cycles would be is no more than a table can show.
constexpr std::uint64_t kTextColumns = 160;

trace::View view_of(const std::vector<std::string>& parts, std::optional<std::uint64_t> from,
                    std::optional<std::uint64_t> to) {
  trace::View view;
  for (const std::string& part : parts)
    if (part == "table")
      view.table = true;
    else if (part == "diagram")
      view.diagram = true;
    else if (part == "ledger")
      view.ledger = true;
    else if (part == "cpi")
      view.cpi = true;
    else if (part == "stats")
      view.stats = true;
    else if (part == "registers")
      view.registers = true;
    else
      fail("unknown part '" + part + "'; expected table, diagram, ledger, cpi, stats or registers");
  if (from)
    view.from_cycle = Cycle{*from};
  if (to)
    view.to_cycle = Cycle{*to};
  return view;
}

std::string render(const trace::RunRecord& record, const std::string& format,
                   const trace::View& view) {
  if (view.table || view.diagram)
    if (const std::string why = trace::why_too_large(view, trace::extent_of(record)); !why.empty())
      fail(why);
  if (format == "text")
    return trace::text_report(record, view, {.columns = kTextColumns});
  if (format == "markdown")
    return trace::text_report(record, view, trace::markup_style(trace::Markup::markdown));
  if (format == "latex")
    return trace::text_report(record, view, trace::markup_style(trace::Markup::latex));
  if (format == "json")
    return trace::json_report(record, view);
  if (format == "csv")
    return trace::csv_report(record, view);
  if (format == "svg")
    return trace::svg_report(record, view);
  if (format == "html")
    return trace::html_report(record, view);
  fail("unknown format '" + format + "'; expected text, markdown, latex, json, csv, svg or html");
}

std::string render_two(const trace::RunRecord& a, const trace::RunRecord& b,
                       const std::string& format, const trace::View& view, bool by_instruction) {
  const trace::Align align = by_instruction ? trace::Align::instruction : trace::Align::cycle;
  if (format == "text")
    return trace::text_comparison(a, b, view, align, {.columns = kTextColumns});
  if (format == "markdown")
    return trace::text_comparison(a, b, view, align, trace::markup_style(trace::Markup::markdown));
  if (format == "latex")
    return trace::text_comparison(a, b, view, align, trace::markup_style(trace::Markup::latex));
  if (format == "json")
    return trace::json_comparison(a, b, view, align);
  if (format == "svg")
    return trace::svg_comparison(a, b, view, align);
  if (format == "html")
    return trace::html_comparison(a, b, view, align);
  fail("unknown format '" + format + "'; expected text, markdown, latex, json, svg or html");
}

py::list ledger_rows(const trace::Ledger& ledger) {
  py::list rows;
  for (const trace::LedgerPoint point : ledger.points()) {
    const trace::LedgerAccount& account = ledger.at(point);
    for (std::size_t i = 0; i < kReasonCount; ++i)
      if (account.slots[i] != 0)
        rows.append(py::make_tuple(std::string(ledger.name(point)),
                                   std::string(i == 0 ? "used" : info(static_cast<Reason>(i)).name),
                                   account.slots[i], account.total()));
  }
  return rows;
}

py::dict registers_of(const trace::RunRecord& record) {
  py::dict values;
  for (const trace::RegisterValue& reg : record.registers)
    if (reg.floating_point) {
      double number = 0;
      static_assert(sizeof number == sizeof reg.value);
      std::memcpy(&number, &reg.value, sizeof number);
      values[py::str(reg.name)] = number;
    } else {
      values[py::str(reg.name)] = static_cast<std::int64_t>(reg.value);
    }
  return values;
}

py::list instructions_of(const trace::RunRecord& record) {
  py::list rows;
  const trace::Legend& legend = record.legend;
  for (std::size_t i = 0; i < legend.instruction_text.size(); ++i)
    rows.append(py::make_tuple(legend.instruction_text[i],
                               i < legend.instruction_line.size() ? legend.instruction_line[i] : 0U,
                               i < legend.instruction_pc.size() ? legend.instruction_pc[i]
                                                                : std::uint64_t{0}));
  return rows;
}

/// How a run is limited and what of it is kept.
struct Wanted {
  bool record = false;
  std::uint64_t from_cycle = 1;
  std::optional<std::uint64_t> to_cycle;
  std::optional<std::uint64_t> limit_cycles;
  std::optional<std::uint64_t> limit_instructions;
  std::uint64_t limit_memory = session::kStandardMemoryBytes;
  std::string input;
};

session::RunOptions options_of(const Wanted& wanted) {
  session::RunOptions options;
  options.record = wanted.record;
  options.from_cycle = wanted.from_cycle;
  options.to_cycle = wanted.to_cycle.value_or(kNever.value);
  options.limit_cycles = wanted.limit_cycles.value_or(kNever.value);
  options.limit_instructions = wanted.limit_instructions.value_or(kNever.value);
  if (!wanted.limit_cycles && !wanted.limit_instructions) {
    options.limit_instructions = session::kStandardLimit;
    options.limit_kind = session::LimitKind::standard;
  }
  options.limit_memory_bytes = wanted.limit_memory;
  options.input = wanted.input;
  return options;
}

/// Called every 0.1 s: checks Python's signals and calls the progress function. Returns false when
/// either ends the run; an exception that they raise stays set.
bool go_on(const py::object& progress, const session::Progress& how_far) {
  const py::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0)
    return false;
  if (progress.is_none())
    return true;
  try {
    const py::object answer = progress(how_far.cycle, how_far.instructions, how_far.host_seconds);
    return answer.is_none() || answer.cast<bool>();
  } catch (py::error_already_set& error) {
    error.restore();
    return false;
  }
}

Recording run(const LoadedProgram& program, const LoadedMachine* machine, const Wanted& wanted,
              const py::object& progress) {
  session::RunOptions options = options_of(wanted);
  options.progress = [&progress](const session::Progress& how_far) {
    return go_on(progress, how_far);
  };
  std::vector<std::string> notes;
  std::shared_ptr<const machine::Machine> own;
  if (machine != nullptr)
    own = machine_for(*machine, *program.program, notes);
  else // the reference machine: of the one behind it only the architecture is used
    own = std::make_shared<const machine::Machine>();
  auto record = std::make_shared<trace::RunRecord>();
  {
    const py::gil_scoped_release released;
    *record = machine != nullptr ? session::run_program(*program.program, *own, options)
                                 : session::run_on_reference(*program.program, *own, options);
  }
  if (PyErr_Occurred() != nullptr)
    throw py::error_already_set();
  if (machine != nullptr)
    record->settings = machine->settings;
  record->notes.insert(record->notes.begin(), notes.begin(), notes.end());
  return Recording(std::move(record));
}

template <class Get> void add(py::class_<Recording>& type, const char* name, Get get) {
  type.def_property_readonly(name, [get](const Recording& r) { return get(r.record()); });
}

void bind_wanted(py::module_& module) {
  py::class_<Wanted>(module, "Wanted")
      .def(py::init<>())
      .def_readwrite("record", &Wanted::record)
      .def_readwrite("from_cycle", &Wanted::from_cycle)
      .def_readwrite("to_cycle", &Wanted::to_cycle)
      .def_readwrite("limit_cycles", &Wanted::limit_cycles)
      .def_readwrite("limit_instructions", &Wanted::limit_instructions)
      .def_readwrite("limit_memory", &Wanted::limit_memory)
      .def_readwrite("input", &Wanted::input);
}

void bind_recording(py::module_& module) {
  using Record = const trace::RunRecord&;
  py::class_<Recording> recording(module, "Recording");
  recording.def("rows", &Recording::rows)
      .def("spans", &Recording::spans)
      .def("gaps", &Recording::gaps)
      .def("arrows", &Recording::arrows)
      .def("lost", &Recording::lost);
  add(recording, "program", [](Record r) { return r.program; });
  add(recording, "machine", [](Record r) { return r.machine; });
  add(recording, "settings", [](Record r) { return r.settings; });
  add(recording, "timed", [](Record r) { return r.timed; });
  add(recording, "cycles", [](Record r) { return r.cycles; });
  add(recording, "instructions", [](Record r) { return r.instructions; });
  add(recording, "micro_ops", [](Record r) { return r.micro_ops; });
  add(recording, "branches", [](Record r) { return r.branches; });
  add(recording, "mispredictions", [](Record r) { return r.mispredictions; });
  add(recording, "ipc", [](Record r) { return r.ipc(); });
  add(recording, "host_seconds", [](Record r) { return r.host_seconds; });
  add(recording, "stop",
      [](Record r) { return py::make_tuple(r.stop.reason, r.stop.detail, r.stop.exit_code); });
  add(recording, "output", [](Record r) { return py::bytes(r.output); });
  add(recording, "notes", [](Record r) { return r.notes; });
  add(recording, "registers", &registers_of);
  add(recording, "instruction_list", &instructions_of);
  add(recording, "register_names", [](Record r) { return r.legend.register_names; });
  add(recording, "ledger", [](Record r) { return ledger_rows(r.ledger); });
  add(recording, "lanes", [](Record r) {
    std::vector<std::string> names;
    for (const Lane& lane : r.timeline.lanes)
      names.push_back(lane.name);
    return names;
  });
  add(recording, "counts", [](Record r) {
    py::dict counts;
    for (const trace::UnitCount& unit : r.unit_counts)
      counts[py::str(unit.name)] =
          unit.mean ? py::object(py::float_(*unit.mean)) : py::object(py::int_(unit.count));
    return counts;
  });
}

} // namespace

void bind_runs(py::module_& module) {
  bind_wanted(module);
  bind_recording(module);
  module.def("run", &run, py::arg("program"), py::arg("machine"), py::arg("wanted"),
             py::arg("progress") = py::none());
  module.def(
      "render",
      [](const Recording& r, const std::string& format, const std::vector<std::string>& parts,
         std::optional<std::uint64_t> from, std::optional<std::uint64_t> to) {
        return render(r.record(), format, view_of(parts, from, to));
      },
      py::arg("run"), py::arg("format"), py::arg("parts"), py::arg("from_cycle") = py::none(),
      py::arg("to_cycle") = py::none());
  module.def(
      "render_two",
      [](const Recording& a, const Recording& b, const std::string& format,
         const std::vector<std::string>& parts, std::optional<std::uint64_t> from,
         std::optional<std::uint64_t> to, bool by_instruction) {
        return render_two(a.record(), b.record(), format, view_of(parts, from, to), by_instruction);
      },
      py::arg("a"), py::arg("b"), py::arg("format"), py::arg("parts"),
      py::arg("from_cycle") = py::none(), py::arg("to_cycle") = py::none(),
      py::arg("by_instruction") = false);
}

} // namespace stallscope::python
