#include "animate/listeners.hpp"

#include <algorithm>

namespace sinew {

ListenerId Listeners::add(Listener listener) {
  everyone_.push_back({++last_id_, std::make_shared<const Listener>(std::move(listener))});
  return {last_id_};
}

void Listeners::remove(ListenerId id) {
  for (Known& known : everyone_) {
    if (known.id == id.value) known.listener.reset();
  }
  // A delivery goes through the list by place.
  if (!delivering_) std::erase_if(everyone_, [](const Known& known) { return !known.listener; });
}

void Listeners::tell(const Waiting& item) {
  if (item.own && *item.own) (*item.own)(*owner, item.event);
  // Those that are added by a listener hear of the next notification.
  const std::size_t count = everyone_.size();
  for (std::size_t i = 0; owner && i < count; ++i) {
    const Shared listener = everyone_[i].listener;  // its own hold: the list may change
    if (listener && *listener) (*listener)(*owner, item.event);
  }
}

void Listeners::deliver() {
  if (delivering_ || waiting_.empty()) return;
  // Also when a listener throws: what was told is not told again.
  struct Delivery {
    Listeners& all;
    explicit Delivery(Listeners& listeners) : all(listeners) { all.delivering_ = true; }
    Delivery(const Delivery&) = delete;
    Delivery& operator=(const Delivery&) = delete;
    ~Delivery() {
      all.waiting_.erase(all.waiting_.begin(), all.waiting_.begin() + static_cast<std::ptrdiff_t>(all.told_));
      all.told_ = 0;
      std::erase_if(all.everyone_, [](const Known& known) { return !known.listener; });
      all.delivering_ = false;
    }
  } delivery(*this);
  const std::size_t most = waiting_.size() + most_caused;
  while (owner && told_ < std::min(most, waiting_.size())) {
    const Waiting item = waiting_[told_++];
    tell(item);
  }
}

}  // namespace sinew
