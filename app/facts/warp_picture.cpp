#include "app/facts/warp_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "engine/device/bank_phases.h"

namespace strata::inline facts {
namespace {

// As the counts were made: sectors of 32 bytes, 32 banks of 4 bytes.
constexpr std::int64_t kSectorBytes = 32, kWordBytes = 4, kBanks = 32;

void placeLanes(WarpPicture& picture, Rect row, std::size_t count) {
  const float step = row.w / static_cast<float>(count), side = std::max(1.f, std::min(step * 0.82f, row.h));
  for (std::size_t i = 0; i < count; ++i)
    picture.lanes.push_back(
        {{row.x + (static_cast<float>(i) + 0.5f) * step - side / 2, row.bottom() - side, side, side}, false, {}});
}

struct Sector {
  std::int64_t index = 0;
  float x = 0;
};

/// Sectors of the example from left to right; one that does not follow the one before stands apart.
std::vector<Sector> lineUp(const WarpExample& example, float& units) {
  std::set<std::int64_t> touched;
  for (const std::int64_t offset : example.offsets)
    for (std::int64_t s = offset / kSectorBytes; offset >= 0 && s * kSectorBytes < offset + example.bytes; ++s)
      touched.insert(s);
  std::vector<Sector> sectors;
  units = 0;
  for (const std::int64_t index : touched) {
    if (!sectors.empty() && index != sectors.back().index + 1) units += 0.5f;
    sectors.push_back({index, units});
    units += 1;
  }
  return sectors;
}

void layOutSectors(WarpPicture& picture, Rect row, const WarpExample& example) {
  float units = 0;
  const std::vector<Sector> sectors = lineUp(example, units);
  if (sectors.empty()) return;
  const float unit = std::min(row.w / std::max(units, 1.f), row.w / 4), left = row.x + (row.w - unit * units) / 2;
  const float air = unit > 8 ? 1.5f : unit > 3 ? 0.5f : 0;
  std::set<std::int64_t> used;
  for (const Sector& sector : sectors)
    picture.cells.push_back({{left + unit * sector.x, row.y, unit - air, row.h}, {}, false});
  for (std::size_t lane = 0; lane < example.offsets.size(); ++lane) {
    const std::int64_t begin = example.offsets[lane], end = begin + example.bytes;
    if (begin < 0) continue;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
      const std::int64_t from = std::max(begin, sectors[i].index * kSectorBytes),
                         to = std::min(end, (sectors[i].index + 1) * kSectorBytes);
      if (from >= to) continue;
      WarpPicture::Cell& cell = picture.cells[i];
      const float byte = cell.box.w / kSectorBytes;
      const float x = cell.box.x + static_cast<float>(from - sectors[i].index * kSectorBytes) * byte;
      const Rect part{x, cell.box.y, static_cast<float>(to - from) * byte, cell.box.h};
      picture.lanes[lane].to.push_back({part.x + part.w / 2, row.y});
      bool fresh = false;
      for (std::int64_t b = from; b < to; ++b) fresh = used.insert(b).second || fresh;
      if (fresh) cell.used.push_back(part);
    }
  }
  picture.sectors = sectors.size();
  picture.fetchedBytes = sectors.size() * kSectorBytes;
  picture.usedBytes = used.size();
}

/// Different words by bank, of the lanes that go in one phase.
std::array<std::set<std::int64_t>, kBanks> wordsOfPhase(const WarpExample& example, std::size_t phase,
                                                        std::size_t size) {
  std::array<std::set<std::int64_t>, kBanks> banks;
  for (std::size_t lane = phase * size; lane < std::min((phase + 1) * size, example.offsets.size()); ++lane) {
    const std::int64_t begin = example.offsets[lane];
    for (std::int64_t w = begin / kWordBytes; begin >= 0 && w * kWordBytes < begin + example.bytes; ++w)
      banks[static_cast<std::size_t>(w % kBanks)].insert(w);
  }
  return banks;
}

std::size_t mostWords(const std::array<std::set<std::int64_t>, kBanks>& banks) {
  return std::ranges::max(banks, {}, &std::set<std::int64_t>::size).size();
}

/// The phase with the most conflicts; each bank's different words stand above each other.
void layOutBanks(WarpPicture& picture, Rect row, const WarpExample& example, bool load) {
  const std::size_t size = lanesPerPhase(example.bytes, load, example.offsets);
  picture.phases = std::max<std::size_t>(1, (example.offsets.size() + size - 1) / size);
  for (std::size_t phase = 0; phase < picture.phases; ++phase)
    if (mostWords(wordsOfPhase(example, phase, size)) > mostWords(wordsOfPhase(example, picture.phase, size)))
      picture.phase = phase;
  const auto banks = wordsOfPhase(example, picture.phase, size);
  picture.ways = mostWords(banks);
  if (picture.ways == 0) return;
  const float step = row.w / kBanks, side = std::max(1.f, step * 0.82f);
  const float height = row.h / static_cast<float>(std::max<std::size_t>(picture.ways, 2));
  for (std::size_t bank = 0; bank < banks.size(); ++bank) {
    const float x = row.x + (static_cast<float>(bank) + 0.5f) * step - side / 2;
    float y = row.y;
    for (std::size_t i = 0; i < banks[bank].size(); ++i, y += height)
      picture.cells.push_back({{x, y, side, std::max(0.6f, height - 1)}, {}, i > 0});
    picture.banks += banks[bank].empty() ? 0 : 1;
  }
  for (std::size_t lane = picture.phase * size; lane < std::min((picture.phase + 1) * size, example.offsets.size());
       ++lane) {
    const std::int64_t begin = example.offsets[lane];
    for (std::int64_t w = begin / kWordBytes; begin >= 0 && w * kWordBytes < begin + example.bytes; ++w)
      picture.lanes[lane].to.push_back({row.x + (static_cast<float>(w % kBanks) + 0.5f) * step, row.y});
  }
}

/// Without an example: as many lanes and sectors as there were on average, and what share of each was used.
void layOutAverages(WarpPicture& picture, Rect row, const PlaceSums& sums) {
  picture.activeLanes = static_cast<std::size_t>(std::lround(sums.activeLanes().value_or(0)));
  for (std::size_t i = 0; i < std::min(picture.activeLanes, picture.lanes.size()); ++i) picture.lanes[i].active = true;
  const auto count = static_cast<std::size_t>(std::lround(std::min(sums.sectorsPerRequest().value_or(0), 64.0)));
  const float unit = row.w / static_cast<float>(std::max<std::size_t>(count, 4));
  const float left = row.x + (row.w - unit * static_cast<float>(count)) / 2;
  for (std::size_t i = 0; i < count; ++i) {
    const Rect box{left + unit * static_cast<float>(i), row.y, unit * 0.94f, row.h};
    const auto used = static_cast<float>(std::clamp(sums.usedShare().value_or(0), 0.0, 1.0));
    picture.cells.push_back({box, {{box.x, box.y, box.w * used, box.h}}, false});
  }
}

}  // namespace

WarpPicture warpPicture(Rect box, float scale, const WarpRequest& request, std::uint32_t waveSize) {
  WarpPicture picture;
  const float line = std::min(15 * scale, box.h * 0.26f);
  const bool two = box.h > 92 * scale;
  picture.second = {box.x, box.bottom() - (two ? line : 0), box.w, two ? line : 0};
  picture.caption = {box.x, picture.second.y - line, box.w, line};
  const float height = std::max(0.f, picture.caption.y - box.y - 2 * scale);
  const WarpExample& example = request.example();
  const std::size_t lanes = example.offsets.empty() ? waveSize : example.offsets.size();
  const bool shared = request.place->space == "shared", branch = request.place->what == "branch";
  const float laneRow = std::min(branch ? height : height * 0.34f, 15 * scale);
  const float bed = branch ? 0 : std::min(height * (shared ? 0.4f : 0.28f), (shared ? 30 : 15) * scale);
  placeLanes(picture, {box.x, box.y, box.w, laneRow}, lanes);
  const Rect row{box.x, box.y + height - bed, box.w, bed};
  if (example.offsets.empty()) {
    layOutAverages(picture, row, request.sums);
    return picture;
  }
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    picture.lanes[lane].active = example.offsets[lane] >= 0;
    picture.activeLanes += picture.lanes[lane].active ? 1 : 0;
  }
  if (request.place->space == "global") layOutSectors(picture, row, example);
  if (shared) layOutBanks(picture, row, example, request.place->what == "load");
  return picture;
}

std::vector<Rect> warpBoxes(Rect box, float scale, std::size_t requests) {
  const float least = 62 * scale, best = 160 * scale, gap = 8 * scale;
  const auto room = static_cast<std::size_t>(std::max(0.f, (box.h + gap) / (least + gap)));
  const std::size_t shown = std::min(requests, std::max<std::size_t>(room, box.h > 44 * scale ? 1 : 0));
  std::vector<Rect> boxes;
  if (shown == 0) return boxes;
  const float height = std::min(best, (box.h - gap * static_cast<float>(shown - 1)) / static_cast<float>(shown));
  for (std::size_t i = 0; i < shown; ++i)
    boxes.push_back({box.x, box.y + static_cast<float>(i) * (height + gap), box.w, height});
  return boxes;
}

}  // namespace strata::inline facts
