#pragma once

namespace strata::inline graphics {

/// An OpenGL context of version 3.3 or newer, for one thread at a time. A window's program supplies one that shares
/// its objects with the window's contexts; without a window there is HeadlessGl.
class GlContext {
 public:
  using Function = void (*)();

  virtual ~GlContext() = default;
  /// False where it cannot be.
  virtual bool makeCurrent() = 0;
  virtual void doneCurrent() = 0;
  /// nullptr: the driver has none of this name. The context is current.
  virtual Function getProcAddress(const char* name) = 0;
};

}  // namespace strata::inline graphics
