#include "app/present/given_slides.h"

#include <utility>

#include "app/present/keys.h"
#include "app/present/lesson_slide.h"
#include "app/present/presentation.h"
#include "app/present/slide_view.h"

namespace strata::inline present {
namespace {

constexpr double kTimerTick = 0.25, kSlowTick = 0.03;  // seconds

class ShowSlides final : public Slides {
 public:
  ShowSlides(Show show, std::string folder, std::string agent, std::function<void()> changed)
      : m_show(std::move(show), std::move(folder), std::move(agent), std::move(changed)) {}

  std::size_t count() const override { return m_show.show().slides.size(); }
  void play(std::size_t index) override { m_show.go(index); }
  void forPictures() override { m_show.forPictures(); }
  bool working() const override { return m_show.working(); }
  double tick() const override { return m_show.timer ? kTimerTick : 0; }
  std::optional<Error> problem() const override { return m_show.problem(); }
  bool press(int key, bool) override { return pressKey(m_show, key); }
  void point(const MouseAct& act, Rect) override {
    if (act.kind == MouseAct::Kind::Click) m_show.next();
    if (act.kind == MouseAct::Kind::SecondaryClick) m_show.back();
  }
  bool hasNotes() const override { return m_show.hasNotes(); }
  void drawNotes(Canvas& canvas, Rect area) override { present::drawNotes(canvas, area, m_show); }
  void draw(Canvas& canvas, Rect area, std::optional<Point> pointer) override {
    drawSlide(canvas, area, m_show, pointer);
  }

 private:
  Presentation m_show;
};

class LessonSlides final : public Slides {
 public:
  LessonSlides(std::shared_ptr<const Lesson> lesson, FindAgent findAgent, std::function<void()> changed)
      : m_show(std::move(lesson), std::move(findAgent), std::move(changed)) {}

  std::size_t count() const override { return m_show.lesson().player().lesson().pages.size(); }
  void play(std::size_t index) override { m_show.play(index); }
  void forPictures() override { m_show.forPictures(); }
  bool working() const override { return m_show.working(); }
  double tick() const override { return m_show.playing() ? kSlowTick : m_show.timer ? kTimerTick : 0; }
  std::optional<Error> problem() const override { return m_show.problem(); }
  bool press(int key, bool shift) override { return pressKey(m_show, key, shift); }
  bool askToLeave() override { return m_show.askToLeave(); }
  void point(const MouseAct& act, Rect area) override { pointAt(m_show, area, act); }
  void draw(Canvas& canvas, Rect area, std::optional<Point> pointer) override {
    drawLessonSlide(canvas, area, m_show, pointer);
  }

 private:
  LessonShow m_show;
};

}  // namespace

MakeSlides slidesOf(Show show, std::string folder, std::string agent) {
  return [show = std::move(show), folder = std::move(folder), agent = std::move(agent)](std::function<void()> changed) {
    return std::make_unique<ShowSlides>(show, folder, agent, std::move(changed));
  };
}

MakeSlides slidesOf(std::shared_ptr<const Lesson> lesson, FindAgent findAgent) {
  return [lesson = std::move(lesson), findAgent = std::move(findAgent)](std::function<void()> changed) {
    return std::make_unique<LessonSlides>(lesson, findAgent, std::move(changed));
  };
}

}  // namespace strata::inline present
