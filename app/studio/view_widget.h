#pragma once

#include <QElapsedTimer>
#include <QImage>
#include <QOpenGLWidget>
#include <memory>
#include <optional>

#include "app/canvas/picture_file.h"
#include "app/facts/what_is.h"
#include "app/live/imgui_host.h"
#include "app/studio/drawing_context.h"
#include "app/studio/wheel_turns.h"
#include "app/views/spots.h"
#include "app/views/words_here.h"
#include "engine/base/result.h"

namespace strata::inline studio {

/// Shows one view and asks it what is under the mouse. Draws only when what it shows has changed.
class ViewWidget : public QOpenGLWidget {
  Q_OBJECT
 public:
  explicit ViewWidget(const View& view, QWidget* parent = nullptr);
  ~ViewWidget() override;

  const View& view() const { return m_view; }
  void setState(const ViewState& state);
  void redraw();
  /// The surface it stands on: a member of the theme.
  void setGround(Color Theme::*ground) { m_ground = ground; }
  std::uint64_t framesDrawn() const { return m_framesDrawn; }
  /// What it shows now, as large as it is now, into a .png, .svg or .pdf file. A pointer over it is left out.
  Result<void> savePicture(const std::string& path) const;
  /// The same for the clipboard.
  Result<QImage> picture() const;
  double lastFrameMs() const { return m_lastFrameMs; }
  /// What is said of this point: of the badge there, else of what the view shows.
  std::string tipAt(QPointF position) const;
  WhatIs whatIsAt(QPointF position) const;
  WordsHere wordsAt(QPointF position) const;
  /// In the view's units: the larger the text, the fewer.
  Rect area() const { return {0, 0, static_cast<float>(width() / zoom()), static_cast<float>(height() / zoom())}; }
  Point toView(QPointF position) const;
  static double zoom();
  /// Pixels of the screen in one of those.
  float pixelRatio() const;
  /// What Space presses, in the widget's pixels: what was clicked or reached by arrows; empty: nothing.
  QRect spot() const;
  /// What stands there, and what it belongs to; where there is no such place, what the view reads. Empty: nothing.
  std::string wordsToRead() const;
  /// What it shows, with its main figures where it has some.
  std::string told() const;
  void forgetSpot() { setSpot(std::nullopt); }
  /// Where the pointer was when Tab or F6 brought the keys here; nothing: they are elsewhere, or came otherwise.
  std::optional<QPoint> reachedByKeysAt() const { return m_reachedAt; }
  /// The wheel at a place, by so many notches: zooms, scrolls or steps, as a view knows it; false: it knows none.
  bool turnWheel(QPointF at, QPoint notches);

 signals:
  void spotMoved();
  void picked(const strata::Selection& selection);  ///< a click; empty where there is nothing
  void opened(const strata::Selection& selection);  ///< a double click on something
  void chosen(const strata::ViewChoices& choices);  ///< a click, or a slider, that changes what is chosen to see
  void tableChosen(const strata::TableChoices& choices);
  void started(const strata::StartAct& act);         ///< a click on the page that a window begins with
  void partShown(strata::TimeRange part);            ///< a click that measures a part of time
  void frameActed(const strata::FrameAct& act);      ///< a click that changes how frames come
  void lessonActed(const strata::LessonAct& act);    ///< a click that does something to the lesson
  void compileActed(const strata::CompileAct& act);  ///< a click that asks a compiler

 protected:
  const ViewState& state() const { return m_state; }
  std::optional<Hit> hitAt(QPointF position) const;
  void setSpot(std::optional<Spot> spot);

  void initializeGL() override;
  void paintGL() override;
  bool event(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  Result<std::string> pictureAs(PictureFormat format) const;
  /// A slider at this point goes on by so many steps; false: there is none.
  bool stepAt(Point at, int steps);
  bool scroll(const std::optional<ViewChoices>& choices);  ///< false: they are as they were
  bool pressKey(int key);                                  ///< false: the view does not know it
  bool moveSpot(int key);                                  ///< by an arrow; false: there is nothing that way
  bool pressSpot(bool opens);                              ///< as a click does, or a double click; false: there is none
  void act(const Hit& hit);
  void sayUndrawable();
  void tellSoon();  ///< a screen reader, of what a key acts on
  /// Draws, whatever was there before.
  std::uint64_t digest() const;

  const View& m_view;
  ViewState m_state;
  Color Theme::*m_ground = &Theme::background;
  std::shared_ptr<DrawingContext> m_context = DrawingContext::get();
  std::unique_ptr<ImGuiHost> m_host;  ///< of that context; nullptr: there is none
  QString m_undrawable;               ///< why
  std::optional<QPointF> m_pressed;
  std::optional<QPoint> m_reachedAt;
  bool m_drawing = false;  ///< a slider, from where it was pressed
  WheelTurns m_notches, m_lines;
  std::optional<Spot> m_spot;
  std::string m_told;  ///< of it, to a screen reader
  bool m_willTell = false;
  std::uint64_t m_framesDrawn = 0;
  double m_lastFrameMs = 0;
  std::optional<std::uint64_t> m_digest;  ///< of the picture that is shown or asked for; empty: unknown
};

}  // namespace strata::inline studio
