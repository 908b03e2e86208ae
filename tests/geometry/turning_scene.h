// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull_oracle.h"
#include "geometry/hull_separation.h"
#include "support/random_rays.h"

#include <ricochet/geometry/turning_cast.h>

#include <string>

namespace ricochet::test
{

/// A rotating hull and a static one. The referee computes the motion only from the formula in the header.
struct TurningScene
{
	std::vector<b2Vec2> moving;
	std::vector<b2Vec2> still;
	float movingRadius = 0.0f;
	float stillRadius = 0.0f;
	TurningMotion motion;
	b2Transform stillPose{b2Vec2{0.0f, 0.0f}, b2Rot(0.0f)};

	[[nodiscard]] std::optional<TurningTouch> Cast(float tolerance = k_turningTolerance) const
	{
		return CastTurningHull({moving, movingRadius}, motion, {still, stillRadius}, stillPose, tolerance);
	}

	[[nodiscard]] std::vector<Spot> MovingAt(double fraction) const
	{
		const b2Rot q = motion.pose.q;
		const double s = std::sin(fraction * motion.angle), c = std::cos(fraction * motion.angle);
		const double mx = motion.localCenter.x, my = motion.localCenter.y;
		const double cx = motion.pose.p.x + (q.c * mx - q.s * my) + fraction * motion.translation.x;
		const double cy = motion.pose.p.y + (q.s * mx + q.c * my) + fraction * motion.translation.y;
		std::vector<Spot> spots;
		for (const b2Vec2& v : moving)
		{
			const double x = q.c * (v.x - mx) - q.s * (v.y - my), y = q.s * (v.x - mx) + q.c * (v.y - my);
			spots.push_back({cx + c * x - s * y, cy + s * x + c * y});
		}
		return spots;
	}

	[[nodiscard]] std::vector<Spot> Still() const
	{
		std::vector<Spot> spots;
		const b2Transform& pose = stillPose;
		const double square = std::pow(Stretch(), 2);
		for (const b2Vec2& v : still)
		{
			const double x = v.x / square, y = v.y / square;
			spots.push_back({pose.p.x + pose.q.c * x - pose.q.s * y, pose.p.y + pose.q.s * x + pose.q.c * y});
		}
		return spots;
	}

	/// Casts convert the static hull by q^T. If |q| is not 1, the hull is scaled by 1 / |q|.
	[[nodiscard]] double Stretch() const
	{
		return std::hypot(static_cast<double>(stillPose.q.s), static_cast<double>(stillPose.q.c));
	}

	/// Returns the distance between the two; negative: the depth of the overlap.
	[[nodiscard]] double GapAt(double fraction) const
	{
		return SeparationOf(MovingAt(fraction), Still()) -
		       (static_cast<double>(movingRadius) + stillRadius) / Stretch();
	}

	/// Returns the length of the path of the vertex that moves farthest.
	[[nodiscard]] double Way() const
	{
		double arm = 0.0;
		for (const b2Vec2& v : moving)
		{
			arm = std::max(arm, std::hypot(static_cast<double>(v.x) - motion.localCenter.x,
			                               static_cast<double>(v.y) - motion.localCenter.y));
		}
		const double straight = std::hypot(motion.translation.x, motion.translation.y);
		return motion.maxFraction * (straight + std::abs(static_cast<double>(motion.angle)) * arm);
	}

	/// Returns the tolerance that the header guarantees, at least its least value, plus the rounding of the referee's
	/// own doubles.
	[[nodiscard]] double Told(double tolerance) const { return std::max(tolerance, 0x1p-21 * 1.02 * Way()) + 1e-9; }

	[[nodiscard]] std::string Text() const
	{
		std::string text = "moving r " + std::to_string(movingRadius) + ":";
		for (const b2Vec2& v : moving)
		{
			text += " (" + std::to_string(v.x) + ", " + std::to_string(v.y) + ")";
		}
		text += "; still r " + std::to_string(stillRadius) + ":";
		for (const b2Vec2& v : still)
		{
			text += " (" + std::to_string(v.x) + ", " + std::to_string(v.y) + ")";
		}
		return text + "; angle " + std::to_string(motion.angle) + ", translation (" +
		       std::to_string(motion.translation.x) + ", " + std::to_string(motion.translation.y) + ")";
	}
};

/// Returns a hull about the origin: a point, a rod, or a polygon from a triangle to an octagon.
[[nodiscard]] inline std::vector<b2Vec2> RoundHull(Random& random, float size)
{
	const int count = random.Between(1, 8);
	const float begin = random.Uniform(0.0f, 6.0f);
	std::vector<b2Vec2> vertices;
	for (int i = 0; i < count; ++i)
	{
		const float at =
		    begin + (static_cast<float>(i) + random.Uniform(-0.3f, 0.3f)) * 6.2831853f / static_cast<float>(count);
		vertices.push_back({size * std::cos(at), size * std::sin(at)});
	}
	return vertices;
}

/// Returns a random scene. Sizes cover three orders of magnitude. Angles are from a 1000th of a radian to several
/// turns, in both directions.
[[nodiscard]] inline TurningScene RandomTurning(Random& random)
{
	TurningScene scene;
	const float size = random.LogUniform(0.05f, 50.0f);
	scene.moving = RoundHull(random, size);
	scene.still = RoundHull(random, size * random.LogUniform(0.1f, 10.0f));
	scene.movingRadius = random.OneIn(2) ? 0.0f : size * random.LogUniform(1e-3f, 1.0f);
	scene.stillRadius = random.OneIn(2) ? 0.0f : size * random.LogUniform(1e-3f, 1.0f);
	const auto place = [&](float reach)
	{
		return b2Vec2{random.Uniform(-reach, reach), random.Uniform(-reach, reach)};
	};
	const b2Vec2 offset = random.OneIn(4) ? place(1000.0f) : b2Vec2{0.0f, 0.0f};
	scene.stillPose = {offset, b2Rot(random.Uniform(-3.0f, 3.0f))};
	scene.motion.pose = {offset + place(6.0f * size), b2Rot(random.Uniform(-3.0f, 3.0f))};
	if (random.OneIn(8))
	{
		// These rotations are as far from normalized as casts accept.
		scene.stillPose.q.s *= 1.004f;
		scene.stillPose.q.c *= 1.004f;
		scene.motion.pose.q.s *= 0.997f;
		scene.motion.pose.q.c *= 0.997f;
	}
	scene.motion.localCenter = random.OneIn(3) ? b2Vec2{0.0f, 0.0f} : place(2.0f * size);
	const b2Vec2 toward = scene.stillPose.p - scene.motion.pose.p;
	scene.motion.translation = random.OneIn(2) ? random.Uniform(0.5f, 2.0f) * toward + place(size) : place(4.0f * size);
	scene.motion.translation = random.OneIn(5) ? b2Vec2{0.0f, 0.0f} : scene.motion.translation;
	scene.motion.angle = random.Sign() * random.LogUniform(1e-3f, 30.0f);
	scene.motion.maxFraction = random.OneIn(4) ? random.Uniform(0.0f, 2.0f) : 1.0f;
	return scene;
}

} // namespace ricochet::test
