#include "app/studio/kernel_desk.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "app/facts/variant_facts.h"
#include "app/lessons/puzzle.h"
#include "app/session/choices.h"
#include "app/session/kernel_file.h"
#include "app/studio/finding_list.h"
#include "app/studio/kernel_editor.h"
#include "app/studio/kernel_text_edit.h"
#include "app/studio/line_difference.h"
#include "app/studio/message_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/studio_session.h"
#include "app/studio/ui_text.h"
#include "engine/base/new_file.h"
#include "layers/workloads/common/leading_comment.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/kernel/free_kernel.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata::inline studio {
namespace {

constexpr int kTypingRestMs = 400;  ///< without a letter, until what was typed is kept and compared
constexpr int kWritingMs = 150;     ///< that another program takes to empty a file and write it
constexpr int kLinesAround = 3;

QStringList allTexts() {
  QStringList texts;
  for (const ExperimentInfo* info : experiments())
    for (const VariantInfo& variant : info->variants) texts << toQt(variant.source);
  return texts;
}

const VariantInfo* findVariant(const ExperimentInfo& info, const std::string& name) {
  const auto found = std::ranges::find(info.variants, name, &VariantInfo::name);
  return found == info.variants.end() ? nullptr : &*found;
}

const VariantInfo* firstWithText(const ExperimentInfo& info) {
  const auto found = std::ranges::find_if(info.variants, [](const auto& variant) { return !variant.source.empty(); });
  return found == info.variants.end() ? nullptr : &*found;
}

bool ask(QWidget* window, const QString& question, const QString& yes) {
  QMessageBox box(QMessageBox::Question, {}, question, QMessageBox::Cancel, window);
  const QPushButton* agreed = box.addButton(yes, QMessageBox::AcceptRole);
  box.setDefaultButton(QMessageBox::Cancel);
  box.exec();
  return box.clickedButton() == agreed;
}

}  // namespace

KernelDesk::KernelDesk(KernelSurroundings around, bool kept, QWidget* window)
    : QObject(window), m_around(std::move(around)), m_kept(kept), m_window(window) {
  makeActions();
  m_editor = new KernelEditor({m_run, m_wrong, m_difference}, m_files, window);
  m_outcome.emplace(*m_editor);
  m_rest.setSingleShot(true);
  m_rest.setInterval(kTypingRestMs);
  connectText();
  m_written.setSingleShot(true);
  m_written.setInterval(kWritingMs);
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_written, qOverload<>(&QTimer::start));
  connect(&m_written, &QTimer::timeout, this, &KernelDesk::readAgain);
  connectRuns();
  const auto restored = m_kept ? m_drafts.kept() : std::nullopt;
  if (!restored) return;
  take(*restored);
  m_outcome->announce(say(Msg::KernelRestored));
}

void KernelDesk::connectRuns() {
  connect(&m_around.session, &StudioSession::changed, this, &KernelDesk::takeAnswers);
  connect(&m_around.session, &StudioSession::runEnded, this, &KernelDesk::runEnded);
  connect(&m_around.session, &StudioSession::replaced, this, [this] {
    m_next.reset();
    if (std::exchange(m_sentId, std::nullopt)) m_sent.reset();
  });
  m_around.runs.holdBy([this](const Request& request, const QString& agent) {
    return holds({request, agent, lookOf(request), isOfEditor(request)});
  });
  connect(&m_around.runs, &RunControl::started, this, [this] {
    if (m_sent && !m_sentId) m_sentId = m_around.session.runId();
  });
  connect(&m_around.runs, &RunControl::refused, this, [this] {
    if (!m_sent || m_sentId) return;
    m_sent.reset();
    m_outcome->announce({});
  });
  connect(&m_editor->findings(), &FindingList::chosen, this, [this](int line) {
    if (const int now = m_outcome->lineNow(line); now > 0) m_editor->text().goToLine(now);
    emit looksAt(toQt(m_draft.name), line);
  });
}

void KernelDesk::makeActions() {
  const auto make = [this](Msg title, Msg shortTitle, Msg tip, const char* name, const QKeySequence& keys) {
    auto* action = new QAction(say(title), this);
    action->setIconText(say(shortTitle));
    action->setToolTip(say(tip));
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(keys);
    return action;
  };
  m_run = make(Msg::KernelRun, Msg::KernelRunShort, Msg::KernelRunTip, "KernelRun", Qt::CTRL | Qt::Key_Return);
  m_wrong = make(Msg::KernelWrong, Msg::KernelWrongShort, Msg::KernelWrongTip, "KernelWrong",
                 Qt::CTRL | Qt::SHIFT | Qt::Key_Return);
  m_difference =
      make(Msg::KernelDifference, Msg::KernelDifferenceShort, Msg::KernelDifferenceTip, "KernelDifference", {});
  m_difference->setCheckable(true);
  m_editCopy = new QAction(say(Msg::KernelEditShown), this);
  connect(m_run, &QAction::triggered, this, [this] { run(Look::Time); });
  connect(m_wrong, &QAction::triggered, this, [this] { run(Look::Errors); });
  connect(m_difference, &QAction::toggled, this, &KernelDesk::showDifference);
  connect(m_editCopy, &QAction::triggered, this, &KernelDesk::editShown);
  const auto addFile = [this](Msg title, auto act) {
    auto* action = new QAction(say(title), this);
    connect(action, &QAction::triggered, this, act);
    m_files << action;
  };
  m_files << m_editCopy;
  addFile(Msg::KernelNew, [this] {
    if (const VariantInfo* first = firstWithText(m_around.experiment())) return begin(*first);
    emit failed({ErrorCode::Usage, fillText(Msg::KernelNoLadder, {m_around.experiment().title})});
  });
  auto* free = new QAction(say(Msg::KernelNew).remove('&') + ": " + toQt(kernelExperiment().title), this);
  free->setToolTip(toQt(kernelExperiment().help));
  connect(free, &QAction::triggered, this, &KernelDesk::beginFree);
  m_files << free;
  addFile(Msg::KernelOpen, &KernelDesk::chooseAndOpen);
  const qsizetype offers = m_files.size();
  addFile(Msg::KernelSave, &KernelDesk::save);
  const QString saveKey = QKeySequence(QKeySequence::Save).toString(QKeySequence::NativeText);
  m_files.back()->setText(say(Msg::KernelSave) + '\t' + say(Msg::KernelSaveKey, {saveKey}));
  addFile(Msg::KernelSaveAs, &KernelDesk::saveAs);
  addFile(Msg::KernelAnew, &KernelDesk::beginAnew);
  m_ofText = m_files.mid(offers) + QList{m_run, m_wrong};
}

void KernelDesk::connectText() {
  for (QAction* action : m_ofText + QList{m_difference}) action->setEnabled(false);
  m_editor->text().setWords(namesIn(allTexts()));
  connect(&m_editor->text(), &QsciScintilla::textChanged, this, &KernelDesk::typed);
  connect(m_editor, &KernelEditor::likeChosen, this, &KernelDesk::likeChosen);
  connect(m_editor, &KernelEditor::saveWanted, this, &KernelDesk::save);
  connect(m_editor, &KernelEditor::lineWanted, this, [this] {
    const int line = m_outcome->lineTold();
    if (line == 0) return;
    m_editor->text().goToLine(line);
    m_editor->text().setFocus();
  });
  connect(&m_rest, &QTimer::timeout, this, [this] {
    keep();
    m_editor->text().setChanged(lineDifference(toQt(origin()), m_editor->text().text()).putIn());
    m_outcome->moveNotes();
    emit draftChanged();
  });
}

void KernelDesk::addTo(QMenu& menu) {
  QMenu* own = menu.addMenu(say(Msg::KernelMenu));
  own->addActions(m_files);
  own->addSeparator();
  own->addActions({m_run, m_wrong, m_difference});
}

const ExperimentInfo& KernelDesk::experiment() const {
  const auto found = findExperiment(m_draft.experiment);
  return found.ok() ? *found.value() : *experiments().front();
}

std::string KernelDesk::origin() const {
  const VariantInfo* step = m_draft.puzzle.empty() ? findVariant(experiment(), m_draft.like) : nullptr;
  return step ? step->source : m_taken;
}

std::optional<std::string> KernelDesk::textElsewhere() const {
  if (m_draft.saved) return m_draft.text;
  if (!m_draft.path.empty()) {
    const auto file = readKernelFile(m_draft.path, {});
    return file.ok() ? std::optional(file.value().text) : std::nullopt;
  }
  const VariantInfo* step = m_draft.puzzle.empty() ? findVariant(experiment(), m_draft.like) : nullptr;
  return step ? std::optional(step->source) : std::nullopt;
}

bool KernelDesk::isFree() const {
  return isFreeKernel(m_draft.text);
}

void KernelDesk::editShown() {
  VariantInfo shown = m_around.shown();
  if (shown.source.empty())
    if (const VariantInfo* first = firstWithText(m_around.experiment())) shown = *first;
  if (shown.source.empty())
    return emit failed({ErrorCode::Usage, fillText(Msg::KernelNoLadder, {m_around.experiment().title})});
  begin(shown);
}

void KernelDesk::begin(const VariantInfo& step) {
  if (!mayReplace()) return;
  const ExperimentInfo& info = m_around.experiment();
  KernelDraft draft{{}, newName(), info.name, placeOf(step), step.source};
  const bool ours = step.source == m_draft.text && !m_draft.foreign;
  draft.foreign = !ours && !allTexts().contains(toQt(step.source));
  take(std::move(draft));
  emit wanted();
}

std::string KernelDesk::newName() const {
  const std::string first = "mine";
  const auto ran = [&](const std::string& name) {
    return std::ranges::any_of(m_around.session.runs().all(), [&](const RunRecord& run) {
      return std::ranges::find(run.results, name, &RunResult::variant) != run.results.end();
    });
  };
  std::string name = first;
  for (int number = 2; ran(name); ++number) name = first + "_" + std::to_string(number);
  return name;
}

std::string KernelDesk::placeOf(const VariantInfo& shown) const {
  const ExperimentInfo& info = m_around.experiment();
  for (const std::string& name : {shown.name, shown.like})
    if (const VariantInfo* step = findVariant(info, name); step && !step->source.empty()) return name;
  const VariantInfo* first = firstWithText(info);
  return first ? first->name : shown.name;
}

void KernelDesk::beginFree() {
  if (!mayReplace()) return;
  take({{}, newName(), std::string(kKernelExperiment), {}, std::string(freeKernelTemplate())});
  emit wanted();
}

void KernelDesk::writeFree() {
  if (!runsAlone()) return beginFree();
  emit wanted();
}

void KernelDesk::takePuzzle(KernelDraft draft) {
  const std::string withHole = draft.text;
  if (draft.puzzle != m_draft.puzzle) {
    if (!mayReplace()) return;
    auto begun = m_kept ? m_drafts.kept(draft.puzzle) : std::nullopt;
    const bool typed = begun && !(begun->saved && begun->path.empty());
    take(typed ? std::move(*begun) : std::move(draft));
    goToHole(withHole);
  }
  m_taken = withHole;
  if (!m_draft.saved && m_draft.path.empty()) m_elsewhere = withHole;
  emit wanted();
}

/// Or to where an answer that is there begins.
void KernelDesk::goToHole(std::string_view withHole) {
  const std::string_view text = m_draft.text.find(kHole) == std::string::npos ? withHole : m_draft.text;
  const auto hole = text.find(kHole);
  if (hole == std::string_view::npos) return;
  const std::string_view before = text.substr(0, hole);
  const int line = 1 + static_cast<int>(std::ranges::count(before, '\n'));
  m_editor->text().goToLine(line);
  m_editor->text().setCursorPosition(line - 1, static_cast<int>(hole - (before.rfind('\n') + 1)));
}

/// The editor holds this from now on.
void KernelDesk::take(KernelDraft draft) {
  dropOffer();
  m_draft = std::move(draft);
  m_taken = m_draft.text;
  if (isFree()) {
    m_draft.experiment = kKernelExperiment;
    m_draft.like.clear();
  }
  m_elsewhere = textElsewhere();
  m_inFile = m_draft.path.empty() ? std::nullopt : m_elsewhere;
  m_placeElsewhere = m_draft.saved ? m_draft.like : likeNamedIn(m_elsewhere.value_or(""));
  m_sent.reset();
  m_next.reset();
  m_difference->setChecked(false);
  show();
  watch();
}

void KernelDesk::show() {
  m_outcome->announce({});
  m_editor->setFindings({}, {});
  for (QAction* action : m_ofText) action->setEnabled(true);
  m_difference->setEnabled(!isFree());
  m_showing = true;  // a text that is replaced is told of twice, empty in between
  m_editor->show(m_draft, experiment());
  m_showing = false;
  m_rest.start();
}

/// One step to be undone.
void KernelDesk::beginAnew() {
  m_editor->text().selectAll();
  m_editor->text().replaceSelectedText(toQt(m_taken));
}

bool KernelDesk::mayReplace() {
  if (m_draft.saved || m_draft.text.empty()) return true;
  if (m_kept && !m_draft.puzzle.empty()) return keep(), true;  // it goes on when its puzzle is opened again
  QMessageBox box(QMessageBox::Question, {}, say(Msg::KernelAskSave, {toQt(m_draft.fileName())}),
                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
  box.setDefaultButton(QMessageBox::Cancel);
  const int answer = box.exec();
  if (answer == QMessageBox::Save) save();
  return answer == QMessageBox::Discard || m_draft.saved;
}

void KernelDesk::chooseAndOpen() {
  const QString path = QFileDialog::getOpenFileName(m_window, asTitle(Msg::KernelOpen), {}, say(Msg::KernelFilter));
  if (!path.isEmpty()) open(path);
}

void KernelDesk::open(const QString& path) {
  if (!mayReplace()) return;  // first: it may be this file that is saved
  auto file = readKernelFile(path.toStdString(), {});
  if (!file.ok()) return emit failed(file.error());
  OwnKernel& kernel = file.value();
  const auto named = findExperiment(experimentNamedIn(kernel.text));
  const ExperimentInfo& info = named.ok() ? *named.value() : m_around.experiment();
  const VariantInfo* first = firstWithText(info);
  if (!first && !isFreeKernel(kernel.text))
    return emit failed({ErrorCode::Usage, fillText(Msg::KernelNoLadder, {info.title})});
  const bool another = info.name != m_around.experiment().name;
  kernel.like = likeNamedIn(kernel.text);
  if (!findVariant(info, kernel.like)) kernel.like = another && first ? first->name : placeOf(m_around.shown());
  if (another) m_around.choose(info.name);
  take({path.toStdString(), kernel.name, info.name, kernel.like, std::move(kernel.text)});
  emit wanted();
  emit opened(path);
}

void KernelDesk::save() {
  if (m_draft.path.empty()) return saveAs();
  sayPlace();
  changedOutside() ? offerReload() : write();
}

void KernelDesk::write() {
  const auto written = writeWholeFile(m_draft.path, m_draft.text);
  if (!written.ok()) return emit failed(written.error());
  dropOffer();
  m_elsewhere = m_inFile = m_draft.text;
  m_placeElsewhere = m_draft.like;
  showSaved();
  m_rest.start();
  watch();
  keep();
  emit said(say(Msg::StudioSaved, {toQt(m_draft.path)}));
}

/// In the text, so that who opens the file has it where it was written.
void KernelDesk::sayPlace() {
  if (!isFree() && !m_draft.like.empty())
    m_editor->text().changeTo(namingPlace(m_draft.text, m_draft.experiment, m_draft.like));
}

void KernelDesk::showSaved() {
  const bool placed = m_draft.path.empty() || isFree() || m_draft.like == m_placeElsewhere;
  m_draft.saved = placed && m_elsewhere == m_draft.text;
  m_editor->setName(toQt(m_draft.fileName()), m_draft.saved);
}

void KernelDesk::saveAs() {
  const QString suggested = toQt(m_draft.path.empty() ? m_draft.fileName() : m_draft.path);
  const QString path =
      QFileDialog::getSaveFileName(m_window, asTitle(Msg::KernelSaveAs), suggested, say(Msg::KernelFilter));
  if (path.isEmpty()) return;
  m_draft.path = path.toStdString();
  m_draft.name = QFileInfo(path).completeBaseName().toStdString();
  sayPlace();
  write();  // whether over another file, the dialog has asked
}

void KernelDesk::keep() {
  if (!m_kept || m_draft.text.empty()) return;
  const auto kept = m_drafts.keep(m_draft);
  if (!kept.ok()) return emit failed(kept.error());
  if (std::exchange(m_aside, kept.value()) != kept.value() && !m_aside.empty()) m_around.messages.show(keptText());
}

QString KernelDesk::keptText() const {
  const bool any = m_kept && !m_draft.saved && !m_draft.text.empty();
  if (any && !m_aside.empty()) return say(Msg::KernelKeptAside, {toQt(m_draft.fileName()), toQt(m_aside)});
  return any ? say(Msg::KernelKept, {toQt(m_draft.fileName())}) : QString();
}

void KernelDesk::watch() {
  if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
  if (!m_draft.path.empty()) m_watcher.addPath(toQt(m_draft.path));
}

/// Another program wrote the file.
void KernelDesk::readAgain() {
  watch();  // many programs put a new file in the place of the old one
  const auto file = readKernelFile(m_draft.path, m_draft.like);
  if (!file.ok()) return;
  m_elsewhere = file.value().text;
  if (const std::string named = likeNamedIn(*m_elsewhere); findVariant(experiment(), named)) m_placeElsewhere = named;
  if (m_elsewhere == m_draft.text) {
    m_inFile = m_elsewhere;
    dropOffer();
    return showSaved();
  }
  if (!m_draft.saved) return m_elsewhere == m_inFile ? showSaved() : offerReload();
  reload();
  emit said(say(Msg::KernelReloaded, {toQt(m_draft.fileName())}));
}

void KernelDesk::reload() {
  const auto file = readKernelFile(m_draft.path, m_draft.like);
  if (!file.ok()) return emit failed(file.error());
  m_draft.text = file.value().text;
  m_elsewhere = m_inFile = m_draft.text;
  if (m_placeElsewhere.empty()) m_placeElsewhere = m_draft.like;
  m_draft.like = m_placeElsewhere;
  m_draft.saved = true;
  show();
}

bool KernelDesk::changedOutside() const {
  const auto file = readKernelFile(m_draft.path, {});
  return file.ok() && m_inFile && file.value().text != *m_inFile && file.value().text != m_draft.text;
}

void KernelDesk::offerReload() {
  m_around.messages.show(say(Msg::KernelChangedOutside, {toQt(m_draft.fileName())}), MessageBar::Tone::Problem,
                         say(Msg::KernelReload), [this] { reload(); });
  m_around.messages.alsoOffer(say(Msg::KernelSave).remove(QLatin1Char('&')), [this] { write(); });
}

void KernelDesk::dropOffer() {
  if (m_around.messages.message() == say(Msg::KernelChangedOutside, {toQt(m_draft.fileName())}))
    m_around.messages.hide();
}

void KernelDesk::typed() {
  if (m_showing) return;
  const std::string text = m_editor->text().text().toStdString();
  if (text == m_draft.text) return;
  m_draft.text = text;
  showSaved();
  m_outcome->follow(m_draft.saved);
  m_rest.start();
}

void KernelDesk::likeChosen() {
  m_draft.like = m_editor->like();
  showSaved();
  m_rest.start();
  if (m_difference->isChecked()) showDifference();
}

void KernelDesk::showDifference() {
  if (!m_difference->isChecked()) return m_editor->showDifference({});
  const LineDifference difference = lineDifference(toQt(origin()), toQt(m_draft.text));
  m_editor->showDifference(difference.none() ? say(Msg::KernelNoDifference) : difference.toText(kLinesAround));
}

bool KernelDesk::mayRun() {
  if (!m_draft.foreign) return true;
  m_draft.foreign = !ask(m_window, say(whetherToRun(m_draft), {toQt(m_draft.fileName())}), say(Msg::KernelRunForeign));
  return !m_draft.foreign;
}

}  // namespace strata::inline studio
