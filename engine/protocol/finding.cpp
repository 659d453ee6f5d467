#include "engine/protocol/finding.h"

#include <nlohmann/json.hpp>

#include "engine/protocol/json_fields.h"

namespace strata::inline protocol {
namespace {

using Index = std::array<std::uint32_t, 3>;

Index indexFrom(const nlohmann::json& json, const char* name) {
  Index index{};
  const nlohmann::json* values = field(json, name);
  if (!values || !values->is_array()) return index;
  for (std::size_t i = 0; i < index.size() && i < values->size(); ++i)
    index[i] = integerValue<std::uint32_t>((*values)[i]).value_or(0);
  return index;
}

nlohmann::json findingToJson(const Finding& finding) {
  nlohmann::json json = {{"kind", finding.kind},         {"kernel", finding.kernel}, {"file", finding.file},
                         {"line", finding.line},         {"block", finding.block},   {"thread", finding.thread},
                         {"sentence", finding.sentence}, {"times", finding.times}};
  if (finding.blockSize[0] > 0) json.update({{"grid", finding.grid}, {"block_size", finding.blockSize}});
  if (finding.ends) json["ends"] = true;
  if (!finding.problem.empty()) json["problem"] = finding.problem;
  if (finding.otherFile.empty()) return json;
  json["other"] = {{"file", finding.otherFile},
                   {"line", finding.otherLine},
                   {"block", finding.otherBlock},
                   {"thread", finding.otherThread}};
  return json;
}

Finding findingFromJson(const nlohmann::json& json) {
  Finding finding{textField(json, "kind"),         textField(json, "kernel"), textField(json, "file"),
                  integerField<int>(json, "line"), indexFrom(json, "block"),  indexFrom(json, "thread"),
                  textField(json, "sentence")};
  finding.times = integerField<std::uint64_t>(json, "times");
  finding.grid = indexFrom(json, "grid");
  finding.blockSize = indexFrom(json, "block_size");
  const nlohmann::json* ends = field(json, "ends");
  finding.ends = ends && ends->is_boolean() && ends->get<bool>();
  finding.problem = textField(json, "problem");
  const nlohmann::json* other = field(json, "other");
  if (!other) return finding;
  finding.otherFile = textField(*other, "file");
  finding.otherLine = integerField<int>(*other, "line");
  finding.otherBlock = indexFrom(*other, "block");
  finding.otherThread = indexFrom(*other, "thread");
  return finding;
}

}  // namespace

nlohmann::json toJson(const KernelFindings& findings) {
  nlohmann::json list = nlohmann::json::array();
  for (const Finding& finding : findings.findings) list.push_back(findingToJson(finding));
  return {{"problems", findings.problems},
          {"blocks", findings.blocks},
          {"threads", findings.threads},
          {"accesses", findings.accesses},
          {"threads_ended", findings.threadsEnded},
          {"blocks_left_out", findings.blocksLeftOut},
          {"findings", std::move(list)}};
}

KernelFindings kernelFindingsFromJson(const nlohmann::json& json) {
  KernelFindings findings;
  if (const nlohmann::json* problems = field(json, "problems"); problems && problems->is_array())
    for (const nlohmann::json& problem : *problems)
      if (problem.is_string()) findings.problems.push_back(problem.get<std::string>());
  findings.blocks = integerField<std::uint64_t>(json, "blocks");
  findings.threads = integerField<std::uint64_t>(json, "threads");
  findings.accesses = integerField<std::uint64_t>(json, "accesses");
  findings.threadsEnded = integerField<std::uint64_t>(json, "threads_ended");
  findings.blocksLeftOut = integerField<std::uint64_t>(json, "blocks_left_out");
  if (const nlohmann::json* list = field(json, "findings"); list && list->is_array())
    for (const nlohmann::json& each : *list) findings.findings.push_back(findingFromJson(each));
  return findings;
}

}  // namespace strata::inline protocol
