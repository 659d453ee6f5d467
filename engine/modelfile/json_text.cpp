#include "engine/modelfile/json_text.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "engine/modelfile/byte_cursor.h"

namespace strata::inline modelfile {
namespace {

constexpr int kDeepest = 32;

using Json = nlohmann::json;

/// Builds the document and stops at what is not allowed. In nlohmann's order of calls; "false" ends the parsing.
class Builder : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (m_open.back()->contains(name)) return refuse(fmt::format("has the key \"{}\" twice", name));
    m_key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    m_position = position;
    return refuse(fmt::format("is not JSON: {}", error.what()));
  }

  Json& document() { return m_document; }
  const std::string& problem() const { return m_problem; }
  std::size_t position() const { return m_position; }

 private:
  Json* place(Json&& value) {
    if (m_open.empty()) return &(m_document = std::move(value));
    Json& parent = *m_open.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &(parent[m_key] = std::move(value));
  }

  bool add(Json&& value) {
    place(std::move(value));
    return true;
  }

  bool open(Json&& empty) {
    if (m_open.size() == kDeepest) return refuse(fmt::format("is nested more than {} deep", kDeepest));
    m_open.push_back(place(std::move(empty)));
    return true;
  }

  bool close() {
    m_open.pop_back();
    return true;
  }

  bool refuse(std::string what) {
    m_problem = std::move(what);
    return false;
  }

  Json m_document;
  std::vector<Json*> m_open;  // stay where they are: only the innermost one grows
  std::string m_key, m_problem;
  std::size_t m_position = 0;
};

}  // namespace

Result<Json> parseJson(const std::string& file, std::string_view text) {
  Builder builder;
  if (Json::sax_parse(text, &builder)) return std::move(builder.document());
  return fileError(ErrorCode::Usage, file, "JSON", builder.position(), builder.problem());
}

const Json* JsonFields::find(std::string_view key) const {
  if (!m_object.is_object()) return nullptr;
  const auto found = m_object.find(key);
  return found == m_object.end() || found->is_null() ? nullptr : &*found;
}

Error JsonFields::damaged(std::string_view key, std::string_view what) const {
  return {ErrorCode::Usage, fmt::format("{}: {} {}", m_file, key, what)};
}

Error JsonFields::unsupported(std::string_view key, std::string_view what) const {
  return {ErrorCode::Unsupported, fmt::format("{}: {} {}", m_file, key, what)};
}

Result<std::int64_t> JsonFields::integer(std::string_view key) const {
  const Json* value = find(key);
  if (!value) return damaged(key, "is missing");
  const bool whole = value->is_number_integer() &&
                     (!value->is_number_unsigned() || std::in_range<std::int64_t>(value->get<std::uint64_t>()));
  if (!whole) return damaged(key, "is not a whole number of at most 63 bits");
  return value->get<std::int64_t>();
}

Result<std::int64_t> JsonFields::integerOr(std::string_view key, std::int64_t fallback) const {
  return find(key) ? integer(key) : fallback;
}

Result<float> JsonFields::numberOr(std::string_view key, float fallback) const {
  const Json* value = find(key);
  if (!value) return fallback;
  if (!value->is_number() || !(std::abs(value->get<double>()) < 1e38)) return damaged(key, "is not a number");
  return static_cast<float>(value->get<double>());
}

Result<bool> JsonFields::flagOr(std::string_view key, bool fallback) const {
  const Json* value = find(key);
  if (!value) return fallback;
  if (!value->is_boolean()) return damaged(key, "is neither true nor false");
  return value->get<bool>();
}

Result<std::string> JsonFields::textOr(std::string_view key, std::string fallback) const {
  const Json* value = find(key);
  if (!value) return fallback;
  if (!value->is_string()) return damaged(key, "is not text");
  return value->get<std::string>();
}

}  // namespace strata::inline modelfile
