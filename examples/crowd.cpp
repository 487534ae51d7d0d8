// A crowd that the GPU skins: what is uploaded once, and what a frame takes.
//
//     crowd hero.json hero.atlas walk 1000
#include <sinew/crowd.hpp>
#include <sinew/sinew.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: crowd SKELETON ATLAS ANIMATION COUNT\n";
    return 2;
  }
  const auto fail = [](const sinew::Error& error) {
    std::cerr << error << '\n';
    return 1;
  };
  const auto data = sinew::load_skeleton(argv[1]);
  if (!data) return fail(data.error());
  auto loaded = sinew::load_atlas(argv[2]);
  if (!loaded) return fail(loaded.error());
  const auto atlas = std::make_shared<const sinew::Atlas>(std::move(*loaded));
  const sinew::AtlasBinding binding(*data, atlas);

  // Any context that is current will do: a window's, a browser's.
  const auto context = sinew::HeadlessContext::create();
  if (!context) return fail(context.error());
  sinew::PageTextures pages(*atlas);
  for (std::size_t page = 0; page < atlas->pages().size(); ++page) {
    const std::vector<std::uint8_t> white(4, 255);  // a game uploads the page's image here
    if (const auto set = pages.set(page, {1, 1, white}); !set) return fail(set.error());
  }
  auto renderer = sinew::CrowdRenderer::create(binding);
  if (!renderer) return fail(renderer.error());
  std::cout << renderer->static_bytes() << " bytes stay on the GPU\n";

  const auto count = static_cast<std::size_t>(std::max(std::atoi(argv[4]), 1));
  std::vector<sinew::Skeleton> skeletons(count, sinew::Skeleton(*data));
  std::vector<sinew::AnimationState> players(count, sinew::AnimationState(*data));
  std::vector<sinew::Instance> crowd;
  for (std::size_t i = 0; i < count; ++i) {
    if (!(*data)->skins.empty()) skeletons[i].set_skin(sinew::SkinIndex(i % (*data)->skins.size()));
    skeletons[i].set_to_setup_pose();
    skeletons[i].set_position(200.0 * static_cast<double>(i % 40), -300.0 * static_cast<double>(i / 40));
    const auto playing = players[i].set_animation(0, argv[3], sinew::Loop::yes);
    if (!playing) return fail(playing.error());
    players[i].update(0.1 * static_cast<double>(i));
    crowd.push_back({&skeletons[i], &players[i], true});
  }

  sinew::ThreadPool pool;
  sinew::BatchOptions batch;
  batch.tasks = pool.tasks();
  auto target = sinew::OffscreenTarget::create({400, 300});
  if (!target) return fail(target.error());
  std::vector<std::uint8_t> picture(4 * 400 * 300);

  sinew::CrowdFrame frame(*renderer);
  for (int i = 0; i < 3; ++i) {
    sinew::update_all(crowd, 1 / 60.0, batch);
    frame.clear();
    for (const sinew::Skeleton& skeleton : skeletons) frame.add(skeleton);  // back to front
    if (const auto uploaded = renderer->upload(frame); !uploaded) return fail(uploaded.error());
    const auto drawn = target->draw(
        {0, -9000, 8000, 9000}, {1, 1, 1, 1}, [&](const sinew::WorldRect& world) { renderer->draw(pages, world); },
        picture);
    if (!drawn) return fail(drawn.error());
  }
  const sinew::CrowdStatistics& figures = renderer->statistics();
  std::cout << figures.characters << " characters, " << figures.gpu_slots << " slots posed by the GPU, "
            << figures.cpu_slots << " by the CPU, " << figures.draw_calls << " draw calls, "
            << figures.uploaded_bytes / figures.characters << " bytes a character\n";
}
