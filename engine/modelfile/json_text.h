#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/base/json_document.h"
#include "engine/base/result.h"

namespace strata::inline modelfile {

/// Reads fields of one JSON object; the errors name file and key. Absent and null are the same.
class JsonFields {
 public:
  JsonFields(const std::string& file, const nlohmann::json& object) : m_file(file), m_object(object) {}

  /// Null if the key is absent, or the object is none.
  const nlohmann::json* find(std::string_view key) const;
  Result<std::int64_t> integer(std::string_view key) const;
  Result<std::int64_t> integerOr(std::string_view key, std::int64_t fallback) const;
  Result<float> numberOr(std::string_view key, float fallback) const;
  Result<bool> flagOr(std::string_view key, bool fallback) const;
  Result<std::string> textOr(std::string_view key, std::string fallback) const;
  Error damaged(std::string_view key, std::string_view what) const;
  Error unsupported(std::string_view key, std::string_view what) const;

 private:
  const std::string& m_file;
  const nlohmann::json& m_object;
};

}  // namespace strata::inline modelfile
