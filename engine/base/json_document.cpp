#include "engine/base/json_document.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace strata::inline base {
namespace {

constexpr int kDeepestJson = 32;

using Json = nlohmann::json;

/// Builds the document and stops at what is not allowed. In nlohmann's order of calls; "false" ends the parsing.
class JsonBuilder : public nlohmann::json_sax<Json> {
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
    if (m_open.size() == kDeepestJson) return refuse(fmt::format("is nested more than {} deep", kDeepestJson));
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
  JsonBuilder builder;
  if (Json::sax_parse(text, &builder)) return std::move(builder.document());
  return Error{ErrorCode::Usage, fmt::format("{}: JSON (byte {}) {}", file, builder.position(), builder.problem())};
}

}  // namespace strata::inline base
