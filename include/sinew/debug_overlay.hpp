// What a rig is made of, as shapes over its picture: bones, wireframes, boxes. For Renderer::draw_shapes().
#pragma once

#include "sinew/draw.hpp"
#include "sinew/geometry.hpp"
#include "sinew/skeleton.hpp"

namespace sinew {

// All append to `list`, in one batch each, without an atlas. `pixel` is the length in world space of a pixel of the
// picture: lines are as wide as they should look. They allocate.

/// Active bones: a kite from the joint to the tip, in the colour that the file gives the bone; a bone without length is
/// a small square.
void overlay_bones(const Skeleton& skeleton, double pixel, DrawList& list);

/// Triangles of meshes, their outlines, and the frames of regions, untrimmed, of everything that is shown.
void overlay_meshes(const Skeleton& skeleton, double pixel, DrawList& list);

/// Bounding box attachments, clipping polygons, and a box, which is usually that of drawn_bounds(); none if empty.
void overlay_bounds(const Skeleton& skeleton, const Bounds& box, double pixel, DrawList& list);

}  // namespace sinew
