#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace stallscope::machine {

/// The address of kOwner<T> identifies the type T.
template <class T> inline constexpr char kOwner = 0;

/// Where the value of a key is stored: a member of a structure, or of its members. Numbers, flags
/// and enumerations are integers here; names are texts.
struct Field {
  const char* owner = nullptr; ///< kOwner of the structure; nullptr: the key has no field
  std::int64_t initial = 0;    ///< the member's initial value: the default of the key
  std::int64_t (*load)(const void* owner) = nullptr;
  void (*store)(void* owner, std::int64_t value) = nullptr;
  const std::string& (*load_text)(const void* owner) = nullptr;
  void (*store_text)(void* owner, const std::string& value) = nullptr;

  /// Whether the key is stored in objects of this type.
  template <class T> [[nodiscard]] bool is_of() const { return owner == &kOwner<T>; }
};

/// A pointer to a member, taken apart.
template <class Pointer> struct MemberPointer;
template <class Class, class Member> struct MemberPointer<Member Class::*> {
  using Owner = Class;
  using Type = Member;
};

template <class T> inline constexpr bool kIsOptional = false;
template <class T> inline constexpr bool kIsOptional<std::optional<T>> = true;

/// The member of `object` at the end of a path of members, through optionals that have a value.
template <auto First, auto... Rest, class Object> auto& reach(Object& object) {
  auto& member = object.*First;
  if constexpr (sizeof...(Rest) == 0)
    return member;
  else if constexpr (kIsOptional<std::remove_cvref_t<decltype(member)>>)
    return reach<Rest...>(*member);
  else
    return reach<Rest...>(member);
}

/// The last of a path of members.
template <auto First, auto... Rest> constexpr auto last_of() {
  if constexpr (sizeof...(Rest) == 0)
    return First;
  else
    return last_of<Rest...>();
}

/// The field at the end of a path of members, the first of which is the owner's:
/// at<&Machine::width>(), at<&Machine::caches, &Caches::warm>().
template <auto First, auto... Rest> Field at() {
  using Owner = typename MemberPointer<decltype(First)>::Owner;
  constexpr auto kLast = last_of<First, Rest...>();
  using Last = MemberPointer<std::remove_cv_t<decltype(kLast)>>;
  using Type = typename Last::Type;
  Field field{&kOwner<Owner>};
  if constexpr (std::is_same_v<Type, std::string>) {
    field.load_text = [](const void* owner) -> const std::string& {
      return reach<First, Rest...>(*static_cast<const Owner*>(owner));
    };
    field.store_text = [](void* owner, const std::string& value) {
      reach<First, Rest...>(*static_cast<Owner*>(owner)) = value;
    };
  } else {
    field.initial = static_cast<std::int64_t>(typename Last::Owner{}.*kLast);
    field.load = [](const void* owner) {
      return static_cast<std::int64_t>(reach<First, Rest...>(*static_cast<const Owner*>(owner)));
    };
    field.store = [](void* owner, std::int64_t value) {
      reach<First, Rest...>(*static_cast<Owner*>(owner)) = static_cast<Type>(value);
    };
  }
  return field;
}

} // namespace stallscope::machine
