#pragma once

#include <gtest/gtest.h>

#include <QPointer>
#include <QTemporaryDir>
#include <QTimer>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/studio/main_window.h"
#include "app/studio/view_widget.h"

class QComboBox;
class QPushButton;

namespace strata {

/// A Studio window on a real display, used as a person uses it.
class WindowTest : public ::testing::Test {
 protected:
  /// `agent`: command used instead of the CPU's agent.
  void openWindow(const std::string& agent = {});
  /// As a person opens it: with settings and unsaved sessions of its own, which stay for the next one of this test.
  void openAttendedWindow();
  /// Lets the window live until `condition` holds; false if it does not within a time no healthy machine needs.
  static bool waitUntil(const std::function<bool()>& condition);
  /// A new size, layout, result or message moves panels over several turns of the loop.
  void waitUntilPanelsRest();

  /// By its name: "Stack".
  ViewWidget& view(const char* name);
  void click(QWidget* widget);
  /// In the view's units.
  static void clickAt(ViewWidget& view, Point at);
  static void clickOn(ViewWidget& view, Rect box);
  /// A key for `widget`, as it comes when its window is the active one.
  void press(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {});
  /// Files that are dragged into the window and let fall.
  void drop(const std::vector<std::string>& paths);
  /// An entry of a drop-down list, with two clicks.
  void chooseByMouse(QComboBox& box, const char* entry);
  /// The dock of this title, by its tab.
  void raiseByMouse(const char* title);
  /// Types `letters` into the command palette and takes what stands first.
  void command(const char* letters);
  QPushButton* button(const char* name);
  void setParameter(const char* name, double value);
  void chooseDevice(const char* key);
  /// Runs matmul with small matrices, and waits for its end.
  bool runSmall();
  /// Opens a session and waits until it is shown, or why it cannot be.
  void openFile(const std::string& path);
  std::size_t kernels() const;

  MainWindow& window() { return *m_window; }
  void endWindow() { m_window.reset(); }
  std::string temporary(const char* name) const { return m_folder.filePath(name).toStdString(); }

 private:
  void open(const StudioOptions& options, const std::string& agent);
  /// Without it one dialog that nobody answers takes the time of a whole suite.
  void watchDialogs();

  QTemporaryDir m_folder;
  QTimer m_dialogs;
  QPointer<QWidget> m_dialog;  ///< modal at the last look
  std::unique_ptr<MainWindow> m_window;
};

}  // namespace strata
