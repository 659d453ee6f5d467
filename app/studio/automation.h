#pragma once

#include <QObject>

#include "app/studio/options.h"
#include "engine/base/result.h"

namespace strata::inline protocol {
struct Answer;
}

namespace strata::inline studio {

class MainWindow;
class Measurements;

/// Does what the command line asked for: open, run, picture, quit. Ends the application with the exit status of the
/// contract: 0 done, 2 wrong usage, 3 not available, 4 a check failed, 5 the agent died, 6 a file problem.
class Automation : public QObject {
  Q_OBJECT
 public:
  Automation(MainWindow& window, const StudioOptions& options);
  void start();

 private:
  void proceed();  ///< once the file is there
  void compare();
  void afterFiles();
  bool pictureIsTooSmall() const;
  void startRun();
  void refuse(const std::string& message);  ///< what was asked for at the start
  void runEnded(const Answer& answer);
  void finish(int status);
  void takePicture(int status);
  void end(int status);

  MainWindow& m_window;
  StudioOptions m_options;
  Measurements* m_measurements = nullptr;  ///< null: not asked for
  bool m_ended = false;
};

}  // namespace strata::inline studio
