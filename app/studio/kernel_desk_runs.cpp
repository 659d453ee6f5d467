#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/facts/finding_words.h"
#include "app/facts/variant_facts.h"
#include "app/session/choices.h"
#include "app/studio/kernel_desk.h"
#include "app/studio/kernel_editor.h"
#include "app/studio/kernel_sentence.h"
#include "app/studio/kernel_text_edit.h"
#include "app/studio/message_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/studio_session.h"
#include "app/studio/ui_text.h"
#include "app/studio/window_words.h"
#include "engine/protocol/json_fields.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "layers/workloads/ladder/ladder_experiment.h"

// The runs of one's own kernel: what is asked for, and what came of it.
namespace strata::inline studio {
namespace {

std::vector<KernelTextEdit::Note> notesIn(const std::string& words, const std::string& file) {
  std::vector<KernelTextEdit::Note> notes;
  for (const CompilerNote& note : notesAtLines(words, file)) notes.push_back({note.line, toQt(note.text)});
  return notes;
}

}  // namespace

Result<Request> KernelDesk::request(Look look) {
  if (m_draft.text.empty()) return Error{ErrorCode::Usage, std::string(text(Msg::KernelNothingToRun))};
  STRATA_ASSIGN(Request request, m_around.requestOf(isFree() ? std::string(kKernelExperiment) : m_draft.experiment));
  request.kernels = {{m_draft.name, m_draft.fileName(), m_draft.text, m_draft.like}};
  request.variants = {m_draft.name};  // first: its result is what is waited for
  if (look == Look::Errors) {
    (*request.parameters)["observe"] = "errors";
    return request;
  }
  if (isFree()) return request;
  request.variants.push_back(m_draft.like);
  for (const VariantInfo& variant : experiment().variants)
    if (isLibraryVariant(variant.name)) request.variants.push_back(variant.name);
  return request;
}

void KernelDesk::run(Look look) {
  emit wanted();
  auto asked = request(look);
  if (!asked.ok()) return emit failed(asked.error());
  if (!mayRun()) return;
  const QString agent = look == Look::Errors ? m_around.runs.commandOf(QStringLiteral("cpu")) : QString();
  const Asked now{asked.value(), agent, look, true};
  if (!holds(now)) start(now);
}

KernelDesk::Look KernelDesk::lookOf(const Request& request) {
  return textField(*request.parameters, "observe") == "errors" ? Look::Errors : Look::Time;
}

bool KernelDesk::checks() const {
  return m_sentId && m_sentId == m_around.session.runId() && m_look == Look::Errors;
}

bool KernelDesk::holds(const Asked& asked) {
  if (!checks()) return false;
  m_next = asked;
  const auto info = findExperiment(asked.request.name);
  const std::string& what = asked.ours  ? asked.request.kernels.front().file
                            : info.ok() ? info.value()->title
                                        : asked.request.name;
  m_outcome->setSentence(say(Msg::KernelWaitsForCheck, {toQt(what)}));
  return true;
}

bool KernelDesk::nextIsChecked() const {
  return m_next &&
         std::ranges::any_of(m_next->request.kernels, [this](const OwnKernel& own) { return own.text == m_checked; });
}

void KernelDesk::start(const Asked& asked) {
  if (asked.ours) begin(asked.request.kernels.front(), asked.look);
  if (asked.ours && asked.look == Look::Time && !m_draft.puzzle.empty() && m_around.answer(m_draft)) return;
  m_around.runs.runThis(asked.request, asked.agent);
}

void KernelDesk::begin(OwnKernel sent, Look look) {
  m_waits = m_around.session.running();
  const Msg sentence = m_waits ? Msg::KernelWaits : look == Look::Time ? Msg::KernelRuns : Msg::KernelWatches;
  m_next.reset();
  m_sent = std::move(sent);
  m_sentId.reset();
  m_look = look;
  if (look == Look::Errors) m_checked = m_sent->text;
  m_editor->setFindings({}, {});
  m_outcome->begin(toQt(m_sent->text), say(sentence, {toQt(m_sent->file)}));
  keep();
}

bool KernelDesk::runsAlone() const {
  return !m_draft.text.empty() && isFree() && !m_draft.foreign;
}

bool KernelDesk::isOfEditor(const Request& request) const {
  return request.name == kKernelExperiment && runsAlone() && textField(*request.parameters, "file").empty();
}

bool KernelDesk::bring(Request& request) {
  if (!isOfEditor(request)) return false;
  request.kernels = {{m_draft.name, m_draft.fileName(), m_draft.text, {}}};
  if (!checks()) begin(request.kernels.front(), lookOf(request));
  return true;
}

void KernelDesk::takeAnswers() {
  if (!m_sent || !m_sentId) return;
  const auto& answer = m_around.session.progress();
  const bool begun = answer && answer->id == *m_sentId && answer->status == Answer::Status::Progress;
  if (m_waits && begun) {
    m_waits = false;
    if (!m_next)
      m_outcome->setSentence(say(m_look == Look::Time ? Msg::KernelRuns : Msg::KernelWatches, {toQt(m_sent->file)}));
  }
  takeResults();
}

/// Of its own run: a check of the same text may have come just before.
void KernelDesk::takeResults() {
  for (const RunRecord& run : m_around.session.runs().all()) {
    if (!m_sentId || run.request != *m_sentId) continue;
    for (const RunResult& result : run.results)
      if (m_sent && result.variant == m_sent->name && result.text == m_sent->text) return tell(result);
  }
}

void KernelDesk::tell(RunResult result) {
  result.message = inWindow(std::move(result.message));
  const QString file = toQt(m_sent->file);
  emit looksAt(toQt(m_sent->name), 0);
  m_sent.reset();
  std::vector<KernelTextEdit::Note> notes = notesIn(result.message, file.toStdString());
  if (result.findings) {
    m_editor->setFindings(*result.findings, file);
    for (const Finding& finding : result.findings->findings)
      if (toQt(finding.file) == file) notes.push_back({finding.line, toQt(finding.kind + ": " + finding.sentence)});
  }
  QString sentence = sentenceOf(result, file);
  if (nextIsChecked() && result.findings && endsItsAgent(*result.findings)) {
    m_next.reset();
    sentence += ' ' + say(Msg::KernelNotRun, {file});
  }
  if (m_next && m_next->ours) sentence = say(Msg::KernelWaitsForCheck, {file});
  m_outcome->tell(sentence, std::move(notes));
}

/// What stands at its line and below the text is not said again.
void KernelDesk::quieten(const QString& message) {
  if (m_around.messages.message() == message) m_around.messages.hide();
  emit said({});
}

void KernelDesk::runEnded(const Answer& answer) {
  const auto sent = std::exchange(m_sent, std::nullopt);
  const bool mayGoOn =
      answer.status == Answer::Status::Done || (answer.status == Answer::Status::Error && !nextIsChecked());
  const bool goesOn = m_next && mayGoOn && answer.id == m_sentId;
  const auto next = std::exchange(m_next, std::nullopt);
  m_sentId.reset();
  if (goesOn)  // once all have heard of the end
    QMetaObject::invokeMethod(
        this, [this, next] { start(*next); }, Qt::QueuedConnection);
  else if (next && next->ours)
    m_outcome->announce({});
  if (!sent) return;
  if (answer.status == Answer::Status::Error) {
    const auto notes = notesIn(answer.error.message, sent->file);
    const bool said = answer.error.message.find(text(Msg::StudioToFindLines)) != std::string::npos;
    const bool lineless = notes.empty() && !said && m_look == Look::Time && answer.error.code != ErrorCode::Usage;
    m_outcome->tell(toQt(answer.error.message) + (lineless ? ' ' + say(Msg::KernelLineless) : QString()), notes);
    emit wanted();
    if (!notes.empty())  // once the window has said it, too
      QMetaObject::invokeMethod(
          this, [this, message = toQt(answer.error.message)] { quieten(message); }, Qt::QueuedConnection);
  } else if (answer.status == Answer::Status::Stopped) {
    m_outcome->tell(say(Msg::StudioRunStopped));
  } else {
    m_outcome->announce({});  // another run took its place
  }
}

}  // namespace strata::inline studio
