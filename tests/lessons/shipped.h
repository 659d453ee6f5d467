#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "app/lessons/lesson_file.h"

namespace strata {

inline Lesson shipped(const std::string& name) {
  auto lesson = readLesson(STRATA_SOURCE_DIR "/assets/lessons/" + name + ".lesson");
  EXPECT_TRUE(lesson.ok()) << lesson.error().message;
  return lesson.ok() ? std::move(lesson).value() : Lesson{};
}

inline std::size_t pageTitled(const Lesson& lesson, std::string_view title) {
  const auto found = std::ranges::find(lesson.pages, title, &Page::title);
  EXPECT_NE(found, lesson.pages.end()) << title;
  return static_cast<std::size_t>(found - lesson.pages.begin());
}

}  // namespace strata
