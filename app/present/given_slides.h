#pragma once

#include "app/lessons/lesson.h"
#include "app/present/lesson_run.h"
#include "app/present/show_file.h"
#include "app/present/show_window.h"

namespace strata::inline present {

/// A show, whose files lie in `folder` and whose runs go to the agent that `agent` starts.
MakeSlides slidesOf(Show show, std::string folder, std::string agent);
MakeSlides slidesOf(std::shared_ptr<const Lesson> lesson, FindAgent findAgent);

}  // namespace strata::inline present
