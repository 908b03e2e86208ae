// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The headers of the C interface are plain C11 and C++. Bindings that read only declarations (LuaJIT's ffi.cdef) remove
// the lines that begin with # and the three macros that are defined here.
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

/// This number changes if code that was compiled or bound against an older library no longer works. For example, a
/// returned struct gets another layout, or a function gets other parameters. New functions, and new fields at the end
/// of a def, do not change it.
enum
{
	RICOCHET_C_ABI = 1
};

/// Returns RICOCHET_C_ABI of the library. If it differs from the value in the headers, call no other function.
RICOCHET_API int32_t ricochet_c_abi(void);

/// Writes the library's version.
RICOCHET_API void ricochet_version(int32_t* major, int32_t* minor, int32_t* patch);

/// Returns the size in bytes of a struct in the library, by its name, such as "ricochet_ray_hit". Returns 0 if there is
/// no such struct. For bindings that declare the structs themselves.
RICOCHET_API uint32_t ricochet_size_of(const char* name);

/// A vector, in metres unless the field says otherwise.
typedef struct ricochet_vec
{
	float x;
	float y;
} ricochet_vec;

/// A pose: a point (m) and an angle (rad, counter-clockwise).
typedef struct ricochet_pose
{
	ricochet_vec position;
	float angle;
} ricochet_pose;

/// A world, and a plugin in it (c/world.h, c/plugin.h). Functions refuse null. Do not use a pointer after its object
/// was destroyed: as with malloc, no function can detect that.
typedef struct ricochet_world ricochet_world;
typedef struct ricochet_plugin ricochet_plugin;

/// The id of a body or a fixture of a world; 0: none.
///
/// - In a world created by ricochet, an id is never used twice. The id of a destroyed body or fixture is refused
///   (RICOCHET_NO_SUCH_ENTRY).
/// - In a b2World of the game, the id is the address of the b2Body or b2Fixture. An address that is not in the world is
///   refused. But Box2D uses addresses again, so an old id may refer to a new object.
typedef uint64_t ricochet_body;
typedef uint64_t ricochet_fixture;

// Return values ----------------------------------------------------------------------------------------------------
//
// bool            true: done. False: refused, and nothing has changed unless the function says otherwise
// int32_t         a number of things, or 0 and 1 for no and yes; -1: refused
// a pointer, id   null, or an id that is 0: refused
//
// Arrays: a function writes at most `capacity` elements and returns how many there are. With capacity 0 the array may
// be null: the function then only counts. No function throws, and none aborts because of its arguments.

/// Why a call was refused: as ricochet::ErrorReason. geometry/error.h explains `value` and `limit`.
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
	// These exist only in the C interface.
	RICOCHET_CALLBACK_THREW = 100, ///< a callback, written in C++, has thrown an exception
	RICOCHET_IS_A_SNAPSHOT,        ///< the call needs a world but got a snapshot
	RICOCHET_IS_NO_SNAPSHOT,       ///< the call needs a snapshot but got a world
	RICOCHET_HAS_NO_B2_WORLD       ///< the library is ricochet_scene, which knows no b2World
} ricochet_reason;

/// Why a call was refused: as ricochet::Error.
typedef struct ricochet_error
{
	int32_t reason;        ///< ricochet_reason
	int32_t index;         ///< index of the element that is wrong; -1 if there is only one
	double value;          ///< the number that is wrong
	double limit;          ///< the limit for `value`, as geometry/error.h states
	const char* parameter; ///< name of the parameter or field; never null; always valid
} ricochet_error;

/// Returns the error of this thread's last call, or RICOCHET_OK if that call was not refused. Every function except
/// this one and ricochet_last_message sets it.
RICOCHET_API ricochet_error ricochet_last_error(void);

/// Returns the last error as a sentence with the wrong number, or an empty string if the call was not refused. Never
/// null. Valid until this thread's next call.
RICOCHET_API const char* ricochet_last_message(void);

// Filters ----------------------------------------------------------------------------------------------------------

/// Returns true to accept the fixture. During one call of a query or step, it must return the same value for the same
/// fixture. It must not change the world, nor the snapshot or region that calls it.
typedef bool (*ricochet_predicate)(ricochet_body body, ricochet_fixture fixture, void* context);

/// The sides from which edges and chains are hit: as ricochet::Sides (query/query_filter.h).
enum
{
	RICOCHET_SIDES_BOTH,
	RICOCHET_SIDES_FRONT,
	RICOCHET_SIDES_BACK
};

/// The fixtures that a query or a projectile can hit: as ricochet::QueryFilter. A null pointer to a filter stands for
/// the default.
typedef struct ricochet_filter
{
	uint32_t size; ///< size of this struct; ricochet_filter_default sets it. Every def has such a field
	uint16_t category_bits;
	uint16_t mask_bits;
	int16_t group_index;
	bool sensors;              ///< hit sensor fixtures
	bool start_inside;         ///< hit shapes that contain the origin
	int32_t sides;             ///< RICOCHET_SIDES_...
	ricochet_body ignore[4];   ///< 0: none. The id of a destroyed body is not refused
	ricochet_predicate accept; ///< null: all fixtures are accepted
	void* context;             ///< passed to accept
} ricochet_filter;

RICOCHET_API ricochet_filter ricochet_filter_default(void);

RICOCHET_C_END
