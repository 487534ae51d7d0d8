#include "sinew/compose_skins.hpp"

#include "sinew/skin_builder.hpp"

namespace sinew {

SkeletonDataPtr compose_skins(const SkeletonDataPtr& data, std::span<const SkinIndex> skins, std::string_view name) {
  SkinBuilder builder(data);
  for (const SkinIndex skin : skins) builder.add(skin);
  return builder.build(name);
}

}  // namespace sinew
