#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>

#include "app/canvas/recording_canvas.h"
#include "app/lessons/lesson_file.h"
#include "app/present/given_slides.h"
#include "app/present/keys.h"
#include "app/present/lesson_show.h"
#include "app/present/lesson_slide.h"
#include "app/session/agents.h"

namespace strata {

inline constexpr Rect kScreen{0, 0, 924, 520};

inline constexpr std::string_view kGiven = R"(lesson: Which is right?
say: Before anything
  Two kernels compute the same.
  view: kernel
  variant: naive
ask: Which error is smaller?
  name: smaller
  choice: That of naive | error(naive) < 0
  choice: Neither is above a thousandth | error(naive) < 0.001 && error(tiled) < 0.001
ask: How many threads has a block at most, in thousands?
  name: threads
  number: 0.5 to 64
  answer: 1
ask: At which line does A come in?
  name: line
  place: line
  answer: 3
  view: kernel
  variant: vectorised
run: matmul n=32 variants=naive,tiled repeat=2
  title: Both, at a small size
  view: speed
explain: Neither
  if error(naive) < 0.001:
    You said {bet: smaller}. The error was {error(naive)}.
  else:
    It was {error(naive)}.
  view: speed
say: The end
  That was it.
)";

inline constexpr std::string_view kCounted = R"(lesson: Sectors
ask: How many sectors?
  name: sectors
  number: 1 to 64
  unit: sectors
  answer: 32
explain: So
  if 1:
    You said {bet: sectors}.
)";

class LessonShowTest : public ::testing::Test {
 protected:
  LessonShow begin(
      std::string_view text, FindAgent agent = [] { return agentProgram("cpu"); }) {
    auto lesson = parseLesson(text, "given.lesson");
    EXPECT_TRUE(lesson.ok()) << lesson.error().message;
    return LessonShow(std::make_shared<const Lesson>(std::move(lesson).value()), counted(std::move(agent)), [this] {
      const std::lock_guard lock(m_mutex);
      m_news = true;
      m_woken.notify_all();
    });
  }

  /// Until the page's run is over.
  void finish(LessonShow& show) {
    for (show.state(); show.working(); show.state()) {
      std::unique_lock lock(m_mutex);
      ASSERT_TRUE(m_woken.wait_for(lock, std::chrono::seconds(60), [this] { return std::exchange(m_news, false); }));
    }
  }

  static void press(LessonShow& show, std::initializer_list<int> keys, bool shift = false) {
    for (const int key : keys) EXPECT_TRUE(pressKey(show, key, shift)) << key;
  }
  static std::size_t page(const LessonShow& show) { return show.lesson().player().index(); }
  static RecordingCanvas drawn(LessonShow& show) {
    RecordingCanvas canvas;
    drawLessonSlide(canvas, kScreen, show, std::nullopt);
    EXPECT_TRUE(canvas.clipsBalanced());
    return canvas;
  }
  static std::string wordsOn(LessonShow& show) {
    std::string words;
    for (const RecordingCanvas canvas = drawn(show); const DrawOp* op : canvas.of(DrawOp::Kind::Text))
      words += op->text + " ";
    return words;
  }
  int agentsAsked() const { return m_asked; }

 private:
  FindAgent counted(FindAgent agent) {
    return [this, agent] {
      ++m_asked;
      return agent();
    };
  }

  std::mutex m_mutex;
  std::condition_variable m_woken;
  bool m_news = false;
  std::atomic<int> m_asked = 0;
};

}  // namespace strata
