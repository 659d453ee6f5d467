#include <gtest/gtest.h>

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "app/studio/file_dialog_room.h"
#include "app/studio/ui_text.h"
#include "app/words/messages.h"

namespace strata {
namespace {

TEST(FileDialog, ShowsSizesDatesAndEndingsWhole) {
  QTemporaryDir folder;
  QFile file(folder.filePath("a session with a long name of its own.pftrace"));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly) && file.write(QByteArray(88'888, 'x')) > 0);
  file.close();
  QObject room;
  new FileDialogRoom(&room);
  QFileDialog dialog(nullptr, "Open", folder.path(), say(Msg::StudioSessionFilter));
  dialog.setOption(QFileDialog::DontUseNativeDialog);
  dialog.setViewMode(QFileDialog::Detail);
  dialog.show();
  auto* files = dialog.findChild<QTreeView*>("treeView");
  ASSERT_NE(files, nullptr);
  QHeaderView& header = *files->header();
  const auto wholeIn = [&](int column) {
    const QModelIndex cell = files->model()->index(0, column, files->rootIndex());
    return cell.isValid() &&
           files->columnWidth(column) >= files->fontMetrics().horizontalAdvance(cell.data().toString());
  };
  EXPECT_TRUE(QTest::qWaitFor([&] { return wholeIn(1) && wholeIn(3); }));
  EXPECT_EQ(header.sectionResizeMode(0), QHeaderView::Stretch);
  EXPECT_EQ(header.sectionResizeMode(1), QHeaderView::ResizeToContents);
  EXPECT_EQ(header.sectionResizeMode(3), QHeaderView::ResizeToContents);
  const auto* endings = dialog.findChild<QComboBox*>("fileTypeCombo");
  ASSERT_NE(endings, nullptr);
  const int screen = dialog.screen()->availableSize().width();
  EXPECT_TRUE(endings->width() > endings->fontMetrics().horizontalAdvance(endings->currentText()) ||
              dialog.width() == screen * 9 / 10)
      << endings->width() << " of " << screen;
}

}  // namespace
}  // namespace strata
