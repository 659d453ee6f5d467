#pragma once

#include <memory>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace strata::inline base {

/// A JSON value of a struct: those who only hand the struct on need not know the type, which takes seconds to compile.
/// null until something is put in; moved from, it may only be assigned.
class KeptJson {
 public:
  KeptJson();
  explicit KeptJson(nlohmann::json value);
  KeptJson(const KeptJson& other);
  KeptJson(KeptJson&& other) noexcept;
  KeptJson& operator=(const KeptJson& other);
  KeptJson& operator=(KeptJson&& other) noexcept;
  KeptJson& operator=(nlohmann::json value);
  ~KeptJson();

  static KeptJson object();  ///< {}

  const nlohmann::json& operator*() const { return *m_value; }
  nlohmann::json& operator*() { return *m_value; }
  const nlohmann::json* operator->() const { return m_value.get(); }
  nlohmann::json* operator->() { return m_value.get(); }
  /// Of an object, or of null, which becomes one.
  nlohmann::json& operator[](std::string_view key);
  const nlohmann::json& operator[](std::string_view key) const;  ///< null where there is none
  friend bool operator==(const KeptJson& a, const KeptJson& b);

 private:
  std::unique_ptr<nlohmann::json> m_value;
};

}  // namespace strata::inline base
