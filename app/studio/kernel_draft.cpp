#include "app/studio/kernel_draft.h"

#include <filesystem>

#include "engine/base/fingerprint.h"
#include "engine/base/new_file.h"
#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline studio {
namespace {

constexpr const char* kUnnamed = "mine";

std::filesystem::path draftFile(const std::string& puzzle) {
  const auto folder = ownFolder("drafts");
  return folder.empty() ? folder
                        : folder / (puzzle.empty() ? "kernel.json" : "puzzle-" + fingerprint(puzzle) + ".json");
}

Result<void> write(const std::filesystem::path& file, const std::string& text) {
  if (file.empty()) return {};
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  return writeWholeFile(file.string(), text);
}

}  // namespace

std::string KernelDraft::fileName() const {
  return path.empty() ? (name.empty() ? kUnnamed : name) + ".cu" : std::filesystem::path(path).filename().string();
}

Msg whetherToRun(const KernelDraft& draft) {
  return draft.puzzle.empty() ? Msg::KernelAskForeign : Msg::KernelAskOfLesson;
}

Result<void> keepDraft(const KernelDraft& draft) {
  const nlohmann::json json{{"path", draft.path},       {"name", draft.name},    {"experiment", draft.experiment},
                            {"like", draft.like},       {"text", draft.text},    {"saved", draft.saved},
                            {"foreign", draft.foreign}, {"puzzle", draft.puzzle}};
  const std::string text = json.dump(2) + "\n";
  if (!draft.puzzle.empty()) STRATA_TRY(write(draftFile(draft.puzzle), text));
  return write(draftFile({}), text);
}

std::optional<KernelDraft> keptDraft(const std::string& puzzle) {
  const auto file = draftFile(puzzle);
  if (file.empty()) return std::nullopt;
  const auto json = nlohmann::json::parse(readIfThere(file), nullptr, /*allow_exceptions=*/false);
  KernelDraft draft{textField(json, "path"), textField(json, "name"), textField(json, "experiment"),
                    textField(json, "like"), textField(json, "text")};
  if (draft.text.empty()) return std::nullopt;
  draft.saved = boolField(json, "saved", true);
  draft.foreign = boolField(json, "foreign", true);
  draft.puzzle = textField(json, "puzzle");
  return draft;
}

}  // namespace strata::inline studio
