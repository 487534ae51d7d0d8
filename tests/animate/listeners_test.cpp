// Listeners, and what they may do to the state that calls them.
#include <memory>
#include <stdexcept>
#include <string>

#include "support/player.hpp"

namespace sinew {
namespace {

using test::Rules;

SkeletonDataPtr clock(Rules rules) {
  return test::make_data(rules, R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root"}],
    "events": {"tick": {}},
    "animations": {"a": {"events": [{"time": 0.5, "name": "tick"}], "bones": {"bone": {"rotate": [{}, {"time": 1, "value": 10}]}}},
                   "b": {"bones": {"bone": {"rotate": [{"value": 5}, {"time": 1, "value": 7}]}}}})");
}

std::string letter(StateEventType type) {
  return std::string(1, "SIEDC!"[static_cast<int>(type)]);
}

struct Stage {
  explicit Stage(Rules rules) : data(clock(rules)), skeleton(data), state(std::make_unique<AnimationState>(data)) {}
  EntryId set(std::string_view name, Loop loop = Loop::no) {
    return state->set_animation(0, data->find_animation(name), loop);
  }
  void step(double dt) {
    state->update(dt);
    if (state) state->apply(skeleton);
  }
  /// Records everything: who heard it, what, of which animation.
  AnimationState::Listener recorder(std::string who) {
    return [this, who](AnimationState&, const StateEvent& event) {
      heard += who + letter(event.type) + (event.animation ? std::string((*data)[event.animation].name) : "-") + ' ';
    };
  }

  SkeletonDataPtr data;
  Skeleton skeleton;
  std::unique_ptr<AnimationState> state;
  std::string heard;
};

TEST(Listeners, TheEntrysOwnHearsFirstThenAllInTheOrderInWhichTheyWereAdded) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.state->add_listener(stage.recorder("1"));
    stage.state->add_listener(stage.recorder("2"));
    const EntryId a = stage.set("a");
    EXPECT_EQ(stage.heard, "1Sa 2Sa ") << "at the end of the command";
    stage.state->set_listener(a, stage.recorder("0"));
    stage.heard.clear();
    stage.set("b");
    EXPECT_TRUE(stage.heard.starts_with("0Ia 1Ia 2Ia ")) << stage.heard;
    EXPECT_NE(stage.heard.find("1Sb 2Sb "), std::string::npos) << "the new entry has no listener of its own";
  }
}

TEST(Listeners, HearWhatTheListSays) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    std::string heard, listed;
    stage.state->add_listener([&](AnimationState&, const StateEvent& event) { heard += letter(event.type); });
    const auto list = [&] {
      for (const StateEvent& event : stage.state->notifications()) listed += letter(event.type);
    };
    stage.state->set_default_mix(0.3);
    stage.set("a", Loop::times(2));
    stage.state->add_animation(0, stage.data->find_animation("b"), Loop::no, 0.0);
    for (int i = 0; i < 40; ++i) {
      stage.step(0.1);
      list();
    }
    EXPECT_EQ(heard, listed);
    EXPECT_NE(heard.find('!'), std::string::npos);
    EXPECT_NE(heard.find('D'), std::string::npos);
  }
}

TEST(Listeners, AreNotCalledInTheMiddleOfSomething) {
  Stage stage(Rules::spine_4_3);
  double seen = -1;
  stage.state->add_listener([&](AnimationState&, const StateEvent& event) {
    if (event.type == StateEventType::event) seen = test::pose_of(stage.skeleton, "bone").rotation;
  });
  stage.set("a");
  stage.skeleton.set_to_setup_pose();
  stage.step(0.75);
  EXPECT_EQ(seen, 7.5) << "the pose is complete";
}

TEST(Listeners, WhatOneCausesComesAfterWhatWasWaiting) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set("a");
    stage.step(0.1);
    stage.state->add_listener(stage.recorder(""));
    bool once = true;
    stage.state->add_listener([&](AnimationState& state, const StateEvent& event) {
      if (event.type == StateEventType::interrupt && once) {
        once = false;
        state.set_animation(1, event.animation, Loop::no);
      }
    });
    stage.set("b");
    EXPECT_EQ(stage.heard, "Ia Sb Sa ");
  }
}

TEST(Listeners, MayChangeTheState) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.state->add_listener([&](AnimationState& state, const StateEvent& event) {
      if (event.type != StateEventType::complete) return;
      state.set_animation(0, stage.data->find_animation("b"), Loop::yes);
      state.add_animation(0, stage.data->find_animation("a"), Loop::no, 1);
      state.clear(3);
      state.set_empty(2, 0.5);
    });
    stage.set("a");
    for (int i = 0; i < 12; ++i) stage.step(0.1);
    EXPECT_EQ(stage.state->animation(stage.state->current(0)), stage.data->find_animation("b"));
  }
}

TEST(Listeners, MayClearTheStateInEveryNotification) {
  for (const Rules rules : test::every_rules) {
    for (int type = 0; type < 6; ++type) {
      Stage stage(rules);
      int cleared = 0;
      stage.state->add_listener([&](AnimationState& state, const StateEvent& event) {
        if (static_cast<int>(event.type) != type) return;
        state.clear();
        ++cleared;
      });
      stage.state->set_default_mix(0.2);
      stage.set("a");
      stage.state->add_animation(0, stage.data->find_animation("b"), Loop::no, 1.1);
      for (int i = 0; i < 30; ++i) stage.step(0.1);
      stage.set("b");
      stage.set("a");
      EXPECT_GT(cleared, 0) << type;
    }
  }
}

TEST(Listeners, MayDestroyTheStateInEveryNotificationAndCall) {
  for (const Rules rules : test::every_rules) {
    for (int type = 0; type < 6; ++type) {
      for (const bool own : {false, true}) {
        Stage stage(rules);
        stage.state->set_default_mix(0.2);
        const EntryId a = stage.set("a");
        auto destroyer = [&stage, type, text = std::string(100, 'x')](AnimationState&, const StateEvent& event) {
          if (static_cast<int>(event.type) != type) return;
          stage.state.reset();
          EXPECT_EQ(text.size(), 100u) << "the listener itself lives until it returns";
        };
        if (own) {
          stage.state->set_listener(a, destroyer);
        } else {
          stage.state->add_listener(destroyer);
        }
        stage.state->add_listener(
            [&](AnimationState&, const StateEvent&) { EXPECT_TRUE(stage.state) << "nobody is told any more"; });
        if (stage.state) stage.state->add_animation(0, stage.data->find_animation("b"), Loop::no, 1.1);
        for (int i = 0; i < 30 && stage.state; ++i) {
          stage.step(0.1);
          if (stage.state && i == 20) stage.set("a");
        }
        if (stage.state) stage.state->clear();
        if (type != 0 || !own) {
          EXPECT_FALSE(stage.state) << type;
        }
      }
    }
  }
}

TEST(Listeners, MayMoveTheStateAndAssignToIt) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    AnimationState elsewhere(stage.data);
    int calls = 0;
    AnimationState* last = nullptr;
    stage.state->add_listener([&](AnimationState& state, const StateEvent&) {
      last = &state;
      if (++calls == 1) {
        elsewhere = std::move(state);
        stage.state.reset();
      }
    });
    const EntryId a = stage.set("a");
    EXPECT_EQ(elsewhere.current(0), a) << "it goes on where it was moved to";
    elsewhere.set_animation(0, stage.data->find_animation("b"), Loop::no);
    EXPECT_EQ(last, &elsewhere);
    EXPECT_GT(calls, 2);

    elsewhere.add_listener([&](AnimationState& state, const StateEvent&) { state = AnimationState(stage.data); });
    elsewhere.set_animation(0, stage.data->find_animation("a"), Loop::no);
    EXPECT_EQ(elsewhere.current(0), EntryId()) << "a fresh one took its place";
  }
}

// A copy is a snapshot: trying out with it what will happen is nobody's business.
TEST(Listeners, StayWithTheirStateWhenItIsCopied) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.state->add_listener(stage.recorder(""));
    stage.set("a");
    AnimationState copy(*stage.state);
    stage.heard.clear();
    copy.set_animation(0, stage.data->find_animation("b"), Loop::no);
    EXPECT_EQ(stage.heard, "");
    *stage.state = copy;
    EXPECT_EQ(stage.heard, "");
    stage.set("a");
    EXPECT_NE(stage.heard.find("Sa"), std::string::npos) << "it is listened to as before";

    AnimationState other(clock(rules));
    *stage.state = other;
    stage.heard.clear();
    stage.state->set_animation(0, AnimationIndex(0), Loop::no);
    EXPECT_EQ(stage.heard, "Sa ") << "also with other data";
  }
}

TEST(Listeners, MayAssignASnapshotToTheState) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    stage.set("a");
    const AnimationState before(*stage.state);
    stage.state->add_listener(stage.recorder(""));
    stage.state->add_listener([&](AnimationState& state, const StateEvent& event) {
      if (event.type == StateEventType::interrupt) state = before;
    });
    stage.set("b");
    EXPECT_EQ(stage.heard, "Ia ") << "what was waiting has not happened any more";
    EXPECT_EQ(stage.state->animation(stage.state->current(0)), stage.data->find_animation("a"));
    stage.heard.clear();
    stage.state->clear();
    EXPECT_EQ(stage.heard, "Ea Da ");
  }
}

TEST(Listeners, MayUpdateAndApplyTheState) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    int depth = 0, deepest = 0;
    stage.state->add_listener([&](AnimationState& state, const StateEvent&) {
      deepest = std::max(deepest, ++depth);
      state.update(0.01);
      state.apply(stage.skeleton);
      --depth;
    });
    stage.set("a", Loop::yes);
    for (int i = 0; i < 30; ++i) stage.step(0.1);
    EXPECT_EQ(deepest, 1) << "calls are never nested";
  }
}

TEST(Listeners, ThatNeverStopDoNotHang) {
  for (const Rules rules : test::every_rules) {
    Stage stage(rules);
    int calls = 0;
    stage.state->add_listener([&](AnimationState& state, const StateEvent& event) {
      ++calls;
      if (event.type == StateEventType::start) state.set_animation(0, stage.data->find_animation("a"), Loop::no);
    });
    stage.set("a");
    EXPECT_GT(calls, 5000);
    EXPECT_LT(calls, 20000);
    stage.step(0.1);
    EXPECT_GT(calls, 10000) << "the rest was kept";
  }
}

TEST(Listeners, CanBeAddedAndRemovedInACall) {
  Stage stage(Rules::spine_4_2);
  std::string heard;
  ListenerId self, second;
  self = stage.state->add_listener([&](AnimationState& state, const StateEvent&) {
    heard += '1';
    state.remove_listener(self);
    state.remove_listener(second);
    state.add_listener([&](AnimationState&, const StateEvent&) { heard += '3'; });
  });
  second = stage.state->add_listener([&](AnimationState&, const StateEvent&) { heard += '2'; });
  stage.set("a");
  EXPECT_EQ(heard, "1") << "the new one hears from the next notification on";
  stage.state->add_animation(1, stage.data->find_animation("b"), Loop::no);
  EXPECT_EQ(heard, "13");
  stage.state->remove_listener({});
  stage.state->remove_listener({99});
  stage.state->add_animation(2, stage.data->find_animation("b"), Loop::no);
  EXPECT_EQ(heard, "133");
}

TEST(Listeners, OfAnEntryCanBeExchangedInItsOwnCall) {
  Stage stage(Rules::rigby);
  const EntryId a = stage.set("a");
  std::string heard;
  stage.state->set_listener(a, [&, text = std::string(100, 'x')](AnimationState& state, const StateEvent&) {
    state.set_listener(a, nullptr);
    heard += text[99];
  });
  stage.set("b");
  stage.step(0.1);
  EXPECT_EQ(heard, "x");
}

TEST(Listeners, ThatThrowLeaveTheRestForLater) {
  Stage stage(Rules::rigby);
  bool thrown = false;
  std::string heard;
  stage.set("a");
  stage.state->add_listener([&](AnimationState&, const StateEvent& event) {
    heard += letter(event.type);
    if (!thrown) {
      thrown = true;
      throw std::runtime_error("no");
    }
  });
  EXPECT_THROW(stage.set("b"), std::runtime_error);
  EXPECT_EQ(heard, "I");
  stage.step(0.1);
  EXPECT_EQ(heard, "ISED");
}

}  // namespace
}  // namespace sinew
