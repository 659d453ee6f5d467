#pragma once

#include <string>
#include <string_view>

namespace strata::inline facts {

/// The speaker's notes of the last slide of a show (app/present/show_file.h), in lines.
std::string notesOfLastSlide(std::string_view show);
/// The show with these notes there in place of what was; as it is where it has no slide.
std::string withNotesOfLastSlide(std::string_view show, std::string_view notes);

}  // namespace strata::inline facts
