#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/canvas/fixed_picture.h"
#include "app/lessons/markdown.h"
#include "engine/base/result.h"

namespace strata::inline lessons {

/// A PNG file that a lesson's text names, in the lesson's folder or below it. While somebody has a picture it is not
/// read again, unless its file has changed. One that is larger than any page is shrunk. Usage for another place or
/// another kind of file, Io where it cannot be read.
Result<std::shared_ptr<const FixedPicture>> lessonPicture(const std::string& folder, const std::string& file);

/// By what the text calls them; those that cannot be shown are left out.
using LessonPictures = std::map<std::string, std::shared_ptr<const FixedPicture>>;
LessonPictures lessonPictures(const std::string& folder, const std::vector<MarkdownBlock>& text);

}  // namespace strata::inline lessons
