// Attachments: shapes that cannot be what was meant.
#include <algorithm>
#include <cmath>

#include "base/number_text.hpp"
#include "inspect/checker.hpp"

namespace sinew::inspect {

namespace {

void check_weights(Checker& checker, const Attachment& attachment, const Vertices& vertices) {
  if (!vertices.weighted()) return;
  constexpr std::uint32_t many = 4;
  std::uint32_t wrong = 0, first_wrong = 0, crowded = 0;
  double first_sum = 0;
  for (std::uint32_t i = 0; i < vertices.count; ++i) {
    double sum = 0;
    for (std::uint32_t e = vertices.first_entry[i]; e < vertices.first_entry[i + 1]; ++e) sum += vertices.weights[e];
    if (!(std::fabs(sum - 1) <= 0.01) && wrong++ == 0) first_wrong = i, first_sum = sum;
    crowded += vertices.first_entry[i + 1] - vertices.first_entry[i] > many ? 1u : 0u;
  }
  if (wrong > 0) {
    checker.warn("weights-sum", checker.path_of(attachment),
                 "The weights of " + std::to_string(wrong) + (wrong == 1 ? " vertex do" : " vertices do") +
                     " not add up to 1; those of vertex " + std::to_string(first_wrong) + " make " +
                     rounded(first_sum, 4) + ".");
  }
  if (crowded > 0) {
    checker.hint("many-weights", checker.path_of(attachment),
                 std::to_string(crowded) + (crowded == 1 ? " vertex hangs" : " vertices hang") + " on more than " +
                     std::to_string(many) + " bones: more work, and more than skinning on a GPU mostly takes.");
  }
}

void check_mesh(Checker& checker, const Attachment& attachment) {
  const MeshShape& mesh = *attachment.mesh;
  const std::string path = checker.path_of(attachment);
  if (mesh.triangles.empty()) checker.warn("no-triangles", path, "The mesh has no triangles; nothing is drawn.");
  std::size_t flat = 0;
  std::vector<bool> used(mesh.vertices.count);
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    const std::uint32_t a = mesh.triangles[t], b = mesh.triangles[t + 1], c = mesh.triangles[t + 2];
    flat += a == b || b == c || a == c ? 1u : 0u;
    used[a] = used[b] = used[c] = true;
  }
  if (flat > 0) {
    checker.hint("flat-triangles", path, std::to_string(flat) + " of the mesh's triangles have the same corner twice.");
  }
  const auto unused = std::count(used.begin(), used.end(), false);
  if (unused > 0 && !mesh.triangles.empty()) {
    checker.hint("unused-vertices", path, std::to_string(unused) + " of the mesh's vertices are in no triangle.");
  }
  const auto outside =
      std::count_if(mesh.uvs.begin(), mesh.uvs.end(), [](float uv) { return !(uv >= -1e-4f && uv <= 1 + 1e-4f); });
  if (outside > 0) {
    checker.warn("uvs-outside", path,
                 std::to_string(outside) + " of the mesh's texture coordinates lie outside the image, on neighbours.");
  }
}

void check_clipping(Checker& checker, const Attachment& attachment) {
  const SkeletonData& data = checker.data;
  const ClippingShape& clipping = *attachment.clipping;
  const std::string path = checker.path_of(attachment);
  if (clipping.vertices.count < 3) {
    checker.warn("no-polygon", path, "The clipping polygon has fewer than three vertices; it clips nothing.");
  }
  if (!clipping.end) {
    checker.hint("clips-to-end", path, "The clipping has no end slot: it clips everything drawn after it.");
  } else if (clipping.end.value < attachment.slot.value) {
    checker.warn("clips-to-end", path,
                 "The clipping's end slot " + quote(data[clipping.end].name) +
                     " is drawn before it, so it clips everything drawn after it.");
  } else if (clipping.end == attachment.slot) {
    checker.hint("clips-to-end", path, "The clipping's end slot is its own: it clips everything drawn after it.");
  }
}

}  // namespace

void check_attachments(Checker& checker) {
  for (const Attachment& attachment : checker.data.attachments) {
    const std::string path = checker.path_of(attachment);
    if (attachment.region) {
      const RegionShape& region = *attachment.region;
      if (region.width == 0 || region.height == 0 || region.scale_x == 0 || region.scale_y == 0) {
        checker.warn("no-area", path, "The region has no area; nothing is drawn.");
      }
    }
    if (attachment.sequence) {
      if (attachment.sequence->setup_index >= attachment.sequence->count) {
        checker.warn("setup-frame", path,
                     "The sequence's setup frame is " + std::to_string(attachment.sequence->setup_index) +
                         ", but it has only " + std::to_string(attachment.sequence->count) + " frames.");
      } else if (attachment.sequence->count == 1) {
        checker.hint("one-frame", path, "The sequence has a single frame.");
      }
    }
    if (attachment.link) continue;  // its shape is its source's
    if (attachment.mesh) check_mesh(checker, attachment);
    if (attachment.clipping) check_clipping(checker, attachment);
    if (attachment.bounding_box && attachment.bounding_box->count < 3) {
      checker.warn("no-polygon", path, "The bounding box has fewer than three vertices; nothing hits it.");
    }
    if (attachment.path_shape) {
      const PathShape& shape = *attachment.path_shape;
      const bool no_length = std::all_of(shape.lengths.begin(), shape.lengths.end(), [](double l) { return l == 0; });
      if (!shape.constant_speed && no_length) {
        checker.warn("path-length", path,
                     "The path is not followed at constant speed, and the lengths to follow it by are all 0.");
      }
    }
    if (const Vertices* vertices = attachment.vertices()) check_weights(checker, attachment, *vertices);
  }
}

}  // namespace sinew::inspect
