#include "engine/base/kept_json.h"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace strata::inline base {

KeptJson::KeptJson() : KeptJson(nlohmann::json()) {}
KeptJson::KeptJson(nlohmann::json value) : m_value(std::make_unique<nlohmann::json>(std::move(value))) {}
KeptJson::KeptJson(const KeptJson& other) : KeptJson(*other) {}
KeptJson::KeptJson(KeptJson&& other) noexcept = default;
KeptJson& KeptJson::operator=(KeptJson&& other) noexcept = default;
KeptJson::~KeptJson() = default;

KeptJson& KeptJson::operator=(const KeptJson& other) {
  return *this = KeptJson(other);
}

KeptJson& KeptJson::operator=(nlohmann::json value) {
  return *this = KeptJson(std::move(value));
}

KeptJson KeptJson::object() {
  return KeptJson(nlohmann::json::object());
}

nlohmann::json& KeptJson::operator[](std::string_view key) {
  return (*m_value)[std::string(key)];
}

const nlohmann::json& KeptJson::operator[](std::string_view key) const {
  static const nlohmann::json kNull;
  const auto found = m_value->find(std::string(key));
  return found == m_value->end() ? kNull : *found;
}

bool operator==(const KeptJson& a, const KeptJson& b) {
  return *a == *b;
}

}  // namespace strata::inline base
