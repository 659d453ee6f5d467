#pragma once

#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "app/studio/kernel_desk.h"
#include "app/studio/kernel_editor.h"
#include "app/studio/kernel_text_edit.h"
#include "app/studio/results_model.h"
#include "app/studio/results_panel.h"
#include "window_fixture.h"

namespace strata {

/// A kernel that is written in the window.
class KernelDeskTest : public WindowTest {
 protected:
  KernelDesk& desk() { return window().kernel(); }
  KernelEditor& editor() { return desk().editor(); }
  KernelTextEdit& text() { return editor().text(); }

  /// A copy of the matrix product's first step, at a size that takes no time.
  void editACopy() {
    ASSERT_TRUE(window().fillForm({"n=48", "repeat=1", "roofs=off", "model_gpu=none"}).ok());
    command("edit a copy");
    ASSERT_TRUE(text().isVisible());
    ASSERT_TRUE(text().text().contains("matmul_naive"));
  }

  void replace(const char* before, const char* now) {
    QString all = text().text();
    ASSERT_TRUE(all.contains(before)) << before;
    text().setText(all.replace(before, now));
  }

  void press(const char* name) {
    bool ended = false;
    const auto connection = QObject::connect(&window().session(), &StudioSession::runEnded, [&] { ended = true; });
    click(editor().findChild<QToolButton*>(QString::fromLatin1(name)));
    ASSERT_TRUE(waitUntil([&] { return ended; })) << editor().outcome().toStdString();
    QObject::disconnect(connection);
  }

  /// The same, but what follows is done while it runs.
  void begin(const char* name) {
    click(editor().findChild<QToolButton*>(QString::fromLatin1(name)));
    ASSERT_TRUE(waitUntil([&] { return window().session().running(); }));
  }

  void waitForTheEnd() {
    ASSERT_TRUE(waitUntil([&] { return !window().session().running(); })) << editor().outcome().toStdString();
  }

  bool says(QWidget& panel, const char* words) {
    const auto labels = panel.findChildren<QLabel*>();
    return std::ranges::any_of(
        labels, [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
  }

  QStringList variants() {
    QStringList names;
    const ResultsModel& model = window().results().model();
    for (int row = 0; row < model.rowCount(); ++row)
      names << model.data(model.index(row, ResultsModel::Variant), Qt::DisplayRole).toString();
    return names;
  }
};

}  // namespace strata
