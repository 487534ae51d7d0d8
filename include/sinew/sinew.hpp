// Everything of the core library.
#pragma once

#include "sinew/animation.hpp"        // IWYU pragma: export
#include "sinew/animation_state.hpp"  // IWYU pragma: export
#include "sinew/batch.hpp"            // IWYU pragma: export
#include "sinew/blend_space.hpp"      // IWYU pragma: export
#include "sinew/check.hpp"            // IWYU pragma: export
#include "sinew/compose_skins.hpp"    // IWYU pragma: export
#include "sinew/conversions.hpp"      // IWYU pragma: export
#include "sinew/convert.hpp"          // IWYU pragma: export
#include "sinew/diff.hpp"             // IWYU pragma: export
#include "sinew/draw.hpp"             // IWYU pragma: export
#include "sinew/file.hpp"             // IWYU pragma: export
#include "sinew/geometry.hpp"         // IWYU pragma: export
#include "sinew/golden.hpp"           // IWYU pragma: export
#include "sinew/limits.hpp"           // IWYU pragma: export
#include "sinew/load.hpp"             // IWYU pragma: export
#include "sinew/result.hpp"           // IWYU pragma: export
#include "sinew/root_motion.hpp"      // IWYU pragma: export
#include "sinew/scene.hpp"            // IWYU pragma: export
#include "sinew/skeleton.hpp"         // IWYU pragma: export
#include "sinew/skeleton_data.hpp"    // IWYU pragma: export
#include "sinew/skin_builder.hpp"     // IWYU pragma: export
#include "sinew/track_mask.hpp"       // IWYU pragma: export
#include "sinew/types.hpp"            // IWYU pragma: export
#include "sinew/write.hpp"            // IWYU pragma: export
