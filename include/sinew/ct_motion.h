/* .motion clips and .rig hierarchies by the function names that their format's page uses, for C and for whatever calls C.
 *
 * A thin layer over sinew/motion.hpp, which explains what each does; link sinew::motion.
 *
 *     ctMotionClip* clip = ctMotionLoad("swing.motion");
 *     ctAnimationBinding* binding = ctAnimationBindingLoad("weapon.rig");
 *     const ctMotionParts* rest_parts = ctAnimationBind(binding, clip);
 *     ctMotionRig* rig = ctMotionRigCreate(rest_parts, clip);
 *     const ctWorldPose* poses = ctMotionRigSample(rig, clip, ctMotionTime(clip, elapsed), 1);
 *
 * Functions that fail return NULL (or 0), and ctMotionError() says why. What a function creates is released by the
 * function of the same name with Free. Null pointers are allowed everywhere: the result is NULL (or 0), and the message
 * stays that of what failed before.
 */
#ifndef SINEW_CT_MOTION_H
#define SINEW_CT_MOTION_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ctMotionClip ctMotionClip;
typedef struct ctAnimationBinding ctAnimationBinding;
typedef struct ctMotionRig ctMotionRig;

/* Relative to the parent; rotation: three angles in radians (about x first, then y, then z, about the parent's axes). */
typedef struct ctPose {
  double position[3];
  double rotation[3];
  double scale[3];
} ctPose;

/* A part with its rest pose. parent: NULL or "": none. */
typedef struct ctMotionPart {
  const char* name;
  const char* parent;
  ctPose rest;
} ctMotionPart;

typedef struct ctMotionParts {
  const ctMotionPart* items;
  size_t count;
} ctMotionParts;

/* 3 rows of 4: the turned and scaled axes are the columns 0 to 2, the position is column 3. */
typedef struct ctWorldPose {
  double matrix[12];
} ctWorldPose;

/* The last message of this thread, with file, line and column where they are known; never NULL. */
const char* ctMotionError(void);
/* The same without the place: one of the format's own messages, word for word. */
const char* ctMotionErrorMessage(void);

ctMotionClip* ctMotionLoad(const char* path);
ctMotionClip* ctMotionParse(const char* text);
void ctMotionFree(ctMotionClip* clip);

/* Elapsed seconds to the time of the clip: wraps when looping, otherwise stops at 0 and at the end. */
double ctMotionTime(const ctMotionClip* clip, double elapsed);
/* One part at a time of the clip; properties without a track stay as in rest. */
ctPose ctMotionPose(const ctMotionClip* clip, const char* part, double time, ctPose rest);

ctAnimationBinding* ctAnimationBindingLoad(const char* path);
ctAnimationBinding* ctAnimationBindingParse(const char* text);
void ctAnimationBindingFree(ctAnimationBinding* binding);

/* Connects a rig clip to its rig: its parts with their rest poses, which live as long as the binding; NULL where they do
 * not fit each other. */
const ctMotionParts* ctAnimationBind(const ctAnimationBinding* binding, const ctMotionClip* clip);

/* A hierarchy that the clip moves; NULL where something is wrong with the parts, or a part of the clip is missing. */
ctMotionRig* ctMotionRigCreate(const ctMotionParts* rest_parts, const ctMotionClip* clip);
void ctMotionRigFree(ctMotionRig* rig);

/* World poses at a time of a clip, one for each part in the order of the rest parts; they belong to the rig and last
 * until it is sampled again. weight: from the rest pose (0) to the clip (1). A clip other than the one the rig was
 * created with is prepared on first use; NULL where a part of it is missing. */
const ctWorldPose* ctMotionRigSample(ctMotionRig* rig, const ctMotionClip* clip, double time, double weight);
/* After sampling: a part relative to its parent. */
ctPose ctMotionRigLocal(const ctMotionRig* rig, size_t part);
size_t ctMotionRigCount(const ctMotionRig* rig);

#ifdef __cplusplus
}
#endif

#endif /* SINEW_CT_MOTION_H */
