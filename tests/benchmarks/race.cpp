// MIT License, Copyright (c) 2026 the ricochet authors

#include "benchmarks/common.h"
#include "benchmarks/race/clock.h"
#include "benchmarks/race/report.h"
#include "benchmarks/race/stage.h"
#include "benchmarks/race/step.h"
#include "support/progress.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

// Compares the ray casts that a user of Box2D can choose from, in one process. The systems are b2World::RayCast,
// ricochet on the live broadphase, SpatialHash, Snapshot, and Chipmunk and Embree where they are installed. Before
// anything is timed, all answers are compared. All answers of ricochet's systems must agree in every bit. Differences
// of the other systems are explained and counted. All systems are timed in turns, pass by pass. The ratios are medians
// of the quotients within a pass.

namespace ricochet::test
{

namespace
{

[[noreturn]] void Refuse(const Case& of, const std::string& system)
{
	std::fprintf(stderr, "%s %d, %s, %s: %s gives other hits than ricochet's live casts. Nothing was timed.\n",
	             of.scene.c_str(), of.shapes, NameOf(of.query), of.order.c_str(), system.c_str());
	std::exit(EXIT_FAILURE);
}

class Race
{
public:
	// If bodies move between the frames, every system casts one batch in each frame.
	Race(const RaceOptions& options, Stage& stage, const Case& of)
	    : m_options(options), m_stage(stage), m_of(of),
	      m_all(MakeRaceRays(stage.scene, of.order, of.length, of.moved >= 0 ? of.batch : std::max(of.batch, 20000),
	                         &stage.outside)),
	      m_sample(of.moved >= 0 ? m_all : SampleOf(m_all, options.sample))
	{
	}

	CaseResult Run()
	{
		CaseResult result{m_of, 0.0, {}, {}};
		Compare(result);
		const Task task = TaskOf(m_sample);
		for (const auto& caster : m_stage.casters)
		{
			const bool isIn = m_of.threads > 1 ? caster->takesBatches : caster->usesThreads == false;
			if (isIn && caster->CanCast(task))
			{
				result.times.push_back({caster.get(), {}, {}});
			}
		}
		m_found.resize(m_all.rays.size());
		const double end = ProcessorTime() + m_options.seconds;
		for (int32_t pass = 0; pass < m_options.passes && (pass < 5 || ProcessorTime() < end); ++pass)
		{
			Pass(result, static_cast<size_t>(pass));
		}
		if (m_of.moved >= 0)
		{
			CompareOwn(TaskOf(m_sample), TaskOf(m_all));
		}
		return result;
	}

private:
	Task TaskOf(const RaceRays& rays) const { return {m_of.query, rays.rays, rays.fans, m_of.batch, rays.coherent}; }

	void CompareOwn(const Task& sample, const Task& all) const
	{
		const std::string differs = FindDisagreement(m_stage.casters, sample, all);
		if (differs.empty() == false)
		{
			Refuse(m_of, differs);
		}
	}

	void Compare(CaseResult& result)
	{
		CompareOwn(TaskOf(m_sample), TaskOf(m_all));
		const int32_t count = m_options.explained;
		for (const RaceRays& rays : {MakeRaceRays(m_stage.scene, m_of.order, m_of.length, count, nullptr),
		                             MakeAimedRays(m_stage.scene, m_of.length, count)})
		{
			Explain(m_stage.scene, m_stage.world, m_stage.casters, TaskOf(rays), result.tally);
			CompareOwn(TaskOf(rays), TaskOf(rays));
		}
		std::vector<Found> found(m_sample.rays.size());
		m_stage.casters[1]->Cast(TaskOf(m_sample), found);
		const auto hits = std::count_if(found.begin(), found.end(), [](const Found& one) { return one.name != 0; });
		result.hitShare = static_cast<double>(hits) / static_cast<double>(found.size());
	}

	// Times all systems once. Each pass begins with another system. If bodies move, Box2D is first, because it moves
	// the world that the others read.
	void Pass(CaseResult& result, size_t pass)
	{
		if (m_of.moved >= 0)
		{
			m_stage.NextFrame(m_of.moved);
		}
		const size_t count = result.times.size();
		for (size_t i = 0; i < count; ++i)
		{
			Times& times = result.times[m_of.moved >= 0 ? i : (i + pass) % count];
			TimeOne(const_cast<Caster&>(*times.caster), times, result.times[0]);
		}
	}

	void TimeOne(Caster& caster, Times& times, const Times& box2d)
	{
		const auto now = m_of.threads > 1 ? WallTime : ProcessorTime;
		const Task task = TaskOf(caster.takesBatches ? m_all : m_sample);
		double seconds = 0.0;
		if (m_of.moved >= 0)
		{
			const double start = now();
			caster.Move(m_stage.scene, m_stage.moved);
			seconds = caster.sharesMove ? 1e-3 * box2d.update.back() : now() - start;
			times.update.push_back(1e3 * seconds);
		}
		const double start = now();
		caster.Cast(task, m_found);
		seconds += now() - start;
		times.cast.push_back(1e9 * seconds / static_cast<double>(task.rays.size()));
	}

	const RaceOptions& m_options;
	Stage& m_stage;
	Case m_of;
	RaceRays m_all;
	RaceRays m_sample;
	std::vector<Found> m_found;
};

int Run(const RaceOptions& options)
{
	WarnUnlessRelease();
	std::printf(
	    "Box2D 2.4: the installed library. Its update is b2Body::SetTransform, which live casts need too; those\n"
	    "of the others are what they need beside it.\n");
	for (const std::string& note : PeerNotes())
	{
		std::printf("%s\n", note.c_str());
	}
	ThreadPool pool(2);
	const Executor executor = pool.AsExecutor();
	Report report(options.csv);
	std::unique_ptr<Stage> stage;
	ProgressLine progress(static_cast<double>(options.cases.size()), "cases");
	for (const Case& of : options.cases)
	{
		if (stage == nullptr || stage->Fits(of) == false)
		{
			stage.reset();
			stage = std::make_unique<Stage>(of, executor);
			report.AddBuilds(of, stage->scene.shapes, stage->casters);
		}
		report.Add(Race(options, *stage, of).Run());
		progress.Step();
	}
	PrintUpdateBesideStep(4 * options.passes);
	return report.PrintTally() > 0 && options.strict ? EXIT_FAILURE : EXIT_SUCCESS;
}

} // namespace

} // namespace ricochet::test

int main(int argc, char** argv)
{
	return ricochet::test::Run(ricochet::test::ReadOptions(argc, argv));
}
