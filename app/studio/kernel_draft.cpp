#include "app/studio/kernel_draft.h"

#include <filesystem>

#include "engine/base/fingerprint.h"
#include "engine/base/folder.h"
#include "engine/base/new_file.h"
#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "engine/protocol/json_fields.h"
#include "layers/workloads/common/leading_comment.h"

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
  makeOwnFolder(file.parent_path());  // else writing says why
  return writeWholeFile(file.string(), text);
}

/// "mine-2.cu" beside "mine.cu", or the next number that is none's.
std::string freeFile(const std::filesystem::path& like) {
  std::error_code ignored;
  for (int number = 2;; ++number) {
    auto file = like;
    file.replace_filename(like.stem().string() + "-" + std::to_string(number) + like.extension().string());
    if (!std::filesystem::exists(file, ignored)) return file.string();
  }
}

std::string toText(const KernelDraft& draft) {
  const nlohmann::json json{{"path", draft.path},       {"name", draft.name},    {"experiment", draft.experiment},
                            {"like", draft.like},       {"text", draft.text},    {"saved", draft.saved},
                            {"foreign", draft.foreign}, {"puzzle", draft.puzzle}};
  return json.dump(2) + "\n";
}

std::optional<KernelDraft> readDraft(const std::string& puzzle) {
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

}  // namespace

std::string KernelDraft::fileName() const {
  return path.empty() ? (name.empty() ? kUnnamed : name) + ".cu" : std::filesystem::path(path).filename().string();
}

Msg whetherToRun(const KernelDraft& draft) {
  return draft.puzzle.empty() ? Msg::KernelAskForeign : Msg::KernelAskOfLesson;
}

std::optional<KernelDraft> DraftKeeper::kept(const std::string& puzzle) {
  auto draft = readDraft(puzzle);
  if (draft) m_known[puzzle] = *draft;
  return draft;
}

Result<std::string> DraftKeeper::keep(const KernelDraft& draft) {
  if (draft.puzzle.empty()) return keepIn({}, draft);
  STRATA_ASSIGN(std::string aside, keepIn(draft.puzzle, draft));
  if (!isTaken({}, draft)) STRATA_TRY(keepIn({}, draft));
  return aside;
}

bool DraftKeeper::isTaken(const std::string& puzzle, const KernelDraft& draft) const {
  const auto there = readDraft(puzzle);
  if (!there || there->saved || there->puzzle != puzzle || there->text == draft.text) return false;
  const auto known = m_known.find(puzzle);
  return known == m_known.end() || known->second != *there;
}

Result<std::string> DraftKeeper::keepIn(const std::string& puzzle, const KernelDraft& draft) {
  if (const auto known = m_known.find(puzzle); known != m_known.end() && known->second == draft) return std::string();
  if (isTaken(puzzle, draft)) return draft.saved ? std::string() : keepAside(draft);
  STRATA_TRY(write(draftFile(puzzle), toText(draft)));
  m_known[puzzle] = draft;
  return std::string();
}

Result<std::string> DraftKeeper::keepAside(const KernelDraft& draft) {
  if (m_aside.empty()) m_aside = freeFile(draftFile({}).parent_path() / draft.fileName());
  const std::string text = draft.like.empty() ? draft.text : namingPlace(draft.text, draft.experiment, draft.like);
  if (text != m_inAside) STRATA_TRY(write(m_aside, text));
  m_inAside = text;
  return m_aside;
}

}  // namespace strata::inline studio
