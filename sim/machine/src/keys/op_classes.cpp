#include "keys/op_classes.hpp"

#include "machine/machine_file.hpp"

namespace stallscope::machine {

namespace {

OpClassSet set_of(const std::vector<OpClass>& classes) {
  OpClassSet set;
  for (const OpClass c : classes)
    set.set(static_cast<std::size_t>(c));
  return set;
}

/// A class and its refinements.
OpClassSet with_refinements(OpClass op_class) {
  OpClassSet set;
  for (std::size_t i = 0; i < kOpClassCount; ++i)
    if (const auto c = static_cast<OpClass>(i); c == op_class || isa::base_of(c) == op_class)
      set.set(i);
  return set;
}

std::vector<OpClass> all_classes() {
  std::vector<OpClass> classes;
  for (std::size_t i = 0; i < kOpClassCount; ++i)
    classes.push_back(static_cast<OpClass>(i));
  return classes;
}

} // namespace

const std::vector<OpGroup>& op_groups() {
  using enum OpClass;
  static const std::vector<OpGroup> groups{
      {"any", all_classes()},
      {"fp",
       {fp_add, fp_multiply, fp_divide, fp_compare, fp_convert, fp_move, fp_load, fp_store,
        fp_fused}},
      {"fp_alu", {fp_add, fp_multiply, fp_divide, fp_compare, fp_convert, fp_move, fp_fused}},
      {"memory", {load, store, fp_load, fp_store, atomic}},
      {"loads", {load, fp_load}},
      {"stores", {store, fp_store}},
      {"control", {branch, jump}},
  };
  return groups;
}

const std::vector<std::string_view>& op_class_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> list;
    for (const OpClass c : all_classes())
      list.push_back(isa::name(c));
    for (const OpGroup& group : op_groups())
      list.push_back(group.name);
    return list;
  }();
  return words;
}

bool parse_op_classes(std::string_view name, OpClassSet& out) {
  for (const OpGroup& group : op_groups())
    if (group.name == name) {
      out.reset();
      for (const OpClass c : group.classes)
        out |= with_refinements(c);
      return true;
    }
  const auto op_class = isa::op_class_from_name(name);
  if (!op_class)
    return false;
  out = with_refinements(*op_class);
  return true;
}

std::vector<std::string_view> words_for(const OpClassSet& set) {
  std::vector<std::string_view> words;
  OpClassSet left = set;
  for (const OpGroup& group : op_groups()) {
    OpClassSet classes = set_of(group.classes);
    if ((classes & set) != classes || (classes & left).count() < 2)
      continue;
    words.push_back(group.name);
    for (const OpClass c : group.classes)
      classes |= with_refinements(c);
    left &= ~classes;
  }
  for (const OpClass c : all_classes())
    if (isa::base_of(c) == c && left[static_cast<std::size_t>(c)]) {
      words.push_back(isa::name(c));
      left &= ~with_refinements(c);
    }
  for (const OpClass c : all_classes()) // refinements listed without their class
    if (left[static_cast<std::size_t>(c)])
      words.push_back(isa::name(c));
  return words;
}

bool is_or_refines(OpClass op_class, std::size_t other) {
  const auto c = static_cast<OpClass>(other);
  return c == op_class || isa::base_of(c) == op_class;
}

std::string_view port_class_name(std::size_t port_class) {
  return port_class == kStoreAddress ? "store_address"
         : port_class == kStoreData  ? "store_data"
                                     : isa::name(static_cast<OpClass>(port_class));
}

std::optional<std::size_t> port_class_from_name(std::string_view name) {
  for (const std::size_t half : {kStoreAddress, kStoreData})
    if (name == port_class_name(half))
      return half;
  const auto op_class = isa::op_class_from_name(name);
  return op_class ? std::optional(static_cast<std::size_t>(*op_class)) : std::nullopt;
}

bool parse_port_classes(std::string_view name, PortClassSet& out) {
  for (const std::size_t half : {kStoreAddress, kStoreData})
    if (name == port_class_name(half)) {
      out.reset();
      out.set(half);
      return true;
    }
  OpClassSet classes;
  if (!parse_op_classes(name, classes))
    return false;
  out = port_classes(classes);
  return true;
}

const std::vector<std::string_view>& port_class_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> list = op_class_words();
    list.insert(list.end(), {port_class_name(kStoreAddress), port_class_name(kStoreData)});
    return list;
  }();
  return words;
}

std::vector<std::string_view> words_for(const PortClassSet& set) {
  std::vector<std::string_view> words = words_for(op_classes_of(set));
  for (const std::size_t half : {kStoreAddress, kStoreData})
    if (set[half])
      words.push_back(port_class_name(half));
  return words;
}

PortClassSet port_classes(const OpClassSet& set) {
  PortClassSet classes;
  for (std::size_t i = 0; i < kOpClassCount; ++i)
    classes[i] = set[i];
  return classes;
}

OpClassSet op_classes_of(const PortClassSet& set) {
  OpClassSet classes;
  for (std::size_t i = 0; i < kOpClassCount; ++i)
    classes[i] = set[i];
  return classes;
}

} // namespace stallscope::machine
