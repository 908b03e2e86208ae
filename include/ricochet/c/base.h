// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The headers of the C interface are plain C11 and C++. What reads declarations alone (LuaJIT's ffi.cdef) drops the
// lines that begin with # and the three words that are defined here.
#ifdef _WIN32
#define RICOCHET_API
#else
#define RICOCHET_API __attribute__((visibility("default")))
#endif
#ifdef __cplusplus
// clang-format off
#define RICOCHET_C_BEGIN extern "C" {
// clang-format on
#define RICOCHET_C_END }
#else
#define RICOCHET_C_BEGIN
#define RICOCHET_C_END
#endif

RICOCHET_C_BEGIN

/// Changes when what is compiled or bound against an older library no longer fits: a struct that is given out has
/// another layout, a function other parameters. New functions, and new fields at the end of a def, change nothing.
enum
{
	RICOCHET_C_ABI = 1
};

/// RICOCHET_C_ABI of the library. Another one than that of the headers: call nothing else.
RICOCHET_API int32_t ricochet_c_abi(void);

/// The library's version.
RICOCHET_API void ricochet_version(int32_t* major, int32_t* minor, int32_t* patch);

/// How many bytes the struct of that name has in the library, such as "ricochet_ray_hit"; 0: it knows none of that
/// name. For bindings that write the structs down once more.
RICOCHET_API uint32_t ricochet_size_of(const char* name);

/// Metres, or as the field says.
typedef struct ricochet_vec
{
	float x;
	float y;
} ricochet_vec;

/// Where something stands: a point (m) and an angle (rad, counter-clockwise).
typedef struct ricochet_pose
{
	ricochet_vec position;
	float angle;
} ricochet_pose;

/// A world, and a plugin in it (c/world.h, c/plugin.h). As with what malloc gives, nobody knows that a pointer to one
/// that was destroyed is no longer good: do not use it. Null is refused.
typedef struct ricochet_world ricochet_world;
typedef struct ricochet_plugin ricochet_plugin;

/// Names a body or a fixture of a world; 0: none. Of a world that was made here a name is never used twice, and the
/// name of one that is destroyed is refused (RICOCHET_NO_SUCH_ENTRY). Of a b2World of the game it is the address of the
/// b2Body or b2Fixture: one that is not in the world is refused, but Box2D gives addresses out again.
typedef uint64_t ricochet_body;
typedef uint64_t ricochet_fixture;

// What a function gives --------------------------------------------------------------------------------------------
//
// bool            true: done. False: refused, and nothing has changed
// int32_t         how many there are, or 0 and 1 for no and yes; -1: refused
// a pointer, id   null, or an id that is 0: refused
//
// Arrays: what is written is at most `capacity`; what is returned is how many there are. With capacity 0 the array may
// be null: the function then counts. No function throws, and none aborts on what it is given.

/// Why a call was refused: as ricochet::ErrorReason (geometry/error.h), which says what value and limit are.
typedef enum ricochet_reason
{
	RICOCHET_OK,
	RICOCHET_NOT_FINITE,
	RICOCHET_NOT_POSITIVE,
	RICOCHET_TOO_SMALL,
	RICOCHET_TOO_LARGE,
	RICOCHET_TOO_FEW,
	RICOCHET_TOO_MANY,
	RICOCHET_TOO_CLOSE,
	RICOCHET_NO_AREA,
	RICOCHET_EDGES_MEET,
	RICOCHET_NOT_PLANAR,
	RICOCHET_NOT_A_ROTATION,
	RICOCHET_NO_SUCH_CHILD,
	RICOCHET_NO_SUCH_ENTRY,
	RICOCHET_NULL,
	RICOCHET_WORLD_IS_LOCKED,
	RICOCHET_INSIDE_STEP,
	RICOCHET_STEP_HAS_BEGUN,
	RICOCHET_STEP_HAS_NOT_BEGUN,
	RICOCHET_NOT_SAVED,
	RICOCHET_OTHER_VERSION,
	RICOCHET_OUT_OF_MEMORY,
	RICOCHET_NOT_A_SOLID,
	RICOCHET_OTHER_BOX2D,
	RICOCHET_OTHER_WORLD,
	// Of the C interface alone.
	RICOCHET_CALLBACK_THREW = 100, ///< a function of the game, which was C++, has thrown an exception
	RICOCHET_IS_A_SNAPSHOT,        ///< a snapshot was given where only the world will do
	RICOCHET_IS_NO_SNAPSHOT        ///< a world was given where only a snapshot will do
} ricochet_reason;

/// Why a call was refused: as ricochet::Error.
typedef struct ricochet_error
{
	int32_t reason;        ///< ricochet_reason
	int32_t index;         ///< which of several; -1: there is one
	double value;          ///< the offending number
	double limit;          ///< what would have passed
	const char* parameter; ///< the parameter or field; never null, lives for ever
} ricochet_error;

/// Why the last call of this thread was refused; RICOCHET_OK if it was not. Every function but these two sets it.
RICOCHET_API ricochet_error ricochet_last_error(void);

/// The same as a sentence with the number; empty if it was not refused. Never null; until this thread's next call.
RICOCHET_API const char* ricochet_last_message(void);

// Filters ----------------------------------------------------------------------------------------------------------

/// True to accept the fixture. The same answer for the same fixture during a call; must not change the world, nor the
/// snapshot or region by which it is asked.
typedef bool (*ricochet_predicate)(ricochet_body body, ricochet_fixture fixture, void* context);

/// From which side edges and chains are met: as ricochet::Sides (query/query_filter.h).
enum
{
	RICOCHET_SIDES_BOTH,
	RICOCHET_SIDES_FRONT,
	RICOCHET_SIDES_BACK
};

/// Which fixtures a query or a projectile meets: as ricochet::QueryFilter. Null where one is asked for: the default.
typedef struct ricochet_filter
{
	uint32_t size; ///< of this struct; ricochet_filter_default sets it, as that of every def
	uint16_t category_bits;
	uint16_t mask_bits;
	int16_t group_index;
	bool sensors;              ///< meet sensor fixtures
	bool start_inside;         ///< meet shapes that contain the origin
	int32_t sides;             ///< RICOCHET_SIDES_...
	ricochet_body ignore[4];   ///< 0: none. One that is gone is no longer met, and not refused
	ricochet_predicate accept; ///< null: all
	void* context;             ///< for accept
} ricochet_filter;

RICOCHET_API ricochet_filter ricochet_filter_default(void);

RICOCHET_C_END
