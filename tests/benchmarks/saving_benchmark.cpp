// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>

#include "benchmarks/bullet_field.h"
#include "benchmarks/common.h"
#include "benchmarks/race/clock.h"
#include "support/progress.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

// Times Plugin::Save and Plugin::Restore of many flying bullets, and a step of these bullets. Before it prints a time,
// the restored plugin must save to the same bytes. After some more steps, both plugins must still save to the same
// bytes.

namespace ricochet::test
{

namespace
{

constexpr int32_t k_warmUp = 30;
constexpr int32_t k_passes = 25;
constexpr int32_t k_stepsAfter = 5;

using Bytes = std::vector<std::byte>;

void Require(bool holds, const char* what)
{
	if (holds == false)
	{
		std::fprintf(stderr, "%s\n", what);
		std::exit(EXIT_FAILURE);
	}
}

// Stores the bodies' poses and puts them back. Nothing collides, so each body continues straight.
class FieldPoses
{
public:
	explicit FieldPoses(const b2World& world) : m_poses(static_cast<size_t>(world.GetBodyCount()))
	{
		size_t i = 0;
		for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			m_poses[i++] = {body->GetPosition(), body->GetAngle()};
		}
	}

	void PutBack(b2World& world) const
	{
		size_t i = 0;
		for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			if (body->GetType() != b2_staticBody)
			{
				body->SetTransform(m_poses[i].position, m_poses[i].angle);
			}
			++i;
		}
	}

private:
	struct Pose
	{
		b2Vec2 position{0.0f, 0.0f};
		float angle = 0.0f;
	};

	std::vector<Pose> m_poses;
};

uint64_t Play(Plugin& plugin, int32_t steps)
{
	EventHash hash;
	for (int32_t step = 0; step < steps; ++step)
	{
		plugin.Step(BulletField::k_dt, 8, 3);
		for (const ImpactEvent& impact : plugin.Impacts())
		{
			hash.Add(impact.bullet.index);
			hash.Add(impact.enter.point);
		}
	}
	return hash.Value();
}

void FillUp(BulletField& field, Plugin& plugin, int32_t count, int32_t pierces)
{
	while (plugin.Bullets().size() < static_cast<size_t>(count))
	{
		BulletDef def = field.Bullet();
		def.maxPierces = pierces;
		plugin.Fire(def);
	}
}

void Check(BulletField& field, Plugin& plugin)
{
	Bytes bytes;
	Bytes again;
	Require(static_cast<bool>(plugin.Save(bytes)), "It could not be saved.");
	const FieldPoses poses(*field.scene.world);
	const uint64_t first = Play(plugin, k_stepsAfter);
	poses.PutBack(*field.scene.world);
	Require(static_cast<bool>(plugin.Restore(bytes)), "It could not be restored.");
	Require(plugin.Save(again) && again == bytes, "What was restored gives other bytes.");
	Require(Play(plugin, k_stepsAfter) == first, "What was restored flies another way.");
}

void Run(float width, int32_t count, int32_t pierces)
{
	BulletField field(width);
	Plugin plugin(*field.scene.world, {.surface = {.resistance = 0.0f}});
	for (int32_t step = 0; step < k_warmUp; ++step)
	{
		FillUp(field, plugin, count, pierces);
		plugin.Step(BulletField::k_dt, 8, 3);
	}
	FillUp(field, plugin, count, pierces);
	Check(field, plugin);
	FillUp(field, plugin, count, pierces);
	Bytes bytes;
	std::vector<double> saving;
	std::vector<double> restoring;
	std::vector<double> stepping;
	for (int32_t pass = 0; pass < k_passes; ++pass)
	{
		plugin.Step(BulletField::k_dt, 8, 3);
		FillUp(field, plugin, count, pierces);
		const double start = ProcessorTime();
		Require(static_cast<bool>(plugin.Save(bytes)), "It could not be saved.");
		const double saved = ProcessorTime();
		Require(static_cast<bool>(plugin.Restore(bytes)), "It could not be restored.");
		const double restored = ProcessorTime();
		plugin.Step(BulletField::k_dt, 8, 3);
		stepping.push_back(ProcessorTime() - restored);
		saving.push_back(saved - start);
		restoring.push_back(restored - saved);
	}
	std::printf("%8.0f %9d %8d %10zu %8.1f %10.3f %10.3f %10.3f\n", static_cast<double>(width), count, pierces,
	            bytes.size(), static_cast<double>(bytes.size()) / count, 1e3 * Median(saving), 1e3 * Median(restoring),
	            1e3 * Median(stepping));
	std::fflush(stdout);
}

} // namespace

} // namespace ricochet::test

int main()
{
	ricochet::test::WarnUnlessRelease();
	std::printf("%8s %9s %8s %10s %8s %10s %10s %10s\n", "field m", "bullets", "pierces", "bytes", "B/bullet",
	            "Save ms", "Restore ms", "step ms");
	ricochet::test::ProgressLine progress(12, "settings");
	for (const float width : {1600.0f, 400.0f})
	{
		for (const int32_t count : {1000, 10000, 100000})
		{
			ricochet::test::Run(width, count, 0);
			progress.Step();
			ricochet::test::Run(width, count, 2);
			progress.Step();
		}
	}
	return EXIT_SUCCESS;
}
