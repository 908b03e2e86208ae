// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/many/free_flight.h"

#include "geometry/elementary.h"
#include "geometry/with_memory.h"
#include "projectile/leg/flight.h"
#include "projectile/motion/motion.h"

#include <array>
#include <cmath>
#include <new>

namespace ricochet
{

namespace
{

constexpr size_t k_sampled = 512;

// The share of the sampled bullets that the grid must contain. Bullets outside the grid fly by exact casts.
constexpr double k_usual = 0.95;

// A grid is kept while its reach and its sides are at most this many times as large as the sample needs.
constexpr double k_tooLarge = 3.0;

constexpr double k_mostClearCells = 0x1p18;

// The number of bullets of one task. It is a multiple of BulletGroup::k_size.
constexpr size_t k_bulletsPerPart = size_t{1} << 14;

// The least size of a cell, as a share of the mean distance between things.
constexpr double k_cellShare = 0.6;

double NthOf(std::vector<float>& numbers, double share)
{
	const auto nth = numbers.begin() + static_cast<ptrdiff_t>(share * static_cast<double>(numbers.size() - 1));
	std::nth_element(numbers.begin(), nth, numbers.end());
	return *nth;
}

using Four = Lanes::Four;

// The rounding error of a path, as a share of the numbers from which it is computed. Each of them is rounded a few
// times.
constexpr float k_pathRounding = 0x1p-20f;

// A share of the lifetime. An older bullet flies by exact casts, in which doubles decide when it ends.
constexpr float k_almost = 1.0f - 0x1p-18f;

// The largest distance (m) between an arc and its chord, for a step of 1 s and an acceleration of 1 m/s^2: 1/8 m and a
// margin.
constexpr double k_sag = 0.126;

// Faster bullets (m/s) may leave the range of floats.
constexpr double k_fastest = 1.0e30;

// The coordinates and velocities of four bullets.
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

bool FliesFree(const BulletStore& bullets, size_t i, const Flight& flight, b2Vec2 gravity, double dt)
{
	const BulletLaunch& launch = bullets.LaunchOf(i);
	const BulletKinds::Motion& motion = bullets.MotionOf(launch.kind);
	const double flown = bullets.Clock() - launch.time;
	const double age = flown + dt;
	const Vec<double> fall = static_cast<double>(motion.gravityScale) * Lift<double>(gravity);
	const double pull = std::abs(fall.x) + std::abs(fall.y);
	const double speed = std::abs(launch.velocity.x) + std::abs(launch.velocity.y) + age * pull;
	if (launch.isPassing != 0 || motion.isParabola == false || age >= k_almost * launch.lifetime ||
	    (speed <= k_fastest) == false)
	{
		return false;
	}
	const auto positionAt = [&](double time)
	{
		return ToFloat(Lift<double>(launch.position) + time * (Lift<double>(launch.velocity) + 0.5 * time * fall));
	};
	const b2Vec2 from = positionAt(std::max(flown, 0.0)); // a bullet may leave its muzzle within the step
	const b2Vec2 to = positionAt(age);
	const float sum = std::abs(from.x) + std::abs(from.y) + std::abs(to.x) + std::abs(to.y);
	return std::isfinite(sum) &&
	       flight.IsClear(from, to, static_cast<float>(k_sag * dt * dt * pull) + k_pathRounding * sum);
}

// The data that all bullets of a step have in common.
struct FreeFlight::Step
{
	Step(const ClearCells& cells, double time, double duration, b2Vec2 acceleration);

	double clock;
	float dt;
	float earliest; // the age of a bullet that leaves its muzzle at the end of the step, and a margin
	b2Vec2 gravity;
	float sag; // how far an arc strays from its chord
	float lowerX, lowerY, inverse, size;
	float columns, rows;
	float reach;
	float error;
};

// Eight bullets that are stored side by side, prepared for culling in a step. The path of each bullet is a straight
// piece in floats, with a margin that covers its arc and all roundings.
struct FreeFlight::BulletGroup
{
	static constexpr size_t k_size = 8;

	// Loads the eight bullets from `index` on. Requires: `index` is a multiple of 8.
	void Fly(const Step& step, const BulletStore& bullets, size_t index, LaneMask flying);

	[[nodiscard]] uint32_t CellOf(size_t lane) const { return cell[lane]; }
	[[nodiscard]] ClearPiece PieceOf(size_t lane) const
	{
		return {x[lane], y[lane], alongX[lane], alongY[lane], half[lane], margin[lane]};
	}

	uint32_t first = 0;
	LaneMask located = 0; // bullets whose cell may rule out every hit
	LaneMask others =
	    0; // bullets that are too fast, outside the grid, on no parabola, passing a child, or at their end
	alignas(16) std::array<uint32_t, k_size> cell{};
	alignas(16) std::array<float, k_size> x{};
	alignas(16) std::array<float, k_size> y{};
	alignas(16) std::array<float, k_size> alongX{};
	alignas(16) std::array<float, k_size> alongY{};
	alignas(16) std::array<float, k_size> half{};
	alignas(16) std::array<float, k_size> margin{};
};

FreeFlight::Step::Step(const ClearCells& cells, double time, double duration, b2Vec2 acceleration)
    : clock(time), dt(static_cast<float>(duration)), earliest(-(1.0f + 0x1p-10f) * dt), gravity(acceleration),
      sag(static_cast<float>(k_sag * duration * duration * LengthOf(acceleration.x, acceleration.y))),
      lowerX(static_cast<float>(cells.lowerX)), lowerY(static_cast<float>(cells.lowerY)),
      inverse(static_cast<float>(cells.inverse)), size(static_cast<float>(cells.size)),
      columns(static_cast<float>(cells.columns)), rows(static_cast<float>(cells.rows)),
      reach(static_cast<float>(cells.reach)), error(static_cast<float>(cells.error))
{
}

void FreeFlight::BulletGroup::Fly(const Step& step, const BulletStore& bullets, size_t index, LaneMask flying)
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

		// The sum of all roundings, which may be large far from the origin or after a long flight.
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
		                      (halfLength + wide <= step.reach) & (error <= step.error) & (age >= 0.0f) &
		                      (age + step.dt < k_almost * lifetime);
		const LaneMask inside = Lanes::MaskOf(isInside) & ~bound;
		const LaneMask setOut = Lanes::MaskOf(age >= step.earliest) & (flying >> at) & 0xFu;
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

// Estimates from some bullets where the bullets are and how far they fly in a step.
struct FreeFlight::Sample
{
	double lowerX, lowerY, upperX, upperY;
	double reach;

	[[nodiscard]] double Width() const { return upperX - lowerX; }
	[[nodiscard]] double Height() const { return upperY - lowerY; }
};

bool FreeFlight::Take(const BulletStore& bullets, double dt, Sample& sample)
{
	for (std::vector<float>& numbers : m_sampled)
	{
		numbers.clear();
	}
	const size_t stride = bullets.Extent() / k_sampled + 1;
	for (size_t i = bullets.NextFrom(0); i < bullets.Extent(); i = bullets.NextFrom(i + stride))
	{
		const BulletState state = bullets.StateOf(i);
		m_sampled[0].push_back(state.position.x);
		m_sampled[1].push_back(state.position.y);
		m_sampled[2].push_back(static_cast<float>(0.5 * dt * LengthOf(state.velocity.x, state.velocity.y)));
	}
	if (m_sampled[0].empty())
	{
		return false;
	}
	sample = {NthOf(m_sampled[0], 1.0 - k_usual), NthOf(m_sampled[1], 1.0 - k_usual), NthOf(m_sampled[0], k_usual),
	          NthOf(m_sampled[1], k_usual), NthOf(m_sampled[2], k_usual)};
	return sample.reach > 0.0 && std::isfinite(sample.reach) && std::isfinite(sample.Width() + sample.Height());
}

bool FreeFlight::Fits(const Sample& sample) const
{
	const double width = m_cells.columns * m_cells.size;
	const double height = m_cells.rows * m_cells.size;
	const double least = std::max({sample.Width(), sample.Height(), m_cells.size});
	return m_cells.reach >= sample.reach && m_cells.reach <= k_tooLarge * sample.reach &&
	       sample.lowerX >= m_cells.lowerX && sample.lowerY >= m_cells.lowerY &&
	       sample.upperX <= m_cells.lowerX + width && sample.upperY <= m_cells.lowerY + height &&
	       std::max(width, height) <= k_tooLarge * least;
}

void FreeFlight::Plan(const Sample& sample, size_t things)
{
	const double reach = 1.25 * sample.reach;
	const double width = std::max(1.3 * sample.Width(), 2.0 * reach);
	const double height = std::max(1.3 * sample.Height(), 2.0 * reach);
	const double apart = k_cellShare * std::sqrt(width * height / static_cast<double>(things + 1));
	const double size = std::max({reach, apart, std::sqrt(width * height / k_mostClearCells)});
	m_cells.size = size;
	m_cells.inverse = 1.0 / size;
	m_cells.columns = static_cast<int32_t>(width / size) + 1;
	m_cells.rows = static_cast<int32_t>(height / size) + 1;
	m_cells.lowerX = 0.5 * (sample.lowerX + sample.upperX - m_cells.columns * size);
	m_cells.lowerY = 0.5 * (sample.lowerY + sample.upperY - m_cells.rows * size);
	m_cells.reach = reach;
	const double farthest =
	    std::max({std::abs(m_cells.lowerX), std::abs(m_cells.lowerY), std::abs(m_cells.lowerX + m_cells.columns * size),
	              std::abs(m_cells.lowerY + m_cells.rows * size)});
	m_cells.error = 0x1p-19 * (farthest + size + reach);
}

void FreeFlight::Build(const Snapshot::State& still, const WorldMotion& motion, const Sample& sample)
{
	const bool fits = Fits(sample);
	if (fits == false || m_stillBuild != still.BuildOf(still.LargestGrid()))
	{
		m_stillBuild = 0;
		if (fits == false)
		{
			Plan(sample, still.order.size());
		}
		AddItems(still, true);
		m_still.Build(m_cells, m_items);
		m_stillBuild = still.BuildOf(still.LargestGrid());
	}
	AddItems(still, false);
	for (size_t i = 0; i < motion.Children().size(); ++i)
	{
		m_items.push_back(ItemAbout(k_hasMoved | static_cast<uint32_t>(i), motion.SweptBy(i)));
	}
	m_moving.Build(m_cells, m_items);
}

void FreeFlight::AddItems(const Snapshot::State& still, bool ofLargestGrid)
{
	const uint32_t largest = still.LargestGrid();
	m_items.clear();
	for (const uint32_t index : still.order)
	{
		const GridEntry& entry = still.entries[index];
		if (entry.IsSomewhere() && (entry.grid == largest) == ofLargestGrid)
		{
			m_items.push_back(still.ItemOf(index));
		}
	}
}

bool FreeFlight::Locate(b2Vec2 from, b2Vec2 to, uint32_t& cell, ClearPiece& piece) const
{
	const double wayX = static_cast<double>(to.x) - from.x;
	const double wayY = static_cast<double>(to.y) - from.y;
	const double middleX = from.x + 0.5 * wayX;
	const double middleY = from.y + 0.5 * wayY;
	const double column = (middleX - m_cells.lowerX) * m_cells.inverse;
	const double row = (middleY - m_cells.lowerY) * m_cells.inverse;
	const double length = std::sqrt(wayX * wayX + wayY * wayY);
	const bool isInside = column >= 0.0 && row >= 0.0 && column < m_cells.columns && row < m_cells.rows;
	if ((isInside && 0.5 * length <= m_cells.reach) == false)
	{
		return false;
	}
	const auto wholeColumn = static_cast<int32_t>(column);
	const auto wholeRow = static_cast<int32_t>(row);
	const double inverse = length > 0.0 ? 1.0 / length : 0.0;
	piece = {static_cast<float>(middleX - m_cells.MiddleX(wholeColumn)),
	         static_cast<float>(middleY - m_cells.MiddleY(wholeRow)),
	         static_cast<float>(wayX * inverse),
	         static_cast<float>(wayY * inverse),
	         static_cast<float>(0.5 * length),
	         0.0f};
	cell = static_cast<uint32_t>(wholeRow * m_cells.columns + wholeColumn);
	return true;
}

void FreeFlight::SortPart(const Step& step, const BulletStore& bullets, size_t first, size_t end,
                          std::vector<NotFree>& others) const
{
	BulletGroup former;
	BulletGroup next;
	const auto finish = [&](const BulletGroup& group)
	{
		for (LaneMask asked = group.located | group.others; asked != 0; asked &= asked - 1)
		{
			const auto lane = static_cast<size_t>(std::countr_zero(asked));
			const bool isLocated = (group.located >> lane & 1u) != 0;
			const uint32_t cell = isLocated ? group.CellOf(lane) : NotFree::k_nowhere;
			const ClearPiece piece = group.PieceOf(lane);
			if (isLocated && m_still.IsClear(cell, piece) && m_moving.IsClear(cell, piece))
			{
				continue;
			}
			others.push_back({group.first + static_cast<uint32_t>(lane), cell});
		}
	};
	for (size_t i = first; i < end; i += BulletGroup::k_size)
	{
		const LaneMask flying = bullets.FlyingOf(i);
		if (flying == 0)
		{
			continue;
		}
		next.Fly(step, bullets, i, flying);
		for (LaneMask asked = next.located; asked != 0; asked &= asked - 1)
		{
			const uint32_t cell = next.CellOf(static_cast<size_t>(std::countr_zero(asked)));
			m_still.Prefetch(cell);
			m_moving.Prefetch(cell);
		}
		finish(former);
		former = next;
	}
	finish(former);
}

bool FreeFlight::SortParts(const Step& step, const BulletStore& bullets, const Executor& executor)
{
	m_parts.resize((bullets.Extent() + k_bulletsPerPart - 1) / k_bulletsPerPart);
	const auto sort = [&](int32_t task)
	{
		Part& part = m_parts[static_cast<size_t>(task)];
		const size_t first = static_cast<size_t>(task) * k_bulletsPerPart;
		part.others.clear();
		part.isComplete = static_cast<bool>(WithMemory(
		    [&]() -> Result<>
		    {
			    SortPart(step, bullets, first, std::min(first + k_bulletsPerPart, bullets.Extent()), part.others);
			    return {};
		    }));
	};
	RunTasks(executor, static_cast<int32_t>(m_parts.size()), sort);
	return std::all_of(m_parts.begin(), m_parts.end(), [](const Part& part) { return part.isComplete; });
}

bool FreeFlight::Sort(const BulletStore& bullets, const Snapshot::State& still, const WorldMotion& motion,
                      b2Vec2 gravity, double dt, const Executor& executor, std::vector<NotFree>& others)
{
	try
	{
		Sample sample;
		if (Take(bullets, dt, sample) == false)
		{
			return false;
		}
		others.clear();
		Build(still, motion, sample);
		if (SortParts({m_cells, bullets.Clock(), dt, gravity}, bullets, executor) == false)
		{
			return false;
		}
		for (const Part& part : m_parts)
		{
			others.insert(others.end(), part.others.begin(), part.others.end());
		}
		return true;
	}
	catch (const std::bad_alloc&)
	{
		m_cells = {};
		return false;
	}
}

} // namespace ricochet
