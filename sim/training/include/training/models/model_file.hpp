#pragma once

#include "base/read_file.hpp"
#include "base/result.hpp"
#include "training/models/model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

struct ModelInfo {
  std::string_view name;
  std::string_view title;
  std::string_view toml;
};
/// The models included with the program.
[[nodiscard]] const std::vector<ModelInfo>& models();
/// An included model by its name, or a file (name with a '/' or ending in .toml).
[[nodiscard]] Result<Model> load_model(const std::string& name_or_file,
                                       Streams streams = Streams::wait,
                                       const FileReader& read = read_file);
/// The file that a name of a model means; empty: an included model, or none.
[[nodiscard]] std::string model_file_of(const std::string& name);
[[nodiscard]] Result<Model> parse_model(std::string_view file, std::string_view toml);
/// The description of every key of a model file, as text.
[[nodiscard]] std::string describe_model_keys();

} // namespace stallscope::training
