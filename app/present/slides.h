#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/canvas/canvas.h"
#include "engine/base/result.h"

namespace strata::inline present {

/// What the mouse does.
struct MouseAct {
  enum class Kind : std::uint8_t { Click, SecondaryClick, Wheel };
  Kind kind = Kind::Click;
  Point at;
  float lines = 0;  ///< of the wheel, down
};

/// What the presenter's window gives, slide by slide.
class Slides {
 public:
  virtual ~Slides() = default;
  virtual std::size_t count() const = 0;
  virtual void play(std::size_t index) = 0;  ///< that slide, with what it asks for
  virtual void forPictures() = 0;            ///< from now on each as it is in the end, with nothing to press
  virtual bool working() const = 0;          ///< what it asks for is not done
  virtual double tick() const = 0;           ///< seconds after which its picture changes by itself; 0: it does not
  virtual std::optional<Error> problem() const = 0;
  virtual bool press(int key, bool shift) = 0;  ///< GLFW's key codes; false: nothing to draw anew
  virtual bool askToLeave() { return false; }   ///< once, where something would be lost; false: leave
  virtual void point(const MouseAct& act, Rect area) = 0;
  virtual bool hasNotes() const { return false; }
  virtual void drawNotes(Canvas&, Rect) {}  ///< for who gives them
  virtual void draw(Canvas& canvas, Rect area, std::optional<Point> pointer) = 0;
};

/// Makes what is given. `changed` may be called from any thread when there may be something new to draw.
using MakeSlides = std::function<std::unique_ptr<Slides>(std::function<void()> changed)>;

}  // namespace strata::inline present
