// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/reference_flight.h"

#include <vector>

// The reference samples the distance between the true path and the target. The plugin may deviate from the path within
// a band. The samples are so dense that nothing of the size of the band is missed. Between a certain sample outside and
// the next certain sample inside, there is one entry. There may be more if the path turns back within the band: it may
// cut a corner and enter the next side. If the path only touches the band, an entry may be reported or not.

namespace ricochet::test
{

enum class Law
{
	Entered, ///< one entry is reported
	Free,    ///< no entry is reported
	Unsure   ///< the path is within the band
};

// The time between two certain samples, and what may be reported there.
struct Passage
{
	double begin, end;
	Law law;
	size_t first = 0, last = 0; ///< the indices of its samples
};

// One child at one time: the distance of the path from it on one side, and whether the path is beyond its ends.
struct Look
{
	double height;
	Law crossing;
};

// Evaluates a point in the shape's frame. An edge is crossed between its ends, except within the band (m) around them.
inline Look LookAt(const b2Shape& shape, int32_t child, Point2 p, double band)
{
	Point2 a, b;
	if (shape.GetType() == b2Shape::e_edge)
	{
		a = Widen(static_cast<const b2EdgeShape&>(shape).m_vertex1);
		b = Widen(static_cast<const b2EdgeShape&>(shape).m_vertex2);
	}
	else if (shape.GetType() == b2Shape::e_chain)
	{
		a = Widen(static_cast<const b2ChainShape&>(shape).m_vertices[child]);
		b = Widen(static_cast<const b2ChainShape&>(shape).m_vertices[child + 1]);
	}
	else
	{
		return {SignedDistance(shape, child, p), Law::Entered};
	}
	const double length = Length(b - a);
	const double along = Dot(p - a, b - a) / length;
	const bool within = along > band && along < length - band;
	const bool beside = along < -band || along > length + band;
	return {Cross(b - a, p - a) / length, within ? Law::Entered : beside ? Law::Free : Law::Unsure};
}

// Samples a path past one child, and returns what must be reported about it.
class PassageReference
{
public:
	// Within the band (m), nothing is certain. A solid is inside at negative heights. An edge has two sides.
	PassageReference(double band, bool solid) : m_band(band), m_solid(solid) {}

	// Continues with the path from one time to another. No height changes faster than `rate` on it.
	template <class LookAt>
	void Sample(const LookAt& lookAt, double begin, double end, double rate)
	{
		const Look from = lookAt(begin);
		const Look to = lookAt(end);
		m_looks.push_back({begin, from});
		Refine(lookAt, {begin, from}, {end, to}, rate);
	}

	[[nodiscard]] std::vector<Passage> Passages() const
	{
		std::vector<Passage> passages;
		Sampled sure{0.0, {0.0, Law::Unsure}};
		size_t first = 0;
		bool band = true;
		bool within = true;
		bool beside = true;
		for (const Sampled& sample : m_looks)
		{
			const int side = SideOf(sample);
			within = within && sample.look.crossing == Law::Entered;
			beside = beside && sample.look.crossing == Law::Free;
			band = band || side == 0 || side != SideOf(sure);
			if (side == 0)
			{
				continue;
			}
			Law law = Law::Unsure;
			if (band == false || beside)
			{
				law = Law::Free;
			}
			else if (SideOf(sure) != 0 && SideOf(sure) != side && within)
			{
				law = m_solid && side > 0 ? Law::Free : Law::Entered;
			}
			const auto last = static_cast<size_t>(&sample - m_looks.data());
			passages.push_back({sure.time, sample.time, law, first, last});
			sure = sample;
			first = last;
			band = false;
			within = sample.look.crossing == Law::Entered;
			beside = sample.look.crossing == Law::Free;
		}
		passages.push_back({sure.time, HUGE_VAL, Law::Unsure});
		return passages;
	}

	// True if this number of entries may be reported in the passage. The plugin's path is the true one, shifted by at
	// most the band. So it may have as many entries as the true path has at any one height within the band.
	[[nodiscard]] bool Allows(const Passage& passage, int64_t told) const
	{
		const int64_t due = passage.law == Law::Entered ? 1 : 0;
		if (told <= due || (m_solid == false && (due == 0 || told % 2 == 0)))
		{
			return told == due;
		}
		for (size_t at = passage.first; at <= passage.last; ++at)
		{
			const double level = m_looks[at].look.height;
			if (std::abs(level) <= m_band && EntriesAt(passage, level) >= told)
			{
				return true;
			}
		}
		return false;
	}

private:
	struct Sampled
	{
		double time;
		Look look;
	};

	[[nodiscard]] int SideOf(const Sampled& sample) const
	{
		const double height = sample.look.height;
		return height > m_band ? 1 : (height < -m_band ? -1 : 0);
	}

	[[nodiscard]] int64_t EntriesAt(const Passage& passage, double level) const
	{
		int64_t entries = 0;
		for (size_t i = passage.first; i < passage.last; ++i)
		{
			const bool before = m_looks[i].look.height > level;
			const bool after = m_looks[i + 1].look.height > level;
			entries += before != after && (m_solid == false || before) ? 1 : 0;
		}
		return entries;
	}

	// Adds samples until nothing can happen unnoticed between two certain samples. Within the band, the samples are
	// dense.
	template <class LookAt>
	void Refine(const LookAt& lookAt, const Sampled& a, const Sampled& b, double rate)
	{
		const double way = rate * (b.time - a.time);
		const double least = 0.5 * (std::abs(a.look.height) + std::abs(b.look.height) - way);
		const bool idle = SideOf(a) == SideOf(b) && least > m_band;
		if (idle == false && way > 0.05 * m_band)
		{
			const double time = 0.5 * (a.time + b.time);
			const Sampled middle{time, lookAt(time)};
			Refine(lookAt, a, middle, rate);
			Refine(lookAt, middle, b, rate);
			return;
		}
		m_looks.push_back(b);
	}

	double m_band;
	bool m_solid;
	std::vector<Sampled> m_looks;
};

} // namespace ricochet::test
