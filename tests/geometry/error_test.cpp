// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/checker.h"
#include "geometry/with_memory.h"
#include "support/failing_memory.h"
#include "support/floats.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

// Tests that all refusals use the same reasons and messages.

namespace ricochet::test::error_test
{

namespace
{

constexpr float k_denormal = std::numeric_limits<float>::denorm_min();

static_assert(std::is_trivially_copyable_v<Error>, "an error needs no memory");

ErrorReason ReasonOf(const Checker& checker)
{
	return checker.Outcome().GetError().reason;
}

struct Row
{
	Error error;
	const char* message;
};

} // namespace

TEST(Error, EveryReasonHasOneSentenceWithTheNumber)
{
	const Row rows[] = {
	    {{}, ""},
	    {{ErrorReason::NotFinite, "vertices", 3, k_nan}, "vertices[3] is nan: it must be finite."},
	    {{ErrorReason::NotPositive, "BulletDef::mass", -1, -0.5}, "BulletDef::mass is -0.5: it must be above 0."},
	    {{ErrorReason::TooSmall, "dt", -1, -1.0, 0.0}, "dt is -1: it must be at least 0."},
	    {{ErrorReason::TooSmall, "radius", -1, 0.00999999999, 0.01},
	     "radius is 0.00999999999: it must be at least 0.01."},
	    {{ErrorReason::TooLarge, "radius", -1, 2e9, 1e9}, "radius is 2000000000: it must be at most 1000000000."},
	    {{ErrorReason::TooLarge, "v1", -1, -2e9, 1e9}, "v1 is -2000000000: it must be at least -1000000000."},
	    {{ErrorReason::TooFew, "points", -1, 2.0, 3.0}, "points: 2 are too few, at least 3 are needed."},
	    {{ErrorReason::TooMany, "cells", -1, 65537.0, 65536.0}, "cells: 65537 are too many, at most 65536 will do."},
	    {{ErrorReason::TooClose, "vertices", 1, 0.001, 0.005},
	     "vertices[1] is 0.001 m from another one: they must be more than 0.005 m apart."},
	    {{ErrorReason::TooClose, "vertices", 1}, "vertices[1] repeats the one before it."},
	    {{ErrorReason::NoArea, "points", -1, 0.0}, "points are on one line: the area is 0 m^2."},
	    {{ErrorReason::NoArea, "points", -1, 4.5e-6, 0.005}, "points are too thin for Box2D: the area is 4.5e-06 m^2."},
	    {{ErrorReason::EdgesMeet, "vertices", 2, 7.0},
	     "vertices: edge 2 meets edge 7, but edges may only meet where one ends and the next begins."},
	    {{ErrorReason::NotPlanar, "vertices", 4, 0.25, 0.125},
	     "vertices[4] is 0.25 off the plane of all, but at most 0.125 is allowed."},
	    {{ErrorReason::NotARotation, "pose", -1, 2.0, 0.01},
	     "pose has a rotation q of |q|^2 = 2: it must be within 0.01 of 1."},
	    {{ErrorReason::NoSuchChild, "child", -1, 9.0}, "child is 9: the shape has no such child."},
	    {{ErrorReason::NotASolid, "fixture", -1, 3.0},
	     "fixture is a shape of type 3: it must be a polygon or a circle of Box2D or of ricochet."},
	    {{ErrorReason::NoSuchEntry, "id", -1, 12.0}, "id has the index 12: there is no such entry of this kind."},
	    {{ErrorReason::Null, "body"}, "body is null."},
	    {{ErrorReason::WorldIsLocked}, "The world is locked."},
	    {{ErrorReason::InsideStep}, "Called from inside a step."},
	    {{ErrorReason::StepHasBegun}, "BeginStep was called a second time, before EndStep."},
	    {{ErrorReason::StepHasNotBegun}, "EndStep was called without BeginStep."},
	    {{ErrorReason::NotSaved, "bytes", -1, 40.0},
	     "bytes are no saved state, or damaged: they make sense up to byte 40."},
	    {{ErrorReason::OtherVersion, "bytes", -1, 2.0, 1.0},
	     "bytes are a saved state of format 2, but only format 1 can be read."},
	    {{ErrorReason::OutOfMemory}, "Out of memory."},
	    {{ErrorReason::OtherBox2d, "sizeof(b2Body)", -1, 200.0, 192.0},
	     "sizeof(b2Body) is 200 in the game and 192 in ricochet: compile both with the same headers of Box2D and the "
	     "same b2_user_settings.h."},
	    {{ErrorReason::OtherWorld, "PluginDef::snapshot"}, "PluginDef::snapshot was made for another world."},
	};
	EXPECT_EQ(std::size(rows), static_cast<size_t>(ErrorReason::OtherWorld) + 5)
	    << "one row for each, two of TooSmall, TooLarge, TooClose, NoArea";
	for (const Row& row : rows)
	{
		EXPECT_EQ(row.error.Message(), row.message);
	}
	EXPECT_EQ(Error{static_cast<ErrorReason>(200)}.Message(), "");
}

TEST(Error, OfRingsNamesRingIndexAndPlace)
{
	const auto message = [](ErrorReason reason, int32_t index, double value, RingPlace other = {})
	{
		Error error{reason, "vertices", index, value};
		error.at = {1, 2};
		error.other = other;
		error.x = 3.5f;
		error.y = -4.0f;
		return error.Message();
	};
	EXPECT_EQ(message(ErrorReason::NotFinite, 6, k_nan),
	          "ring 1, vertex 2 (vertices[6]) at (3.5, -4) m: both numbers must be finite.");
	EXPECT_EQ(message(ErrorReason::TooClose, 6, 0.0),
	          "ring 1, vertex 2 (vertices[6]) at (3.5, -4) m repeats the vertex before it.");
	EXPECT_EQ(message(ErrorReason::NoArea, 4, 0.0),
	          "ring 1 (from vertices[4]) at (3.5, -4) m has all its vertices on one line.");
	EXPECT_EQ(message(ErrorReason::EdgesMeet, 6, 12.0, {3, 1}),
	          "ring 1, edge 2 meets ring 3, edge 1 at (3.5, -4) m (vertices: edges 6 and 12): rings may touch, but "
	          "must not cross or cancel each other out.");
}

TEST(Result, IsTrueWithAValueAndElseSaysWhy)
{
	Result<std::unique_ptr<int>> value(std::make_unique<int>(7));
	ASSERT_TRUE(value);
	EXPECT_EQ(**value, 7);
	EXPECT_EQ(value->get(), (*value).get());
	EXPECT_EQ(value.GetError().reason, ErrorReason::None);
	const std::unique_ptr<int> moved = *std::move(value);
	EXPECT_EQ(*moved, 7);

	const Result<std::unique_ptr<int>> refused(Error{ErrorReason::Null, "body"});
	EXPECT_FALSE(refused);
	EXPECT_EQ(refused.GetError().reason, ErrorReason::Null);
	EXPECT_STREQ(refused.GetError().parameter, "body");

	EXPECT_TRUE(Result<>());
	EXPECT_EQ(Result<>().GetError().reason, ErrorReason::None);
	EXPECT_FALSE(Result<>(Error{ErrorReason::InsideStep}));
}

TEST(Checker, KeepsWhatTheFirstOfTheWrongOnesSays)
{
	const Checker checker = Checker().Finite("a", 1.0f).Positive("b", -2.0f).Finite("c", k_nan).NotNull("d", nullptr);
	EXPECT_FALSE(checker.IsSound());
	EXPECT_EQ(ReasonOf(checker), ErrorReason::NotPositive);
	EXPECT_STREQ(checker.Outcome().GetError().parameter, "b");
	EXPECT_EQ(checker.Outcome().GetError().value, -2.0);
	EXPECT_TRUE(Checker().Outcome());
}

TEST(Checker, BordersBelongToWhatIsAllowed)
{
	EXPECT_TRUE(Checker().Positive("x", k_denormal).IsSound());
	EXPECT_EQ(ReasonOf(Checker().Positive("x", 0.0f)), ErrorReason::NotPositive);
	EXPECT_EQ(ReasonOf(Checker().Positive("x", -0.0f)), ErrorReason::NotPositive);
	EXPECT_TRUE(Checker().AtLeast("x", 1.0, 1.0).AtMost("x", 1.0, 1.0).IsSound());
	EXPECT_EQ(ReasonOf(Checker().AtLeast("x", 0.99, 1.0)), ErrorReason::TooSmall);
	EXPECT_EQ(ReasonOf(Checker().AtMost("x", 1.01, 1.0)), ErrorReason::TooLarge);
	EXPECT_TRUE(Checker().Share("x", 0.0f).Share("x", 1.0f).Share("x", -0.0f).IsSound());
	EXPECT_EQ(ReasonOf(Checker().Share("x", -k_denormal)), ErrorReason::TooSmall);
	EXPECT_EQ(ReasonOf(Checker().Share("x", 1.0000001f)), ErrorReason::TooLarge);
	EXPECT_TRUE(Checker().Within("x", b2Vec2{-5.0f, 5.0f}, 5.0).IsSound());
	EXPECT_EQ(ReasonOf(Checker().Within("x", b2Vec2{1.0f, -5.0001f}, 5.0)), ErrorReason::TooLarge);
	EXPECT_TRUE(Checker().Count("x", 3, 3, 3).IsSound());
	EXPECT_EQ(ReasonOf(Checker().Count("x", 2, 3)), ErrorReason::TooFew);
	EXPECT_EQ(ReasonOf(Checker().Count("x", 4, 3, 3)), ErrorReason::TooMany);
}

TEST(Checker, WhatIsNotFiniteIsRefusedAsSuchByAll)
{
	for (const float x : {k_nan, k_inf, -k_inf})
	{
		const Checker checkers[] = {Checker().Finite("x", x),       Checker().Finite("x", b2Vec2{0.0f, x}),
		                            Checker().Positive("x", x),     Checker().AtLeast("x", x, 0.0),
		                            Checker().AtMost("x", x, 0.0),  Checker().Share("x", x),
		                            Checker().Within("x", x, 10.0), Checker().Within("x", b2Vec2{x, 0.0f}, 10.0)};
		for (const Checker& checker : checkers)
		{
			EXPECT_EQ(ReasonOf(checker), ErrorReason::NotFinite) << x;
		}
		const std::vector<b2Vec2> vertices = {{0.0f, 0.0f}, {1.0f, x}};
		const Error error = Checker().Within("vertices", vertices, 10.0).Outcome().GetError();
		EXPECT_EQ(error.reason, ErrorReason::NotFinite);
		EXPECT_EQ(error.index, 1);
	}
}

TEST(WithMemory, MakesAnErrorOfMemoryThatRunsOutAndPassesOnTheRest)
{
	EXPECT_TRUE(WithMemory([] { return Result<>(); }));
	FailingMemory memory(0, FailingMemory::k_never);
	const Result<std::vector<int>> result =
	    memory.Run([] { return WithMemory([] { return Result<std::vector<int>>(std::vector<int>(100)); }); });
	EXPECT_EQ(result.GetError().reason, ErrorReason::OutOfMemory);
	EXPECT_THROW(WithMemory([]() -> Result<> { throw 7; }), int);
}

} // namespace ricochet::test::error_test
