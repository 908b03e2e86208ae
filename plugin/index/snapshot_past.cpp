// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/snapshot_state.h"

namespace ricochet
{

// What stands where it stood at the last moment is not looked at.
SnapshotUpdate Snapshot::State::Follow(const History::State& history, const Moment& moment)
{
	SnapshotUpdate update;
	m_updates += 1;
	m_found.clear(); // what stood still before
	auto mark = m_bodies.begin();
	history.ForEachBodyAt(moment.record,
	                      [&](const BodyLife& life)
	                      {
		                      BodyMark& body = *mark++;
		                      const Whereabouts where = history.WhereaboutsAt(life, moment);
		                      if (where == body.where)
		                      {
			                      return;
		                      }
		                      body.where = where;
		                      size_t next = body.place;
		                      const auto bring = [&](const ChildSeen& seen)
		                      {
			                      const SnapshotEntry::Part before = entries[order[next]].part;
			                      const uint32_t index = Bring(seen, next, update);
			                      m_ignored -= before == SnapshotEntry::Part::None;
			                      if (before != entries[index].part &&
			                          entries[index].part == SnapshotEntry::Part::Moving)
			                      {
				                      m_found.push_back(index);
			                      }
		                      };
		                      const b2Transform pose = history.PoseAt(life, where);
		                      life.LookAt(moment.record).ForEachChild(life.body, pose, life.LookNow(), bring);
	                      });
	m_ignored += update.ignored;
	update.ignored = m_ignored;
	update.kept = static_cast<int32_t>(order.size()) - update.changed;
	SortMoved();
	return update;
}

// As Sort, knowing what may have come to what moves: it is in m_found, the rest of it in m_items.
void Snapshot::State::SortMoved()
{
	for (const GridItem& item : m_items)
	{
		m_carried += m_updates - marks[item.index].changed >= k_restless;
	}
	if (m_carried > order.size())
	{
		Sort();
	}
	else if (m_moved)
	{
		for (const GridItem& item : m_items)
		{
			if (entries[item.index].part == SnapshotEntry::Part::Moving)
			{
				m_found.push_back(item.index);
			}
		}
		m_items.clear();
		for (const uint32_t index : m_found)
		{
			m_items.push_back(ItemOf(index));
		}
		moving.Build(m_items);
		m_moved = false;
	}
}

} // namespace ricochet
