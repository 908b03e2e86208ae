// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/passing.h"
#include "host/host.h"
#include "projectile/save/archive.h"

#include "projectile/base/reserve_one_more.h"
#include "query/solid_line.h"

#include <algorithm>
#include <functional>

namespace ricochet
{

const Passing::Entry* Passing::Find(const b2Fixture* fixture, int32_t child) const
{
	const auto isThat = [&](const Entry& entry)
	{
		return entry.fixture == fixture && entry.child == child;
	};
	const auto found = std::find_if(m_entries.begin(), m_entries.end(), isThat);
	return found != m_entries.end() ? &*found : nullptr;
}

bool Passing::Has(const b2Fixture* fixture, int32_t child) const
{
	return Find(fixture, child) != nullptr || (Ignores(fixture) && AttachedTo(*fixture->GetShape()) != nullptr);
}

Standing Passing::Of(const b2Fixture* fixture, int32_t child) const
{
	const Entry* entry = Find(fixture, child);
	return entry != nullptr ? entry->here : Standing{};
}

bool Passing::IsToldOfAnother(const b2Fixture* fixture, int32_t child, Facing facing, b2Vec2 place, double after) const
{
	b2Transform identity;
	identity.SetIdentity();
	const auto isIt = [&](const Entry& entry)
	{
		// A path crosses one edge from alternating sides. So of two or more reported crossings, one has the given
		// facing.
		const bool faces = entry.here.told > 1 || (entry.here.told == 1 && entry.facing == facing);
		return entry.fixture == fixture && entry.child != child && faces &&
		       SeparateFromPart(*fixture->GetShape(), entry.child, identity, {place.x, place.y}).distance <=
		           entry.here.NearAfter(after);
	};
	return std::any_of(m_entries.begin(), m_entries.end(), isIt);
}

bool Passing::HangsTogether(const b2Fixture* fixture, int32_t child, const Vec<double>& place, const Vec<double>& way,
                            double reach) const
{
	const Entry* own = Find(fixture, child);
	if (own == nullptr || own->how != PassedAs::WithAnother)
	{
		return true;
	}
	b2Transform identity;
	identity.SetIdentity();
	const b2Transform& pose = fixture->GetBody()->GetTransform();
	const Vec<double> point = Turned(pose.q, place) + Lift<double>(pose.p);
	const auto isNear = [&](const Entry& entry)
	{
		if (entry.how == PassedAs::Untouched || &entry == own)
		{
			return false;
		}
		// For a child of another body, both bodies count as at rest.
		const b2Body* body = entry.fixture->GetBody();
		if (body != fixture->GetBody())
		{
			return SeparateFromPart(*entry.fixture->GetShape(), entry.child, body->GetTransform(), point).distance <=
			       reach;
		}
		const auto from = [&](const b2Fixture* of, int32_t part, const Vec<double>& at)
		{
			return SeparateFromPart(*of->GetShape(), part, identity, at);
		};
		const auto toOther = [&](const Vec<double>& at)
		{
			return from(entry.fixture, entry.child, at).distance;
		};
		const auto toOwn = [&](const Vec<double>& at)
		{
			return from(fixture, child, at).distance;
		};
		const Separation other = from(entry.fixture, entry.child, place);
		if (other.distance <= reach)
		{
			return true;
		}
		// Goes back along the path until the other child is nearer than this one. The distance back doubles in each
		// step. Stops if it is longer than own->here.near.
		const Vec<double> unit = UnitOf(way);
		double back = std::max(other.distance * Dot(unit, other.normal), reach);
		while (toOther(place - back * unit) > toOwn(place - back * unit) && back <= own->here.near)
		{
			back *= 2.0;
		}
		return IsNearBoth(place - back * unit, place, reach, toOther, toOwn);
	};
	return std::any_of(m_entries.begin(), m_entries.end(), isNear);
}

bool Passing::Ignores(const b2Fixture* fixture) const
{
	bool ignores = false;
	for (const Entry& entry : m_entries)
	{
		if (entry.fixture == fixture && entry.how != PassedAs::Untouched)
		{
			return false;
		}
		ignores = ignores || entry.fixture == fixture;
	}
	return ignores;
}

bool Passing::IsByIgnored(const b2Fixture* fixture, int32_t child, const Vec<double>& place, double reach) const
{
	b2Transform identity;
	identity.SetIdentity();
	const auto isBy = [&](const Entry& entry)
	{
		const double near = entry.here.told > 0 ? std::max(reach, entry.here.near) : reach;
		return entry.fixture == fixture && entry.child != child && entry.here.IsOver() == false &&
		       SeparateFromPart(*fixture->GetShape(), entry.child, identity, place).distance <= near;
	};
	return std::any_of(m_entries.begin(), m_entries.end(), isBy);
}

float Passing::Ahead() const
{
	double near = 0.0;
	for (const Entry& entry : m_entries)
	{
		near = entry.here.told > 0 ? std::max(near, entry.here.near) : near;
	}
	return static_cast<float>(near);
}

void Passing::MakeRoomForHits(size_t count)
{
	ReserveMore(m_entries, count);
}

void Passing::Add(const LegHit& hit, const Reencounter& again, PassedAs how)
{
	// The projectile continues from a point before the hit. So it may still be inside the child, and entries that were
	// reported earlier may still be ahead. Entries that should have come before this hit, but did not
	// (LegHit::overdue), no longer count.
	Standing standing = Of(hit.fixture, hit.child);
	if (hit.met.span.startsInside)
	{
		standing = {.inside = true};
	}
	else
	{
		standing.told -= std::min(standing.told, hit.overdue);
		const bool isFirst = standing.told == 0;
		standing.near = isFirst ? again.near : std::max(standing.near, again.near);
		standing.due = isFirst ? again.due : std::max(standing.due, again.due);
		standing.error = isFirst ? again.error : std::max(standing.error, again.error);
		standing.told += 1;
	}
	std::erase_if(m_entries,
	              [&](const Entry& entry) { return entry.fixture == hit.fixture && entry.child == hit.child; });
	m_entries.push_back({hit.fixture, hit.child, hit.met.facing, standing, standing, how});
}

void Passing::Forget(std::span<const b2Fixture* const> sorted)
{
	std::erase_if(m_entries, [&](const Entry& entry)
	              { return std::binary_search(sorted.begin(), sorted.end(), entry.fixture, std::less<>()); });
}

void Passing::ForgetSights()
{
	std::erase_if(m_entries, [](const Entry& entry) { return entry.here.IsOver(); });
	for (Entry& entry : m_entries)
	{
		entry.end = {};
		entry.isSeen = false;
	}
}

void Passing::See(const b2Fixture* fixture, int32_t child, const Standing& end)
{
	for (Entry& entry : m_entries)
	{
		if (entry.fixture == fixture && entry.child == child)
		{
			entry.end = end;
			entry.isSeen = true;
			return;
		}
	}
	if (end.IsOver() == false && Ignores(fixture))
	{
		ReserveOneMore(m_entries);
		m_entries.push_back({fixture, child, Facing::Solid, {}, end, PassedAs::Untouched, true});
	}
}

void Passing::HoldJoints(const b2Body& body, const Vec<double>& point, double near)
{
	const auto isPierced = [&](const Entry& entry)
	{
		return entry.isSeen && entry.how != PassedAs::Untouched && entry.facing == Facing::Solid &&
		       entry.fixture->GetBody() == &body;
	};
	const bool isInAnother =
	    std::any_of(m_entries.begin(), m_entries.end(),
	                [&](const Entry& entry) { return isPierced(entry) && entry.end.IsOver() == false; });
	for (Entry& entry : m_entries)
	{
		const bool isHeld = isInAnother || (entry.how == PassedAs::Along && entry.here.inside);
		if (isHeld && isPierced(entry) && entry.end.IsOver() &&
		    SeparateFromPart(*entry.fixture->GetShape(), entry.child, body.GetTransform(), point).distance <= near)
		{
			entry.end = {.told = 1, .near = near, .due = std::numeric_limits<double>::infinity()};
		}
	}
}

void Passing::SeeNothingNew()
{
	for (Entry& entry : m_entries)
	{
		entry.end = entry.here;
	}
}

void Passing::Leave()
{
	for (Entry& entry : m_entries)
	{
		entry.here = entry.end;
	}
	std::erase_if(m_entries, [](const Entry& entry) { return entry.here.IsOver(); });
}

template <class Archive>
void Exchange(Archive& archive, Standing& standing)
{
	constexpr double k_mostFloat = std::numeric_limits<float>::max();
	archive.Together(standing.inside, standing.told, standing.near, standing.due, standing.error);
	archive.Require(standing.told >= 0 && standing.told <= INT32_MAX / 2);
	archive.Require(standing.near >= 0.0 && standing.near <= k_mostFloat);
	archive.Require(standing.error >= 0.0 && standing.error <= k_mostFloat);
	archive.Require(std::isnan(standing.due) == false);
}

template <class Archive>
void Passing::ExchangeParts(Archive& archive)
{
	constexpr size_t k_leastBytes = 65;
	size_t count = m_entries.size();
	archive.Count(count, k_leastBytes);
	if (count == 0)
	{
		return;
	}
	m_entries.resize(count);
	for (Entry& entry : m_entries)
	{
		archive.Fixture(entry.fixture);
		archive(entry.child);
		archive.Choice(entry.facing, Facing::Along);
		archive.Choice(entry.how, PassedAs::Along);
		Exchange(archive, entry.here);
		Exchange(archive, entry.end);
	}
	if (Archive::k_loads)
	{
		std::erase_if(m_entries,
		              [](const Entry& entry) {
			              return entry.fixture == nullptr || entry.child < 0 ||
			                     entry.child >= PartCountOf(*entry.fixture->GetShape());
		              });
	}
}

template void Passing::ExchangeParts(Saver& archive);
template void Passing::ExchangeParts(Loader& archive);

} // namespace ricochet
