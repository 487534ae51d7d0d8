// Who hears of what happens, and what they have not been told yet.
#pragma once

#include <memory>
#include <vector>

#include "sinew/animation_state.hpp"

namespace sinew {

/// Listeners are never called in the middle of something: notifications wait here until deliver(), which the state
/// calls when a command, update or application is over. While it runs, everything that a call uses is kept alive by
/// what it holds itself (the player, the listener), so that a listener may do to the state whatever it likes.
class Listeners {
 public:
  using Listener = AnimationState::Listener;
  using Shared = std::shared_ptr<const Listener>;

  /// The state that the player belongs to; null: it was destroyed, and nobody is told any more.
  AnimationState* owner = nullptr;

  Listeners() = default;
  /// A copy of a player is not listened to, and a player that becomes a copy of another keeps its listeners; what it
  /// had not told yet it will not tell.
  Listeners(const Listeners&) noexcept {}
  Listeners& operator=(const Listeners&) noexcept {
    waiting_.resize(told_);
    return *this;
  }
  ~Listeners() = default;
  /// Hands the listeners of a player over to the one that takes its place.
  void take_over(const Listeners& from) {
    everyone_ = from.everyone_;
    last_id_ = from.last_id_;
  }

  ListenerId add(Listener listener);
  void remove(ListenerId id);

  /// Keeps a notification for those who listen, `own`: the entry's listener.
  void queue(const StateEvent& event, const Shared& own) {
    if (own || !everyone_.empty()) waiting_.push_back({event, own});
  }

  [[nodiscard]] bool delivering() const noexcept { return delivering_; }

  /// Tells what waits, in order, until nothing does or the state is gone. What listeners cause comes last; of that at
  /// most `most_caused` are told, the rest waits for the next delivery: listeners that never stop causing something
  /// cannot hang the program. Does nothing inside of a delivery. The caller keeps the player alive.
  void deliver();

  static constexpr std::size_t most_caused = 10000;

 private:
  struct Known {
    std::uint64_t id = 0;
    Shared listener;  ///< null: removed while a delivery was going on
  };
  struct Waiting {
    StateEvent event;
    Shared own;
  };

  void tell(const Waiting& item);

  std::vector<Known> everyone_;
  std::vector<Waiting> waiting_;
  std::size_t told_ = 0;  ///< of `waiting_`, in a delivery
  std::uint64_t last_id_ = 0;
  bool delivering_ = false;
};

}  // namespace sinew
