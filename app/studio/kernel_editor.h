#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "app/studio/kernel_draft.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/finding.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedWidget;
class QToolButton;

namespace strata::inline studio {

class FindingList;
class KernelTextEdit;

/// The panel in which a kernel is written: its name, whose place it takes, its text, what came out and what is wrong.
class KernelEditor : public QWidget {
  Q_OBJECT
 public:
  /// `files`: what the button for files offers.
  KernelEditor(const QList<QAction*>& buttons, const QList<QAction*>& files, QWidget* parent = nullptr);

  /// `info`: of the draft's experiment.
  void show(const KernelDraft& draft, const ExperimentInfo& info);
  void setName(const QString& file, bool saved);
  KernelTextEdit& text() { return *m_text; }
  std::string like() const;
  /// In place of the text; empty: the text.
  void showDifference(const QString& difference);
  /// What came of a run; empty: nothing yet. `ofLine`: a click leads to one.
  void setOutcome(const QString& sentence, bool ofLine = false);
  QString outcome() const;
  void setFindings(const KernelFindings& findings, const QString& file);
  FindingList& findings() { return *m_findings; }
  void openSearch();

 signals:
  void likeChosen();
  void saveWanted();
  void lineWanted();  ///< that what came out says something of

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static QWidget* makeEmptyPage(const QList<QAction*>& offers);
  QLayout* makeHead(const QList<QAction*>& buttons, const QList<QAction*>& files);
  void search(bool forward);
  bool isClickOnOutcome(QObject* watched, const QEvent& event) const;

  QWidget* m_titles;
  QLabel *m_name, *m_outcome, *m_place;
  QComboBox* m_like;
  QLineEdit* m_search;
  QStackedWidget* m_pages;
  KernelTextEdit* m_text;
  QPlainTextEdit* m_difference;
  FindingList* m_findings;
  bool m_ofLine = false;  ///< what came out says something of one
};

}  // namespace strata::inline studio
