#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "app/facts/compiled_sight.h"
#include "app/session/compilation.h"

namespace strata::inline studio {

class Scene;
class ViewWidget;

/// Compiles what a click in the view of compiled texts asks for, in an agent of its own beside the session's; nothing
/// is run. What is being compiled is given up once the view is left, or something else is asked for.
class CompileDesk : public QObject {
  Q_OBJECT
 public:
  CompileDesk(Scene& scene, QObject* parent);

  bool busy() const { return m_compilation != nullptr; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void act(const CompileAct& act);
  void giveUp();
  void fail(const Error& error);
  void take(std::uint64_t number, const Compilation::Answer& answer);
  void show();

  Scene& m_scene;
  ViewWidget* m_view;
  CompiledSight m_sight;
  CompileAct m_asked;
  std::uint64_t m_number = 0;  ///< of what is asked for now; answers to others come late and count for nothing
  std::unique_ptr<Compilation> m_compilation;
};

}  // namespace strata::inline studio
