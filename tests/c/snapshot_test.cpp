// MIT License, Copyright (c) 2026 the ricochet authors

// Tests the results of snapshots and histories of the C interface, and the id that is reported for a body that no
// longer exists.

#include <ricochet/index/history.h>
#include <ricochet/index/snapshot.h>

#include "c/random_asks.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

namespace ricochet::test::snapshot_test
{

namespace
{

constexpr ricochet_ray k_along{{-5.0f, 0.0f}, {10.0f, 0.0f}, 1.0f};

ricochet_body BodyAhead(const ricochet_world* world, const ricochet_filter* filter = nullptr)
{
	ricochet_ray_hit hit{};
	EXPECT_NE(ricochet_cast_ray_closest(world, &k_along, filter, &hit), -1) << ricochet_last_message();
	return hit.body;
}

ricochet_filter Ignoring(ricochet_body body)
{
	ricochet_filter filter = ricochet_filter_default();
	filter.ignore[1] = body;
	return filter;
}

/// A yard whose box is destroyed. Another box is made in its place, at the addresses of the first.
struct ChangedYard : Yard
{
	ricochet_body first = body;
	ricochet_fixture firstBox = box;
	WorldHandle snapshot{ricochet_create_snapshot(world.get())};

	void Change()
	{
		EXPECT_TRUE(ricochet_destroy_body(world.get(), body));
		const ricochet_body_def def = ricochet_body_def_default();
		body = ricochet_create_body(world.get(), &def);
		box = ricochet_add_box(world.get(), body, nullptr, 1.0f, 1.0f, k_origin);
	}
};

bool NoteNames(ricochet_body body, ricochet_fixture fixture, void* context)
{
	auto& names = *static_cast<std::pair<ricochet_body, ricochet_fixture>*>(context);
	names = {body, fixture};
	return true;
}

} // namespace

TEST(CSnapshot, NamesWhatIsGoneUntilItIsUpdated)
{
	ChangedYard y;
	y.Change();
	ricochet_world* snapshot = y.snapshot.get();
	EXPECT_NE(y.first, y.body);
	EXPECT_EQ(BodyAhead(snapshot), y.first);
	EXPECT_EQ(BodyAhead(y.world.get()), y.body);

	// The second body has the address of the first one, but another id.
	const ricochet_filter ignoringFirst = Ignoring(y.first);
	const ricochet_filter ignoringSecond = Ignoring(y.body);
	EXPECT_EQ(BodyAhead(snapshot, &ignoringFirst), 0u);
	EXPECT_EQ(BodyAhead(snapshot, &ignoringSecond), y.first);
	EXPECT_EQ(BodyAhead(y.world.get(), &ignoringFirst), y.body);
	EXPECT_EQ(ricochet_seen_fraction(snapshot, {5.0f, 0.0f}, y.first, nullptr), 1.0f);
	EXPECT_EQ(ricochet_body_in_sight(snapshot, y.first, y.first, nullptr), 1);
	EXPECT_EQ(ricochet_body_in_sight(snapshot, y.first, y.body, nullptr), -1);
	EXPECT_EQ(ricochet_body_in_sight(snapshot, y.body, y.first, nullptr), -1);
	EXPECT_LT(ricochet_seen_fraction(snapshot, {5.0f, 0.0f}, y.body, nullptr), 0.0f);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NO_SUCH_ENTRY);

	std::pair<ricochet_body, ricochet_fixture> asked;
	ricochet_filter filter = ricochet_filter_default();
	filter.accept = NoteNames;
	filter.context = &asked;
	EXPECT_EQ(BodyAhead(snapshot, &filter), y.first);
	EXPECT_TRUE(asked.first == y.first && asked.second == y.firstBox);

	ricochet_snapshot_update update;
	ASSERT_TRUE(ricochet_update_snapshot(snapshot, &update));
	EXPECT_EQ(update.added + update.changed + update.kept, 1);
	EXPECT_EQ(BodyAhead(snapshot), y.body);
	EXPECT_EQ(BodyAhead(snapshot, &ignoringFirst), y.body);
	EXPECT_EQ(BodyAhead(snapshot, &ignoringSecond), 0u);
}

TEST(CSnapshot, OutlivesAllOtherHandlesOfItsWorld)
{
	ChangedYard y;
	HistoryHandle history(ricochet_create_history(y.world.get(), nullptr));
	ASSERT_TRUE(ricochet_record(history.get(), 1.0));
	y.plugin.reset();
	y.world.reset();
	EXPECT_EQ(BodyAhead(y.snapshot.get()), y.first);
	ASSERT_TRUE(ricochet_update_snapshot(y.snapshot.get(), nullptr));
	ASSERT_TRUE(ricochet_update_snapshot_to(y.snapshot.get(), history.get(), 1.0, nullptr));
	history.reset();
	EXPECT_EQ(BodyAhead(y.snapshot.get()), y.first);
}

TEST(CHistory, NamesWhatWasThereThen)
{
	ChangedYard y;
	const HistoryHandle history(ricochet_create_history(y.world.get(), nullptr));
	double oldest = -1.0;
	double newest = -1.0;
	EXPECT_EQ(ricochet_get_records(history.get(), &oldest, &newest), 0);
	EXPECT_EQ(oldest, -1.0);
	ASSERT_TRUE(ricochet_record(history.get(), 1.0));
	y.Change();
	const ricochet_body second = y.body;
	ASSERT_TRUE(ricochet_record(history.get(), 2.0));
	ASSERT_TRUE(ricochet_destroy_body(y.world.get(), y.body));
	ASSERT_TRUE(ricochet_record(history.get(), 3.0));
	EXPECT_EQ(ricochet_get_records(history.get(), &oldest, &newest), 3);
	EXPECT_TRUE(oldest == 1.0 && newest == 3.0);

	ricochet_world* past = y.snapshot.get();
	const auto ahead = [&](double time)
	{
		EXPECT_TRUE(ricochet_update_snapshot_to(past, history.get(), time, nullptr)) << ricochet_last_message();
		return BodyAhead(past);
	};
	for (int32_t i = 0; i < 2; ++i)
	{
		EXPECT_EQ(ahead(1.0), y.first);
		EXPECT_EQ(ahead(1.9), y.first);
		EXPECT_EQ(ahead(2.0), second);
		EXPECT_EQ(ahead(2.5), second);
		EXPECT_EQ(ahead(3.0), 0u);
		ASSERT_TRUE(ricochet_update_snapshot(past, nullptr));
		EXPECT_EQ(BodyAhead(past), 0u);
	}
	// If the game goes back in time and records again, the history forgets the later records and their ids.
	ASSERT_TRUE(ricochet_record(history.get(), 1.5));
	EXPECT_EQ(ricochet_get_records(history.get(), nullptr, &newest), 2);
	EXPECT_EQ(newest, 1.5);
	EXPECT_EQ(ahead(1.2), y.first);
	EXPECT_EQ(ahead(1.5), 0u);
	EXPECT_FALSE(ricochet_update_snapshot_to(past, history.get(), 2.0, nullptr));
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_TOO_LARGE);
	EXPECT_EQ(BodyAhead(past), 0u);
}

TEST(CHistory, SaysWhereABodyWas)
{
	ChangedYard y;
	const HistoryHandle history(ricochet_create_history(y.world.get(), nullptr));
	ricochet_pose pose{{7.0f, 7.0f}, 7.0f};
	EXPECT_EQ(ricochet_pose_of(history.get(), y.first, 1.0, &pose), -1);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_TOO_FEW);
	ASSERT_TRUE(ricochet_record(history.get(), 1.0));
	ASSERT_TRUE(ricochet_set_body_pose(y.world.get(), y.first, {{1.0f, 2.0f}, 1.0f}));
	ASSERT_TRUE(ricochet_record(history.get(), 2.0));
	const ricochet_body bare = ricochet_create_body(y.world.get(), nullptr);
	y.Change();
	ASSERT_TRUE(ricochet_record(history.get(), 3.0));
	EXPECT_EQ(ricochet_pose_of(history.get(), y.body, 2.9, &pose), 0);
	EXPECT_EQ(ricochet_pose_of(history.get(), y.first, 3.0, &pose), 0);
	EXPECT_EQ(ricochet_pose_of(history.get(), bare, 3.0, &pose), 0) << "it has no fixture";
	EXPECT_EQ(ricochet_pose_of(history.get(), 0, 2.0, &pose), 0);
	EXPECT_EQ(pose.angle, 7.0f);
	EXPECT_EQ(ricochet_pose_of(history.get(), y.body, 3.0, &pose), 1);
	EXPECT_EQ(ricochet_pose_of(history.get(), y.first, 1.5, &pose), 1);
	EXPECT_NEAR(pose.position.x, 0.5f, 1e-6f);
	EXPECT_NEAR(pose.position.y, 1.0f, 1e-6f);
	EXPECT_NEAR(pose.angle, 0.5f, 1e-6f);
	EXPECT_EQ(ricochet_pose_of(history.get(), y.first, 3.5, &pose), -1);
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_TOO_LARGE);
	EXPECT_EQ(ricochet_last_error().limit, 3.0);
}

TEST(CHistory, KeepsAsManyRecordsAsItsDefSays)
{
	ChangedYard y;
	ricochet_history_def def = ricochet_history_def_default();
	def.records = 3;
	const HistoryHandle history(ricochet_create_history(y.world.get(), &def));
	std::vector<ricochet_body> there;
	for (int32_t time = 0; time < 20; ++time)
	{
		y.Change();
		there.push_back(y.body);
		ASSERT_TRUE(ricochet_record(history.get(), time));
		EXPECT_EQ(ricochet_get_records(history.get(), nullptr, nullptr), std::min(time + 1, 3));
		for (int32_t t = std::max(0, time - 2); t <= time; ++t)
		{
			ASSERT_TRUE(ricochet_update_snapshot_to(y.snapshot.get(), history.get(), t + 0.0, nullptr));
			EXPECT_EQ(BodyAhead(y.snapshot.get()), there[static_cast<size_t>(t)]);
		}
	}
}

TEST(CHistory, MovesWithItsOrigin)
{
	ChangedYard y;
	const HistoryHandle history(ricochet_create_history(y.world.get(), nullptr));
	ASSERT_TRUE(ricochet_record(history.get(), 1.0));
	ASSERT_TRUE(ricochet_shift_origin(y.plugin.get(), {0.0f, 50.0f}));
	ASSERT_TRUE(ricochet_shift_history(history.get(), {0.0f, 50.0f}));
	ASSERT_TRUE(ricochet_update_snapshot_to(y.snapshot.get(), history.get(), 1.0, nullptr));
	EXPECT_EQ(BodyAhead(y.snapshot.get()), 0u);
	const ricochet_ray below{{-5.0f, -50.0f}, {10.0f, 0.0f}, 1.0f};
	EXPECT_EQ(ricochet_cast_ray_any(y.snapshot.get(), &below, nullptr), 1);
}

// Takes snapshots of past times from the history of a wrapped world, at recorded times and between them.
TEST(CReferee, ThePast)
{
	for (uint64_t seed = 7800; seed < 7803; ++seed)
	{
		Wrapped w(seed);
		const b2World& world = *w.scene.world;
		History history(world, {.records = 8});
		Snapshot past(world);
		ricochet_history_def def = ricochet_history_def_default();
		def.records = 8;
		const HistoryHandle asked(ricochet_create_history(w.world.get(), &def));
		int32_t met = 0;
		for (int32_t step = 1; step <= 12; ++step)
		{
			for (int32_t i = 0; i < 20; ++i)
			{
				b2Body* body = w.scene.fixtures[static_cast<size_t>(w.random.Below(60))]->GetBody();
				body->SetTransform(body->GetPosition() + w.random.InBox(0.5f), body->GetAngle() + 0.2f);
			}
			ASSERT_TRUE(history.Record(step));
			ASSERT_TRUE(ricochet_record(asked.get(), step));
			for (int32_t i = 0; i < ScaledCount(40); ++i)
			{
				const double oldest = std::max(1, step - 7);
				const double time = oldest + (step - oldest) * w.random.Below(9) / 8.0;
				const auto done = past.UpdateTo(history, time);
				ricochet_snapshot_update update;
				ASSERT_TRUE(ricochet_update_snapshot_to(w.snapshot.get(), asked.get(), time, &update));
				ASSERT_TRUE(done && done->changed == update.changed && done->kept == update.kept);
				const Filters filter(w.random, w.scene);
				const Ray ray = HardRay(w.random, w.scene);
				const ricochet_ray same = ToC(ray);
				std::vector<RayHit> all;
				CastRayAll(past, ray, all, filter.cpp);
				ricochet_ray_hit hits[256];
				ASSERT_EQ(ricochet_cast_ray_all(w.snapshot.get(), &same, &filter.c, hits, 256),
				          static_cast<int32_t>(all.size()));
				for (size_t h = 0; h < all.size(); ++h)
				{
					ASSERT_TRUE(IsSame(all[h], hits[h])) << "seed " << seed << " at " << time;
				}
				met += static_cast<int32_t>(all.size());
				const b2Body* body = w.scene.fixtures[static_cast<size_t>(w.random.Below(60))]->GetBody();
				const auto pose = ValueOf(history.PoseOf(body, time));
				ricochet_pose told;
				ASSERT_EQ(ricochet_pose_of(asked.get(), IdOf(body), time, &told), 1);
				ASSERT_TRUE(pose && IsSame(pose->p, told.position));
				ASSERT_NEAR(std::remainder(told.angle - pose->q.GetAngle(), 6.2831853f), 0.0f, 1e-6f);
			}
		}
		EXPECT_GT(met, ScaledCount(100));
	}
}

} // namespace ricochet::test::snapshot_test
