#include "engine/frames/frame_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "engine/base/shared_memory.h"

namespace strata::inline frames {
namespace {

constexpr std::size_t kMostDescriptors = 1 + kMostFrameSlots + 1;
constexpr std::size_t kMostMessage = 4096;
struct alignas(cmsghdr) DescriptorSpace : std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> {};

Error gone() {
  return {ErrorCode::Io, "The other program has closed the socket for frames: run again.", Storey::Driver};
}

std::vector<UniqueFd> descriptorsOf(msghdr& header) {
  std::vector<UniqueFd> descriptors;
  for (cmsghdr* part = CMSG_FIRSTHDR(&header); part; part = CMSG_NXTHDR(&header, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof fd);
      descriptors.emplace_back(fd);
    }
  }
  return descriptors;
}

}  // namespace

Result<std::pair<FrameSocket, UniqueFd>> FrameSocket::makePair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{ErrorCode::Io, "No socket for frames: too many files are open. Close some and try again.",
                 Storey::Driver};
  return std::pair{FrameSocket(UniqueFd(ends[0])), UniqueFd(ends[1])};
}

std::optional<FrameSocket> FrameSocket::inherited() {
  const char* text = std::getenv(kFramesVariable);
  if (!text) return std::nullopt;
  const std::string_view number(text);
  int fd = -1;
  if (std::from_chars(number.data(), number.data() + number.size(), fd).ec != std::errc{} || fd < 0)
    return std::nullopt;
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISSOCK(status.st_mode)) return std::nullopt;
  return FrameSocket(closedOnExec(fd));
}

Result<void> FrameSocket::send(const FrameMessage& message) {
  std::vector<std::byte> bytes = encode(message);
  iovec part{bytes.data(), bytes.size()};
  DescriptorSpace space{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (const std::size_t count = std::min(message.descriptors.size(), kMostDescriptors); count > 0) {
    header.msg_control = space.data();
    header.msg_controllen = CMSG_SPACE(count * sizeof(int));
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(count * sizeof(int));
    for (std::size_t i = 0; i < count; ++i) {
      const int fd = message.descriptors[i].get();
      std::memcpy(CMSG_DATA(rights) + i * sizeof(int), &fd, sizeof fd);
    }
  }
  ssize_t sent = -1;
  do sent = ::sendmsg(m_fd.get(), &header, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  if (sent < 0) return gone();
  return {};
}

Result<std::optional<FrameMessage>> FrameSocket::receive(Duration patience) {
  pollfd ready{m_fd.get(), POLLIN, 0};
  const HostTime end = hostNow() + patience;
  for (;;) {
    const std::int64_t left = std::max<std::int64_t>(0, (end - hostNow()).ns);
    const int found = ::poll(&ready, 1, static_cast<int>((left + 999'999) / 1'000'000));
    if (found > 0) break;
    if (found == 0) return std::optional<FrameMessage>();
    if (errno != EINTR) return gone();
  }
  std::array<std::byte, kMostMessage> bytes;
  DescriptorSpace space{};
  iovec part{bytes.data(), bytes.size()};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = space.data();
  header.msg_controllen = space.size();
  ssize_t size = -1;
  do size = ::recvmsg(m_fd.get(), &header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  while (size < 0 && errno == EINTR);
  if (size < 0) return gone();
  std::vector<UniqueFd> descriptors = descriptorsOf(header);
  if (size == 0) return gone();
  if ((header.msg_flags & MSG_CTRUNC) != 0)
    return Error{ErrorCode::Io, "A frame's memory did not arrive: this process may open no more files.",
                 Storey::Driver};
  STRATA_ASSIGN(FrameMessage message, decode(bytes.data(), static_cast<std::size_t>(size)));
  message.descriptors = std::move(descriptors);
  return std::optional(std::move(message));
}

}  // namespace strata::inline frames
