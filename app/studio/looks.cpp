#include "app/studio/looks.h"

namespace strata::inline studio {
namespace {

constexpr int kLookRestMs = 400;  // a zoom or a drag goes by many steps; one look comes of it
constexpr std::size_t kMostLooks = 100;

}  // namespace

Looks::Looks(QObject* parent) : QObject(parent) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(kLookRestMs);
  connect(&m_rest, &QTimer::timeout, this, &Looks::remember);
}

void Looks::watch(const Look& look) {
  if (look == m_now) return;
  m_now = look;
  const bool waits = m_rest.isActive();
  m_rest.start();
  if (!waits) emit changed();
}

void Looks::forget() {
  m_rest.stop();
  m_looks.clear();
  m_at = 0;
  m_now = {};
  emit changed();
}

void Looks::remember() {
  m_rest.stop();
  if (!m_looks.empty() && m_looks[m_at] == m_now) return;
  if (!m_looks.empty()) m_looks.resize(m_at + 1);
  m_looks.push_back(m_now);
  if (m_looks.size() > kMostLooks) m_looks.erase(m_looks.begin());
  m_at = m_looks.size() - 1;
  emit changed();
}

bool Looks::any(int by) const {
  return by < 0 ? m_at > 0 || m_rest.isActive() : m_at + 1 < m_looks.size() && !m_rest.isActive();
}

std::optional<Looks::Look> Looks::go(int by) {
  if (m_rest.isActive()) remember();
  if (!any(by)) return std::nullopt;
  m_at += by < 0 ? std::size_t(-1) : std::size_t(1);
  m_now = m_looks[m_at];
  emit changed();
  return m_now;
}

}  // namespace strata::inline studio
