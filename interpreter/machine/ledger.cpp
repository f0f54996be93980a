#include "interpreter/machine/ledger.hpp"

namespace glint {

Ledger::Ledger(const std::vector<LedgerForm>& forms, const Geometry& geometry) : forms_(forms), geometry_(geometry) {
  const auto shorter = [](const LedgerForm& a, const LedgerForm& b) { return a.words < b.words; };
  if (!forms.empty()) {
    const auto [least, most] = std::minmax_element(forms.begin(), forms.end(), shorter);
    least_words_ = least->words;
    most_words_ = most->words;
  }
  grow();
}

bool Ledger::grow() {
  // Not much is cleared at once, and the vectors themselves double their room: each takes few milliseconds.
  constexpr std::size_t kMostCleared = 1 << 17;
  now_.data_.resize(now_.size_ + most_words_ + std::min(now_.size_ + most_words_ + 16, kMostCleared));
  now_.entries_.resize(now_.data_.size() / least_words_ + 1);
  now_.full_ = now_.data_.size() - most_words_ + 1;
  return false;
}

}  // namespace glint
