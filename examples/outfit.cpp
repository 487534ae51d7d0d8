// Dressing a character as it runs: a skin made of several, with one attachment exchanged for another's.
//
//     outfit hero.json ember dusk scarf-long
#include <sinew/sinew.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: outfit SKELETON SKIN OTHER-SKIN SLOT\n";
    return 2;
  }
  const auto data = sinew::load_skeleton(argv[1]);
  if (!data) {
    std::cerr << data.error() << '\n';
    return 1;
  }
  sinew::Skeleton skeleton(*data);

  sinew::SkinBuilder outfit(*data);
  if (const auto added = outfit.add(argv[2]); !added) {
    std::cerr << added.error() << '\n';
    return 1;
  }
  // What the other skin shows in one slot in the setup pose.
  const sinew::SlotIndex slot = (*data)->find_slot(argv[4]);
  const std::string_view key = slot ? (**data)[slot].attachment : "";
  const sinew::AttachmentIndex piece = (*data)->find_attachment((*data)->find_skin(argv[3]), slot, key);
  if (const auto set = outfit.set(argv[4], key, piece); !set) {
    std::cerr << set.error() << '\n';
    return 1;
  }
  skeleton.set_skin(outfit.build("mine"));
  skeleton.set_to_setup_pose();
  for (std::size_t i = 0; i < (*data)->slots.size(); ++i) {
    const sinew::AttachmentIndex shown = skeleton.attachment(sinew::SlotIndex(i));
    if (shown) std::cout << (*data)->slots[i].name << " shows " << skeleton.data()[shown].path << '\n';
  }
}
