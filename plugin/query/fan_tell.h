// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/fan_bundle.h"
#include "query/query.h"
#include "query/snapshot_source.h"

namespace ricochet
{

/// Tells the hits of rays from one point, one after the other, with the bits of single casts. What neighbours share,
/// the child that they hit and the edges by which they cut it, is looked at once.
class FanTeller
{
public:
	explicit FanTeller(b2Vec2 origin) : m_origin(origin) {}

	/// Some of the rays from i to end, which certainly hit a child and nothing nearer. Gives how many; 0: the first one
	/// is too close to tell.
	[[nodiscard]] size_t Tell(const FanBundle& bundle, size_t i, size_t end, const GridEntry& entry, RayHit* hits);

private:
	/// The line of an edge of a polygon, in its frame, each number twice.
	struct Line
	{
		Pair startX, startY; ///< from the tail
		Pair alongX, alongY;
		Pair height;
		Pair leastSlope; ///< for each metre in the translation
	};

	/// How a line cuts a polygon.
	struct Cut
	{
		Line enter, exit;
		Pair cos, sin;  ///< of the polygon
		Pair leastSide; ///< of a vertex, for each metre in the translation
		RayHit hit;     ///< but for fractions and points
		bool isOutside; ///< rays start there, certainly
	};

	void Turn(const GridEntry& entry);
	void SetCut(CertainCut cut);
	[[nodiscard]] CertainCut FindCut(const Vec<double>& way, double size) const;
	[[nodiscard]] size_t TellTwo(const float* x, const float* y, RayHit* hits, size_t room) const;
	[[nodiscard]] bool TellOne(const Ray& ray, RayHit& hit) const;

	b2Vec2 m_origin;
	const GridEntry* m_entry = nullptr;
	Vec<double> m_start{}; ///< in the frame of the entry
	double m_size = 0.0;
	bool m_hasCut = false;
	Cut m_cut;
};

} // namespace ricochet
