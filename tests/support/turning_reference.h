// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/reference_flight.h"

#include <vector>

// The reference samples the distance between the true path and the target so densely that nothing of the size of the
// band, in which the plugin may stray from it, is overlooked. Between one sample that is surely outside and the next
// that is surely inside there is one entry, or more where it turns back within the band: a corner is cut and the side
// behind it entered. What only touches the band may be told or not.

namespace ricochet::test
{

enum class Law
{
	Entered, ///< one entry is told
	Free,    ///< none is told
	Unsure   ///< the path is within the band
};

// A time between two samples that are sure, and what may be told there.
struct Passage
{
	double begin, end;
	Law law;
	size_t first = 0, last = 0; ///< its samples
};

// One child as the reference sees it: how far the path is on its one side, and whether it is beside its ends.
struct Look
{
	double height;
	Law crossing;
};

// Of a point in the shape's frame. An edge is crossed between its ends, the band (m) at them left out.
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

// Samples a way past one child and says what must be told of it.
class PassageReference
{
public:
	// Within the band (m) nothing is sure. A solid is inside at negative heights; an edge has two sides.
	PassageReference(double band, bool solid) : m_band(band), m_solid(solid) {}

	// Goes on with the way from one time to another, on which no height changes faster than the rate.
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

	// Whether so many entries may be told there: of a path that runs beside the true one, shifted by no more than the
	// band, and comes in as often as the true one comes through one and the same height.
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

	// Sure samples are as far apart as nothing can happen between them; within the band they are dense.
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
