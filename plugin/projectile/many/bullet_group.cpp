// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/many/bullet_group.h"

#include "geometry/elementary.h"

#include <cmath>

namespace ricochet
{

namespace
{

using Four = Lanes::Four;

// Of the numbers that a path is made of: each is rounded a few times.
constexpr float k_pathRounding = 0x1p-20f;

// Of a lifetime: its end is told by doubles elsewhere.
constexpr float k_almost = 1.0f - 0x1p-18f;

// x, y and the velocities of four bullets.
struct Columns
{
	Four x, y, vx, vy;
};

Columns Transpose(const BulletLaunch* launches)
{
	std::array<Four, 4> rows;
	for (size_t i = 0; i < 4; ++i)
	{
		std::memcpy(&rows[i], &launches[i].position, sizeof(Four));
	}
	const Four a = Shuffle<0, 4, 1, 5>(rows[0], rows[1]);
	const Four b = Shuffle<0, 4, 1, 5>(rows[2], rows[3]);
	const Four c = Shuffle<2, 6, 3, 7>(rows[0], rows[1]);
	const Four d = Shuffle<2, 6, 3, 7>(rows[2], rows[3]);
	return {Shuffle<0, 1, 4, 5>(a, b), Shuffle<2, 3, 6, 7>(a, b), Shuffle<0, 1, 4, 5>(c, d), Shuffle<2, 3, 6, 7>(c, d)};
}

static_assert(offsetof(BulletLaunch, velocity) == offsetof(BulletLaunch, position) + 8);

} // namespace

BulletGroup::Step::Step(const ClearCells& cells, double time, double duration, b2Vec2 acceleration)
    : clock(time), dt(static_cast<float>(duration)), gravity(acceleration),
      sag(static_cast<float>(0.126 * duration * duration * LengthOf(acceleration.x, acceleration.y))),
      lowerX(static_cast<float>(cells.lowerX)), lowerY(static_cast<float>(cells.lowerY)),
      inverse(static_cast<float>(cells.inverse)), size(static_cast<float>(cells.size)),
      columns(static_cast<float>(cells.columns)), rows(static_cast<float>(cells.rows)),
      reach(static_cast<float>(cells.reach)), error(static_cast<float>(cells.error))
{
}

void BulletGroup::Fly(const Step& step, const BulletStore& bullets, size_t index, LaneMask flying)
{
	first = static_cast<uint32_t>(index);
	located = 0;
	others = 0;
	const std::span<const BulletLaunch> launches = bullets.Launches();
	std::array<BulletLaunch, k_size> padded;
	const BulletLaunch* launch = launches.data() + index;
	if (index + k_size > launches.size())
	{
		std::copy(launches.begin() + static_cast<ptrdiff_t>(index), launches.end(), padded.begin());
		launch = padded.data();
	}
	for (size_t at = 0; at < k_size; at += 4, launch += 4)
	{
		Four age, lifetime, scale;
		LaneMask bound = 0;
		for (size_t i = 0; i < 4; ++i)
		{
			age[i] = static_cast<float>(step.clock - launch[i].time);
			lifetime[i] = launch[i].lifetime;
			const BulletKinds::Motion& motion = bullets.MotionOf(launch[i].kind);
			scale[i] = motion.gravityScale;
			bound |= (launch[i].isPassing != 0 || motion.isParabola == false ? 1u : 0u) << i;
		}
		const auto [x0, y0, vx, vy] = Transpose(launch);
		const Four gx = scale * step.gravity.x;
		const Four gy = scale * step.gravity.y;
		const Four later = age + 0.5f * step.dt;
		const Four wayX = step.dt * (vx + later * gx);
		const Four wayY = step.dt * (vy + later * gy);
		const Four middleX = x0 + age * (vx + 0.5f * age * gx) + 0.5f * wayX;
		const Four middleY = y0 + age * (vy + 0.5f * age * gy) + 0.5f * wayY;
		const Four square = wayX * wayX + wayY * wayY;
		const Four length = Lanes::RootOf(square);
		const Four tiny = Four{} + 0x1p-60f;
		const Four inverse = 1.0f / Lanes::MaxOf(length, tiny);

		// All that rounding adds up to, far from 0 or after a long flight.
		const Four sum = Lanes::AbsOf(x0) + Lanes::AbsOf(y0) +
		                 later * (Lanes::AbsOf(vx) + Lanes::AbsOf(vy) + later * (Lanes::AbsOf(gx) + Lanes::AbsOf(gy)));
		const Four error = k_pathRounding * sum;
		const Four wide = error + Lanes::AbsOf(scale) * step.sag;
		const Four halfLength = 0.5f * length;

		const Four column = (middleX - step.lowerX) * step.inverse;
		const Four row = (middleY - step.lowerY) * step.inverse;
		const WholeFour wholeColumn =
		    ConvertTo<WholeFour>(Lanes::MinOf(Lanes::MaxOf(column, Four{}), Four{} + step.columns));
		const WholeFour wholeRow = ConvertTo<WholeFour>(Lanes::MinOf(Lanes::MaxOf(row, Four{}), Four{} + step.rows));
		const auto isInside = (column >= 0.0f) & (row >= 0.0f) & (column < step.columns) & (row < step.rows) &
		                      (halfLength + wide <= step.reach) & (error <= step.error) &
		                      (age + step.dt < k_almost * lifetime);
		const LaneMask inside = Lanes::MaskOf(isInside) & ~bound;
		const LaneMask setOut = Lanes::MaskOf(age >= 0.0f) & (flying >> at) & 0xFu;
		located |= (inside & setOut) << at;
		others |= (~inside & setOut) << at;

		const Four toX = (ConvertTo<Four>(wholeColumn) + 0.5f) * step.size + step.lowerX;
		const Four toY = (ConvertTo<Four>(wholeRow) + 0.5f) * step.size + step.lowerY;
		const auto store = [at](const auto& four, auto& array)
		{
			std::memcpy(array.data() + at, &four, sizeof(four));
		};
		const WholeFour cells = wholeRow * static_cast<int32_t>(step.columns) + wholeColumn;
		store(cells, cell);
		store(middleX - toX, x);
		store(middleY - toY, y);
		store(wayX * inverse, alongX);
		store(wayY * inverse, alongY);
		store(halfLength, half);
		store(wide, margin);
	}
}

} // namespace ricochet
