#pragma once

// The interface of plug-ins: user-written branch predictors, prefetchers and replacement policies,
// as shared libraries that `--plugin FILE` loads. This file needs no other file of Stallscope:
//
//   #include <stallscope/plugin.hpp>
//
//   class Last : public stallscope::plugin::Predictor { // last outcome of any branch
//   public:
//     explicit Last(const stallscope::plugin::Options&) {}
//     bool predict(const Branch&) const { return last_; }
//     void update(const Branch&, bool taken, bool) { last_ = taken; }
//   private:
//     bool last_ = false;
//   };
//   STALLSCOPE_PREDICTOR(Last, "last")
//
//   g++ -std=c++17 -O2 -shared -fPIC -I INCLUDE last.cpp -o last.so
//   stallscope run my.elf -m ooo-4 --plugin ./last.so
//
// An object of the class is the state of the predictor. It is copied with the state of the machine,
// and must not hold pointers to itself. An exception stops the run with the plug-in's name.

#include <cstdint>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

extern "C" {

/// Version of the interface; changes whenever plug-ins compiled before would be incompatible.
enum { STALLSCOPE_PLUGIN_VERSION = 1 };

enum StallscopePluginPart {
  STALLSCOPE_PREDICTOR_PART = 1,
  STALLSCOPE_PREFETCHER_PART = 2,
  STALLSCOPE_REPLACEMENT_PART = 3,
};

/// A conditional branch.
struct StallscopeBranch {
  std::uint64_t pc;
  std::uint64_t target;
  std::uint64_t history; ///< directions of the last 64 conditional branches before this one, as
                         ///< predicted (speculative): taken is 1, the youngest in bit 0
};

/// An access to a prefetcher's cache: a load or store, or a miss of the caches in front.
struct StallscopeAccess {
  std::uint64_t pc; ///< address of the instruction
  std::uint64_t address;
  std::uint8_t write;     ///< 1: a store
  std::uint8_t hit;       ///< 1: the cache holds the line
  std::uint8_t first_use; ///< 1: the line was prefetched, and is used for the first time
};

/// The cache that a prefetcher or a replacement policy belongs to.
struct StallscopeCache {
  std::uint64_t sets;
  std::uint32_t ways;
  std::uint32_t line_bytes;
};

/// The functions of a plug-in. Functions of other kinds of plug-ins may be null. A negative result
/// means failure; error() then returns the reason.
struct StallscopePlugin {
  std::uint32_t version;
  std::uint32_t part;
  const char* name; ///< name: letters, digits, _ and -
  /// State before the first cycle. `options`: name=value, separated by commas. `cache`: null for
  /// predictors. Null: failure.
  void* (*make)(const char* options, const StallscopeCache* cache);
  void* (*copy)(const void* state);
  void (*destroy)(void* state);
  /// Message of the last failure in this thread.
  const char* (*error)();
  /// 1: taken, 0: not taken. The state does not change: branches of wrong paths are predicted too.
  int (*predict)(const void* state, const StallscopeBranch* branch);
  /// A branch of the right path is resolved.
  int (*update)(void* state, const StallscopeBranch* branch, int taken, int predicted);
  /// Writes the addresses to be prefetched, at most `room`, and returns their number.
  int (*access)(void* state, const StallscopeAccess* access, std::uint64_t* addresses, int room);
  /// The way of a full set to be evicted.
  int (*victim)(void* state, std::uint64_t set);
  /// A line is used (filled 0), or filled into a way (filled 1).
  int (*touch)(void* state, std::uint64_t set, std::uint32_t way, int filled);
};

} // extern "C"

namespace stallscope::plugin {

using Branch = ::StallscopeBranch;
using Access = ::StallscopeAccess;
using Cache = ::StallscopeCache;

/// The options of a plug-in: `--plugin FILE,entries=4096`. An option that the constructor does not
/// read is an error.
class Options {
public:
  explicit Options(const std::string& text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find(',', begin);
      const std::string option = text.substr(begin, end - begin);
      const std::size_t equals = option.find('=');
      if (equals == 0 || equals == std::string::npos)
        throw std::invalid_argument("'" + option + "' is no option; expected name=value");
      given_[option.substr(0, equals)] = option.substr(equals + 1);
      begin = end == std::string::npos ? text.size() : end + 1;
    }
  }

  /// A whole number from `least` to `most`.
  std::uint64_t number(const std::string& name, std::uint64_t value, std::uint64_t least,
                       std::uint64_t most) const {
    const std::string text = word(name, std::to_string(value));
    std::uint64_t given = 0;
    bool fits = !text.empty() && text.size() <= 18;
    for (const char c : text)
      fits = fits && c >= '0' && c <= '9';
    if (fits)
      given = std::stoull(text);
    if (!fits || given < least || given > most)
      throw std::invalid_argument(name + "=" + text + "; expected " + std::to_string(least) +
                                  " to " + std::to_string(most));
    return given;
  }
  /// A power of two from `least` to `most`.
  std::uint64_t power_of_two(const std::string& name, std::uint64_t value, std::uint64_t least,
                             std::uint64_t most) const {
    const std::uint64_t given = number(name, value, least, most);
    if ((given & (given - 1)) != 0)
      throw std::invalid_argument(name + "=" + std::to_string(given) + "; expected a power of two");
    return given;
  }
  std::string word(const std::string& name, const std::string& value) const {
    known_ += (known_.empty() ? "" : ", ") + name;
    const auto found = given_.find(name);
    if (found == given_.end())
      return value;
    std::string text = std::move(found->second);
    given_.erase(found);
    return text;
  }
  /// Throws when an option was given that has not been read.
  void check_all_known() const {
    if (!given_.empty())
      throw std::invalid_argument("there is no option '" + given_.begin()->first + "'; " +
                                  (known_.empty() ? "it has none" : "expected " + known_));
  }

private:
  mutable std::map<std::string, std::string> given_; ///< options given and not read yet
  mutable std::string known_;
};

/// Base classes that only define the names of the interface's types.
class Predictor {
public:
  using Branch = plugin::Branch;
};
class Prefetcher {
public:
  using Access = plugin::Access;
  using Cache = plugin::Cache;
  /// Collects the addresses that access() requests.
  class Requests {
  public:
    Requests(std::uint64_t* addresses, int room) : addresses_(addresses), room_(room) {}
    void add(std::uint64_t address) {
      if (count_ == room_)
        throw std::length_error("asks for more than " + std::to_string(room_) +
                                " lines at one access");
      addresses_[count_++] = address;
    }
    int count() const { return count_; }

  private:
    std::uint64_t* addresses_;
    int room_;
    int count_ = 0;
  };
};
class Replacement {
public:
  using Cache = plugin::Cache;
};

namespace detail {

inline std::string& last_error() {
  thread_local std::string text;
  return text;
}

/// Returns the result of `work`; `failed` when it throws.
template <class Result, class Work> Result guarded(Result failed, const Work& work) {
  try {
    return work();
  } catch (const std::exception& error) {
    last_error() = error.what();
  } catch (...) {
    last_error() = "it threw something that is no std::exception";
  }
  return failed;
}

template <class T> StallscopePlugin table_of(const char* name, StallscopePluginPart part) {
  StallscopePlugin table{};
  table.version = STALLSCOPE_PLUGIN_VERSION;
  table.part = part;
  table.name = name;
  table.copy = [](const void* state) {
    return guarded<void*>(nullptr, [&]() -> void* { return new T(*static_cast<const T*>(state)); });
  };
  table.destroy = [](void* state) { delete static_cast<T*>(state); };
  table.error = []() { return last_error().c_str(); };
  return table;
}

template <class T> StallscopePlugin predictor(const char* name) {
  StallscopePlugin table = table_of<T>(name, STALLSCOPE_PREDICTOR_PART);
  table.make = [](const char* options, const StallscopeCache*) {
    return guarded<void*>(nullptr, [&]() -> void* {
      const Options given(options);
      T made(given);
      given.check_all_known();
      return new T(made);
    });
  };
  table.predict = [](const void* state, const StallscopeBranch* branch) {
    return guarded(-1, [&] { return static_cast<const T*>(state)->predict(*branch) ? 1 : 0; });
  };
  table.update = [](void* state, const StallscopeBranch* branch, int taken, int predicted) {
    return guarded(-1, [&] {
      static_cast<T*>(state)->update(*branch, taken != 0, predicted != 0);
      return 0;
    });
  };
  return table;
}

template <class T> void* make_of_cache(const char* options, const StallscopeCache* cache) {
  return guarded<void*>(nullptr, [&]() -> void* {
    const Options given(options);
    T made(given, *cache);
    given.check_all_known();
    return new T(made);
  });
}

template <class T> StallscopePlugin prefetcher(const char* name) {
  StallscopePlugin table = table_of<T>(name, STALLSCOPE_PREFETCHER_PART);
  table.make = make_of_cache<T>;
  table.access = [](void* state, const StallscopeAccess* access, std::uint64_t* addresses,
                    int room) {
    return guarded(-1, [&] {
      Prefetcher::Requests requests(addresses, room);
      static_cast<T*>(state)->access(*access, requests);
      return requests.count();
    });
  };
  return table;
}

template <class T> StallscopePlugin replacement(const char* name) {
  StallscopePlugin table = table_of<T>(name, STALLSCOPE_REPLACEMENT_PART);
  table.make = make_of_cache<T>;
  table.victim = [](void* state, std::uint64_t set) {
    return guarded(-1, [&] { return static_cast<int>(static_cast<T*>(state)->victim(set)); });
  };
  table.touch = [](void* state, std::uint64_t set, std::uint32_t way, int filled) {
    return guarded(-1, [&] {
      static_cast<T*>(state)->touch(set, way, filled != 0);
      return 0;
    });
  };
  return table;
}

} // namespace detail

} // namespace stallscope::plugin

/// Each shared library holds one plug-in.
/// Predictors: T(const Options&), bool predict(const Branch&) const, void update(const Branch&,
/// bool taken, bool predicted).
#define STALLSCOPE_PREDICTOR(T, name)                                                              \
  extern "C" const StallscopePlugin* stallscope_plugin() {                                         \
    static const StallscopePlugin table = stallscope::plugin::detail::predictor<T>(name);          \
    return &table;                                                                                 \
  }
/// Prefetchers: T(const Options&, const Cache&), void access(const Access&, Requests&).
#define STALLSCOPE_PREFETCHER(T, name)                                                             \
  extern "C" const StallscopePlugin* stallscope_plugin() {                                         \
    static const StallscopePlugin table = stallscope::plugin::detail::prefetcher<T>(name);         \
    return &table;                                                                                 \
  }
/// Replacement policies: T(const Options&, const Cache&), unsigned victim(std::uint64_t set), void
/// touch(std::uint64_t set, unsigned way, bool filled).
#define STALLSCOPE_REPLACEMENT(T, name)                                                            \
  extern "C" const StallscopePlugin* stallscope_plugin() {                                         \
    static const StallscopePlugin table = stallscope::plugin::detail::replacement<T>(name);        \
    return &table;                                                                                 \
  }
