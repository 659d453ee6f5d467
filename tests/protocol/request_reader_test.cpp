#include "engine/protocol/request_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <thread>

#include "engine/base/unique_fd.h"

namespace strata {
namespace {

using Outcome = RequestReader::Outcome;

class RequestReaderTest : public testing::Test {
 protected:
  RequestReaderTest() {
    int fds[2];
    EXPECT_EQ(::pipe2(fds, O_CLOEXEC), 0);
    m_read.reset(fds[0]);
    m_write.reset(fds[1]);
  }
  void write(std::string_view text) {
    EXPECT_EQ(::write(m_write.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }

  UniqueFd m_read, m_write;
  std::string m_line;
};

TEST_F(RequestReaderTest, CutsLinesWhereverTheBytesAreCut) {
  RequestReader reader(m_read.get());
  write("one\ntw");
  EXPECT_EQ(reader.next(m_line), Outcome::Line);
  EXPECT_EQ(m_line, "one");
  write("o\r\n\n  \nthree");
  EXPECT_EQ(reader.next(m_line), Outcome::Line);
  EXPECT_EQ(m_line, "two");
  m_write.reset();
  EXPECT_EQ(reader.next(m_line), Outcome::Line) << "empty lines are nothing, a last line needs no end";
  EXPECT_EQ(m_line, "three");
  EXPECT_EQ(reader.next(m_line), Outcome::End);
}

TEST_F(RequestReaderTest, SkipsALineThatIsTooLongAndGoesOn) {
  RequestReader reader(m_read.get(), -1, 1000);
  std::thread writer([this] {
    write(std::string(1000, 'a') + "\n");
    write(std::string(1001, 'b') + "\n");
    write(std::string(50'000, 'c') + "\nafter\n");
    m_write.reset();
  });
  EXPECT_EQ(reader.next(m_line), Outcome::Line);
  EXPECT_EQ(m_line.size(), 1000u);
  EXPECT_EQ(reader.next(m_line), Outcome::TooLong);
  EXPECT_EQ(reader.next(m_line), Outcome::TooLong);
  EXPECT_EQ(reader.next(m_line), Outcome::Line);
  EXPECT_EQ(m_line, "after");
  EXPECT_EQ(reader.next(m_line), Outcome::End);
  writer.join();
}

TEST_F(RequestReaderTest, SaysThatALastLineWithoutEndWasTooLong) {
  RequestReader reader(m_read.get(), -1, 1000);
  write(std::string(40'000, 'c'));
  m_write.reset();
  EXPECT_EQ(reader.next(m_line), Outcome::TooLong);
  EXPECT_EQ(reader.next(m_line), Outcome::End);
}

TEST_F(RequestReaderTest, TheStopDescriptorEndsTheWait) {
  int stop[2];
  ASSERT_EQ(::pipe2(stop, O_CLOEXEC), 0);
  const UniqueFd stopRead(stop[0]), stopWrite(stop[1]);
  RequestReader reader(m_read.get(), stopRead.get());
  std::thread other([&] { EXPECT_EQ(::write(stopWrite.get(), "x", 1), 1); });
  EXPECT_EQ(reader.next(m_line), Outcome::Stop);
  other.join();
}

TEST_F(RequestReaderTest, ADescriptorThatCannotBeReadIsTheEnd) {
  m_read.reset();
  RequestReader reader(m_write.get());
  EXPECT_EQ(reader.next(m_line), Outcome::End);
}

}  // namespace
}  // namespace strata
