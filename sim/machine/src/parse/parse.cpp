#include "base/check.hpp"
#include "base/trimmed.hpp"
#include "base/utf8.hpp"
#include "keys/settings.hpp"
#include "machine/limits.hpp"
#include "machine/machine_file.hpp"
#include "machine/toml_reader.hpp"
#include "machine/variants.hpp"
#include "parse/draft.hpp"

#include <fmt/format.h>

namespace stallscope::machine {

namespace {

void read_head(const Section& file, Machine& m) {
  file.read_fields(m);
  const auto limited = [&file](std::string_view key, std::size_t max_bytes, bool one_line) {
    std::string text = file.text(key);
    std::string shown = text; // the text without signs such as line ends, which it may contain
    if (!one_line)
      std::erase_if(shown, [](char c) { return c == '\n' || c == '\t' || c == '\r'; });
    if (text.size() > max_bytes)
      file.report().error(file.place(key), fmt::format("'{}' has {} bytes", key, text.size()),
                          fmt::format("at most {}", max_bytes));
    if (clean(shown) != shown) // bidirectional control characters count as control characters
      file.report().error(file.place(key), fmt::format("'{}' holds control characters", key),
                          one_line ? "one line of text" : "text");
    return text;
  };
  m.title = limited("title", 120, true);
  m.description = limited("description", 2000, false);
}

/// Reports keys that only the other kind of machine has.
void refuse_other_kind(const Section& file, const Value& root, std::string_view kind) {
  const auto refuse = [&](const Member& member, const std::string& name, std::string_view other) {
    if (other != kAnyKind && other != kind)
      file.report().error(member.place,
                          fmt::format("'{}' is for machines of kind '{}', and this one is of kind "
                                      "'{}'",
                                      name, other, kind),
                          fmt::format("kind = \"{}\", or no '{}'", other, name));
  };
  const auto is_known = [](std::string_view prefix, std::string_view name) {
    const auto& known = known_members(prefix);
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  for (const Member& table : root.members) {
    if (!is_known("", table.name))
      continue;
    const std::string_view other = kind_of_table(table.name);
    refuse(table, table.name, other);
    if (other == kAnyKind && is_table(table.name) && table.value.kind == Value::Kind::table)
      for (const Member& member : table.value.members)
        if (is_known(table.name, member.name))
          refuse(member, fmt::format("{}.{}", table.name, member.name),
                 kind_of_table(fmt::format("{}.{}", table.name, member.name)));
  }
}

void read_roles(const Section& table, Stage& stage) {
  for (const Value& item : table.list("does")) {
    if (item.kind != Value::Kind::text) {
      table.report().error(item.place, fmt::format("{} in 'pipeline.stages.does'", shown(item)),
                           "one of " + joined(role_names()));
      continue;
    }
    const auto found = std::find(role_names().begin(), role_names().end(), item.text);
    if (found == role_names().end()) {
      table.report().unknown(item.place, fmt::format("a stage cannot do {}", in_quotes(item.text)),
                             "one of " + joined(role_names()), item.text, role_names());
      continue;
    }
    const auto role = static_cast<std::size_t>(found - role_names().begin());
    if (stage.roles[role])
      table.report().error(item.place, fmt::format("'{}' is named twice in one stage", item.text));
    stage.roles.set(role);
  }
}

void read_pipeline(Draft& draft) {
  Machine& m = draft.machine;
  const Section& pipeline = draft.tables["pipeline"];
  Report& report = pipeline.report();
  const std::size_t problems = report.count();
  if (pipeline.find("stages") == nullptr)
    pipeline.missing("stages");
  const auto& stages = pipeline.list("stages");
  if (pipeline.find("stages") != nullptr && report.count() == problems &&
      (stages.size() < 2 || stages.size() > kMaxStages))
    report.error(draft.place("pipeline.stages"),
                 fmt::format("the pipeline has {} stages", stages.size()),
                 fmt::format("2 to {}", kMaxStages));
  for (const Value& item : stages) {
    const Section table(&item, "pipeline.stages", report);
    Stage stage;
    if (item.kind == Value::Kind::table)
      table.read_fields(stage);
    read_roles(table, stage);
    if (!stage.name.empty() && m.stage_named(stage.name) < m.stages.size())
      report.error(table.place("name"), fmt::format("a second stage is named '{}'", stage.name),
                   "a name of its own for every stage");
    m.stages.push_back(std::move(stage));
    draft.stages.push_back(item.place);
  }
  draft.stages_ok = report.count() == problems;
  if (draft.stages_ok)
    check_stages(draft, report);
}

std::vector<std::string_view> stage_names(const Machine& m) {
  std::vector<std::string_view> names;
  for (const Stage& stage : m.stages)
    names.push_back(stage.name);
  return names;
}

/// The index of a stage by name; reports an unknown name.
unsigned stage_index(const Machine& m, std::string_view name, std::string_view key,
                     const Place& place, Report& report) {
  const unsigned index = m.stage_named(name);
  if (index == m.stages.size())
    report.unknown(place,
                   fmt::format("'{}' names the stage {}, which is not there", key, in_quotes(name)),
                   "one of " + joined(stage_names(m)), name, stage_names(m));
  return index;
}

void read_forwarding(Draft& draft) {
  Machine& m = draft.machine;
  const Section& section = draft.tables["forwarding"];
  Report& report = section.report();
  for (const Value& item : section.list("paths")) {
    const std::size_t arrow =
        item.kind == Value::Kind::text ? item.text.find("->") : std::string::npos;
    if (arrow == std::string::npos) {
      report.error(item.place, fmt::format("{} is no forwarding path", shown(item)),
                   "FROM->TO, such as \"EX->EX\"");
      continue;
    }
    if (!draft.stages_ok)
      continue;
    const std::string_view text = item.text;
    const unsigned from =
        stage_index(m, trimmed(text.substr(0, arrow)), "forwarding.paths", item.place, report);
    const unsigned to =
        stage_index(m, trimmed(text.substr(arrow + 2)), "forwarding.paths", item.place, report);
    if (from == m.stages.size() || to == m.stages.size())
      continue;
    const ForwardingPath path{from, to};
    if (std::find(m.paths.begin(), m.paths.end(), path) != m.paths.end()) {
      report.error(item.place, fmt::format("the path {} is given twice", in_quotes(text)));
      continue;
    }
    m.paths.push_back(path);
    draft.paths.push_back(item.place);
  }
}

} // namespace

Tables::Tables(const Section& file, std::string_view kind, Machine& machine) {
  for (const KeySpec& spec : key_specs()) {
    const std::string name = spec.name.substr(0, spec.name.find('.'));
    if (spec.table().empty() || !spec.is_for(kind) || tables_.contains(name) ||
        is_list_of_tables(name))
      continue;
    const std::size_t problems = file.report().count();
    const auto added = tables_.emplace(name, Table{file.section(name), true}).first;
    added->second.section.read_fields(machine, kind);
    added->second.is_sound = file.report().count() == problems;
  }
}

Place Tables::place(std::string_view key) const {
  const std::size_t dot = key.rfind('.');
  return (*this)[key.substr(0, dot)].place(key.substr(dot + 1));
}

bool Tables::are_sound(std::string_view kind) const {
  return std::all_of(tables_.begin(), tables_.end(), [kind](const auto& table) {
    return table.second.is_sound || kind_of_table(table.first) != kind;
  });
}

unsigned read_stage(const Section& section, std::string_view key, unsigned default_stage,
                    const Draft& draft) {
  const Value* value = section.find(key);
  if (value == nullptr)
    return default_stage;
  if (value->kind != Value::Kind::text) {
    section.wrong_type(key, *value, "a stage name");
    return default_stage;
  }
  if (!draft.stages_ok)
    return 0;
  const unsigned index =
      stage_index(draft.machine, value->text, section.full(key), value->place, section.report());
  return index < draft.machine.stages.size() ? index : default_stage;
}

namespace {

void read_branch(Draft& draft) {
  Machine& m = draft.machine;
  const Section& section = draft.tables["branch"];
  const unsigned decode = m.stage_with(StageRole::decode);
  m.resolve_stage = read_stage(section, "resolve", m.stage_with(StageRole::execute), draft);
  m.jump_register_stage = read_stage(section, "jump_register_resolve", m.resolve_stage, draft);
  m.jump_resolve_stage = read_stage(section, "jump_resolve", m.resolve_stage, draft);
  m.predict_stage = read_stage(section, "predict_in", decode < m.stages.size() ? decode : 0, draft);
}

void read_late_alu(Draft& draft) {
  Machine& m = draft.machine;
  const Section& section = draft.tables["late_alu"];
  const Value* stage = section.find("stage");
  draft.has_late_stage =
      stage != nullptr && (stage->kind != Value::Kind::text || !stage->text.empty());
  if (draft.has_late_stage)
    m.late_stage = read_stage(section, "stage", 0, draft);
  const Value* operations = section.find("operations");
  if (operations != nullptr &&
      (operations->kind != Value::Kind::array || !operations->items.empty()))
    m.late_operations = section.op_classes("operations");
}

void read_in_order(const Section& file, Draft& draft) {
  read_pipeline(draft);
  read_forwarding(draft);
  read_units(file, draft);
  read_late_alu(draft);
  read_issue(draft);
  read_branch(draft);
  read_prediction(draft);
  read_caches(file, draft);
  check_machine(draft, file.report());
}

void read_out_of_order(const Section& file, Draft& draft) {
  DynamicTables tables(file);
  read_dynamic(file, tables, draft);
  read_prediction(draft);
  read_caches(file, draft);
  check_dynamic(tables, draft, file.report());
}

Machine read_machine(const Value& root, Report& report) {
  Machine head;
  const Section file(&root, "", report);
  read_head(file, head);
  const std::size_t problems = report.count();
  bool is_dynamic = file.word<unsigned>("kind") != 0;
  if (report.count() != problems) // an invalid kind: the kind is derived from the tables present
    is_dynamic = file.find("station") != nullptr || file.find("port") != nullptr;
  const std::string_view kind = is_dynamic ? kOutOfOrder : kInOrder;
  refuse_other_kind(file, root, kind);
  if (is_dynamic)
    head.dynamic.emplace();
  Draft draft(file, kind, std::move(head));
  if (is_dynamic)
    read_out_of_order(file, draft);
  else
    read_in_order(file, draft);
  return std::move(draft.machine);
}

/// Makes the machine of a tree; settings are applied to the tree before it is checked.
Result<Machine> machine_of(Value tree, std::shared_ptr<const Origin::Source> source) {
  Report report(source->file, source->toml, source->settings);
  apply_settings(tree, source->settings, report);
  Machine machine = read_machine(tree, report);
  if (report.count() > 0)
    return report.take();
  machine.origin.source = std::move(source);
  return machine;
}

/// Parses a text into a tree; missing keys have no position in the tree.
TomlResult tree_of(std::string_view toml) {
  TomlResult read = read_toml(toml);
  if (read.tree)
    read.tree->place = {};
  return read;
}

} // namespace

Result<Machine> parse_machine(std::string_view file, std::string_view toml,
                              const std::vector<Setting>& settings) {
  auto source = std::make_shared<const Origin::Source>(
      Origin::Source{std::string(file), std::string(toml), settings});
  Report report(source->file, source->toml, source->settings);
  TomlResult read = tree_of(toml);
  if (!read.tree) {
    report.error(read.place, std::move(read.message), std::move(read.expected));
    return report.take();
  }
  if (read.tree->members.empty()) {
    report.error({}, "the machine file is empty",
                 "at least name, [pipeline] stages and one [[unit]]");
    return report.take();
  }
  return machine_of(*std::move(read.tree), std::move(source));
}

MachineVariants::MachineVariants(const Machine& machine) {
  if (const auto& source = machine.origin.source; source != nullptr) {
    TomlResult read = tree_of(source->toml);
    if (read.tree)
      if (const Result<Machine> unchanged = machine_of(*read.tree, source);
          unchanged && *unchanged == machine) {
        source_ = source;
        tree_ = std::make_shared<const Value>(*std::move(read.tree));
        return;
      }
  }
  source_ = std::make_shared<const Origin::Source>(Origin::Source{machine.name, dump(machine), {}});
  TomlResult read = tree_of(source_->toml);
  STALLSCOPE_CHECK(read.tree.has_value(), "a dump that is no TOML");
  tree_ = std::make_shared<const Value>(*std::move(read.tree));
}

Result<Machine> MachineVariants::with(const std::vector<Setting>& settings) const {
  Origin::Source source = *source_;
  source.settings.insert(source.settings.end(), settings.begin(), settings.end());
  return machine_of(*tree_, std::make_shared<const Origin::Source>(std::move(source)));
}

Result<Machine> with_settings(const Machine& machine, const std::vector<Setting>& settings) {
  return MachineVariants(machine).with(settings);
}

} // namespace stallscope::machine
