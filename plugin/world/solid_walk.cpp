// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/solid_walk.h"

#include <cmath>

namespace ricochet
{

namespace
{

constexpr double k_touching = 0x1p-20;

// Of pieces that come in the order of their entries.
class SolidMerger
{
public:
	SolidMerger(double touching, std::vector<SolidSpan>& solids) : m_touching(touching), m_solids(solids) {}

	[[nodiscard]] bool Reaches(const SolidPiece& piece) const
	{
		return m_first != nullptr && piece.enter <= m_last->exit + m_touching;
	}

	void Add(const SolidPiece& piece)
	{
		if (Reaches(piece) == false)
		{
			Finish();
			m_first = &piece;
			m_last = &piece;
			return;
		}
		m_first = piece.hit.startsInside && m_first->hit.startsInside == false ? &piece : m_first;
		m_last = piece.exit > m_last->exit ? &piece : m_last;
	}

	void Finish()
	{
		if (m_first != nullptr)
		{
			Tell(*m_first, *m_last);
		}
		m_first = nullptr;
	}

	void Tell(const SolidPiece& first, const SolidPiece& last)
	{
		SolidSpan& solid = m_solids.emplace_back();
		static_cast<RaySpan&>(solid) = first.hit;
		solid.exit = last.hit.exit;
		solid.endsInside = last.hit.endsInside;
		solid.grazing = &first == &last && first.hit.grazing;
		solid.body = first.body;
		solid.fixture = first.hit.fixture;
		solid.child = first.hit.child;
		solid.exitBody = last.body;
		solid.exitFixture = last.hit.fixture;
		solid.exitChild = last.hit.child;
	}

private:
	double m_touching;
	std::vector<SolidSpan>& m_solids;
	const SolidPiece* m_first = nullptr; // what the solid on its way begins with
	const SolidPiece* m_last = nullptr;  // and reaches farthest
};

// What a ray runs along with solid on either side it is inside of: the part that both sides have in common.
void AddSeams(std::span<const SolidPiece> pieces, double touching, std::vector<SolidPiece>& seams)
{
	for (const SolidPiece& left : pieces)
	{
		for (const SolidPiece& right : pieces)
		{
			const SolidPiece& later = left.enter < right.enter ? right : left;
			const SolidPiece& sooner = left.exit < right.exit ? left : right;
			if (left.side > 0 && right.side < 0 && sooner.exit - later.enter > touching)
			{
				SolidPiece seam = later;
				seam.hit.exit = sooner.hit.exit;
				seam.hit.endsInside = sooner.hit.endsInside;
				seam.hit.grazing = false;
				seam.exit = sooner.exit;
				seam.side = 0;
				seams.push_back(seam);
			}
		}
	}
}

} // namespace

double TouchingShare(const Ray& ray)
{
	const b2Vec2 end = PointAt(ray, ray.maxFraction);
	const double far = std::max({std::abs(ray.origin.x), std::abs(ray.origin.y), std::abs(end.x), std::abs(end.y)});
	const double length = Length(Lift<double>(ray.translation));
	return length > 0.0 ? k_touching * (far / length + ray.maxFraction) : std::numeric_limits<double>::infinity();
}

void MergePieces(std::span<SolidPiece> pieces, double touching, std::vector<SolidSpan>& solids)
{
	const bool grazes = std::any_of(pieces.begin(), pieces.end(), [](const SolidPiece& p) { return p.hit.grazing; });
	SolidMerger merger(touching, solids);
	if (grazes == false)
	{
		for (const SolidPiece& piece : pieces)
		{
			merger.Add(piece);
		}
		merger.Finish();
		return;
	}
	std::vector<SolidPiece> interior;
	std::copy_if(pieces.begin(), pieces.end(), std::back_inserter(interior),
	             [](const SolidPiece& piece) { return piece.hit.grazing == false; });
	AddSeams(pieces, touching, interior);
	std::stable_sort(interior.begin(), interior.end(),
	                 [](const SolidPiece& a, const SolidPiece& b) { return a.enter < b.enter; });
	const size_t before = solids.size();
	for (const SolidPiece& piece : interior)
	{
		merger.Add(piece);
	}
	merger.Finish();

	// What is only touched, outside of all that is gone through.
	const size_t end = solids.size();
	for (const SolidPiece& piece : pieces)
	{
		const auto covers = [&](const SolidSpan& solid)
		{
			return solid.enter.fraction <= piece.enter + touching && piece.exit <= solid.exit.fraction + touching;
		};
		const std::span<const SolidSpan> found = std::span(solids).subspan(before, end - before);
		if (piece.hit.grazing && std::none_of(found.begin(), found.end(), covers))
		{
			merger.Tell(piece, piece);
		}
	}
}

} // namespace ricochet
