// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/scene.h>
#include <ricochet/ricochet_c.h>
#include <ricochet/version.h>

#include "c/answer.h"

#include <cstdio>
#include <string_view>

static_assert(RICOCHET_NOT_FINITE == static_cast<int>(ricochet::ErrorReason::NotFinite));
static_assert(RICOCHET_NO_SUCH_ENTRY == static_cast<int>(ricochet::ErrorReason::NoSuchEntry));
static_assert(RICOCHET_NULL == static_cast<int>(ricochet::ErrorReason::Null));
static_assert(RICOCHET_NOT_A_SOLID == static_cast<int>(ricochet::ErrorReason::NotASolid));
static_assert(RICOCHET_OTHER_WORLD == static_cast<int>(ricochet::ErrorReason::OtherWorld));

namespace ricochet::c
{

namespace
{

thread_local Error t_error;
thread_local char t_message[512];

const char* Keep(std::string_view text)
{
	std::snprintf(t_message, sizeof(t_message), "%.*s", static_cast<int>(text.size()), text.data());
	return t_message;
}

struct Size
{
	std::string_view name;
	size_t bytes;
};

#define RICOCHET_SIZE(type)                                                                                            \
	{                                                                                                                  \
#type, sizeof(type)                                                                                            \
	}

constexpr Size k_sizes[] = {
    RICOCHET_SIZE(ricochet_beam_decision),
    RICOCHET_SIZE(ricochet_beam_def),
    RICOCHET_SIZE(ricochet_beam_leg),
    RICOCHET_SIZE(ricochet_blast_decision),
    RICOCHET_SIZE(ricochet_blast_hit),
    RICOCHET_SIZE(ricochet_body_def),
    RICOCHET_SIZE(ricochet_body_state),
    RICOCHET_SIZE(ricochet_box),
    RICOCHET_SIZE(ricochet_bullet),
    RICOCHET_SIZE(ricochet_bullet_def),
    RICOCHET_SIZE(ricochet_bullet_place),
    RICOCHET_SIZE(ricochet_bullet_state),
    RICOCHET_SIZE(ricochet_callbacks),
    RICOCHET_SIZE(ricochet_convex_piece),
    RICOCHET_SIZE(ricochet_crossing),
    RICOCHET_SIZE(ricochet_decision),
    RICOCHET_SIZE(ricochet_error),
    RICOCHET_SIZE(ricochet_expired),
    RICOCHET_SIZE(ricochet_explosion),
    RICOCHET_SIZE(ricochet_explosion_def),
    RICOCHET_SIZE(ricochet_filter),
    RICOCHET_SIZE(ricochet_fixture_def),
    RICOCHET_SIZE(ricochet_grenade),
    RICOCHET_SIZE(ricochet_grenade_def),
    RICOCHET_SIZE(ricochet_grenade_place),
    RICOCHET_SIZE(ricochet_grenade_state),
    RICOCHET_SIZE(ricochet_ground),
    RICOCHET_SIZE(ricochet_ground_def),
    RICOCHET_SIZE(ricochet_history_def),
    RICOCHET_SIZE(ricochet_hull),
    RICOCHET_SIZE(ricochet_hull_feature),
    RICOCHET_SIZE(ricochet_hull_hit),
    RICOCHET_SIZE(ricochet_impact),
    RICOCHET_SIZE(ricochet_intercept),
    RICOCHET_SIZE(ricochet_light_def),
    RICOCHET_SIZE(ricochet_lit_vertex),
    RICOCHET_SIZE(ricochet_moving_target),
    RICOCHET_SIZE(ricochet_nearest_hit),
    RICOCHET_SIZE(ricochet_outline),
    RICOCHET_SIZE(ricochet_outline_fault),
    RICOCHET_SIZE(ricochet_overlap_hit),
    RICOCHET_SIZE(ricochet_parallel_light_def),
    RICOCHET_SIZE(ricochet_path_point),
    RICOCHET_SIZE(ricochet_plugin_def),
    RICOCHET_SIZE(ricochet_polygon_kind),
    RICOCHET_SIZE(ricochet_pose),
    RICOCHET_SIZE(ricochet_press),
    RICOCHET_SIZE(ricochet_ray),
    RICOCHET_SIZE(ricochet_ray_fan),
    RICOCHET_SIZE(ricochet_ray_hit),
    RICOCHET_SIZE(ricochet_restore_def),
    RICOCHET_SIZE(ricochet_restored_def),
#ifdef RICOCHET_SCENE
    RICOCHET_SIZE(ricochet_scene_change),
    RICOCHET_SIZE(ricochet_scene_destroyed),
    RICOCHET_SIZE(ricochet_scene_motion),
#endif
    RICOCHET_SIZE(ricochet_sight_def),
    RICOCHET_SIZE(ricochet_slide_def),
    RICOCHET_SIZE(ricochet_slide_plane),
    RICOCHET_SIZE(ricochet_slide_result),
    RICOCHET_SIZE(ricochet_snapshot_update),
    RICOCHET_SIZE(ricochet_surface),
    RICOCHET_SIZE(ricochet_turning_hit),
    RICOCHET_SIZE(ricochet_turning_path),
    RICOCHET_SIZE(ricochet_vec),
    RICOCHET_SIZE(ricochet_weld_counts),
};

#undef RICOCHET_SIZE

} // namespace

ricochet_error ErrorToC(const Error& error)
{
	return {static_cast<int32_t>(error.reason), error.index, error.value, error.limit, error.parameter};
}

void SetLastError(const Error& error) noexcept
{
	t_error = error;
}

} // namespace ricochet::c

using namespace ricochet::c;

int32_t ricochet_c_abi(void)
{
	SetLastError({});
	return RICOCHET_C_ABI;
}

void ricochet_version(int32_t* major, int32_t* minor, int32_t* patch)
{
	ricochet::Checker checker;
	checker.NotNull("major", major).NotNull("minor", minor).NotNull("patch", patch);
	SetLastError(checker.Outcome().GetError());
	if (checker.IsSound())
	{
		*major = RICOCHET_VERSION_MAJOR;
		*minor = RICOCHET_VERSION_MINOR;
		*patch = RICOCHET_VERSION_PATCH;
	}
}

uint32_t ricochet_size_of(const char* name)
{
	SetLastError(name == nullptr ? ricochet::Error{ricochet::ErrorReason::Null, "name"} : ricochet::Error{});
	for (const Size& size : k_sizes)
	{
		if (name != nullptr && size.name == name)
		{
			return static_cast<uint32_t>(size.bytes);
		}
	}
	return 0;
}

ricochet_error ricochet_last_error(void)
{
	return ErrorToC(t_error);
}

const char* ricochet_last_message(void)
{
	switch (static_cast<int32_t>(t_error.reason))
	{
	case RICOCHET_CALLBACK_THREW:
		return Keep("A function of the game has thrown an exception.");
	case RICOCHET_IS_A_SNAPSHOT:
		return Keep("world is a snapshot, which has no bodies: give the world itself.");
	case RICOCHET_IS_NO_SNAPSHOT:
		return Keep("snapshot is a world that is none: give what ricochet_create_snapshot gave.");
	case RICOCHET_HAS_NO_B2_WORLD:
		return Keep("ricochet_scene knows no b2World: use ricochet_create_world.");
	default:
		break;
	}
	try
	{
		return Keep(t_error.Message());
	}
	catch (...)
	{
		return Keep("Out of memory.");
	}
}
