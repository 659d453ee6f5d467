#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/interchange/input_file.h"

namespace strata::inline interchange {

/// The whole JSON of a file, for formats whose parts refer to each other. Error Io if it is none, is cut off or is
/// larger than what is held in memory.
Result<nlohmann::json> readJson(const InputFile& file);
/// "its JSON is damaged or cut off at line 3, column 14". Nothing of sound JSON, and of more than is held in memory.
std::optional<std::string> damageOfJson(const InputFile& file);

// What is not there, or of another type, is empty: nothing here throws.

/// null if there is no such member.
const nlohmann::json& memberOf(const nlohmann::json& object, std::string_view key);
/// null if there is no such element.
const nlohmann::json& elementOf(const nlohmann::json& array, std::size_t index);
std::string_view textOf(const nlohmann::json& value);
double numberOf(const nlohmann::json& value, double otherwise = 0);
/// An index into a table; -1 for none.
std::int64_t indexOf(const nlohmann::json& value);

/// `value` units of so many nanoseconds, within what a trace can hold.
HostTime timeOf(double value, double nsPerUnit);

}  // namespace strata::inline interchange
