// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/spatial_hash.h>

#include "support/progress.h"
#include "support/room_beam.h"

#include <atomic>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <mutex>
#include <string_view>
#include <thread>

// Casts beams of 100 bounces in closed rooms of mirrors, 0 to 100 km from the origin, over the world or over a grid.
// Exact arithmetic about the room checks where each leg starts and which mirror it reports: see CheckRoomBeam.

namespace
{

using namespace ricochet;
using namespace ricochet::test;

constexpr int k_faulty = 1;
constexpr int k_badArguments = 2;
constexpr int64_t k_beamsPerRoom = 20;
constexpr float k_length = 1.0e7f; // longer than 100 bounces need

constexpr const char* k_usage = "usage: beams [--beams N] [--seed S] [--threads T] [--grid 0|1]\n"
                                "  --beams N    how many, in rooms of 20; default 50000\n"
                                "  --grid 1     over a SpatialHash of the room, not over its world\n";

struct Options
{
	int64_t beams = 50'000;
	uint64_t seed = 1;
	int64_t threads = 1;
	int64_t grid = 0;
};

template <class Number>
bool Parse(std::string_view text, Number low, Number high, Number& value)
{
	const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
	return error == std::errc() && end == text.data() + text.size() && low <= value && value <= high;
}

bool Set(Options& options, std::string_view name, std::string_view value)
{
	if (name == "--beams")
	{
		return Parse<int64_t>(value, 1, 1'000'000'000, options.beams);
	}
	if (name == "--seed")
	{
		return Parse<uint64_t>(value, 0, UINT64_MAX, options.seed);
	}
	if (name == "--threads")
	{
		return Parse<int64_t>(value, 1, 1024, options.threads);
	}
	return name == "--grid" && Parse<int64_t>(value, 0, 1, options.grid);
}

// Casts all beams in one room. Each room has its own seed, so that the number of threads does not matter.
RoomCount CastInRoom(const Options& options, int64_t room)
{
	const float distances[] = {0.0f, 100.0f, 1.0e3f, 1.0e4f, 1.0e5f};
	SceneRandom random(options.seed + 0x9E3779B97F4A7C15u * static_cast<uint64_t>(room + 1));
	const auto kind = static_cast<MirrorRoom::Kind>(room % static_cast<int>(MirrorRoom::Kind::Count));
	const b2Vec2 center = distances[room % 5] * random.Direction();
	const MirrorRoom mirrors = MakeMirrorRoom(random, kind, center, random.Below(6));
	SpatialHash hash(random.LogUniform(0.1f, 10.0f));
	hash.Update(mirrors.scene.world.get());
	const BeamDef def{.length = k_length, .maxBounces = 100};
	std::vector<BeamLeg> legs;
	RoomCount count;
	for (int64_t i = room * k_beamsPerRoom; i < std::min((room + 1) * k_beamsPerRoom, options.beams); ++i)
	{
		const b2Vec2 from = mirrors.FreePoint(random);
		const b2Vec2 direction = random.Direction();
		const BeamEnd end = options.grid == 1 ? CastBeam(hash, from, direction, def, legs)
		                                      : CastBeam(*mirrors.scene.world, from, direction, def, legs);
		CheckRoomBeam(mirrors, legs, end, count);
	}
	return count;
}

RoomCount Run(const Options& options)
{
	ProgressLine progress(static_cast<double>(options.beams), "beams");
	const int64_t rooms = (options.beams + k_beamsPerRoom - 1) / k_beamsPerRoom;
	std::atomic<int64_t> next = 0;
	std::mutex mutex;
	RoomCount count;
	int64_t done = 0;
	std::vector<std::thread> threads;
	for (int64_t i = 0; i < options.threads; ++i)
	{
		threads.emplace_back(
		    [&]
		    {
			    for (int64_t room = next++; room < rooms; room = next++)
			    {
				    const RoomCount here = CastInRoom(options, room);
				    const std::scoped_lock lock(mutex);
				    if (here.faults > 0)
				    {
					    std::fprintf(stderr, "faults in room %" PRId64 "\n", room);
				    }
				    count += here;
				    done += std::min(k_beamsPerRoom, options.beams - room * k_beamsPerRoom);
				    progress.Tell(static_cast<double>(done));
			    }
		    });
	}
	for (std::thread& thread : threads)
	{
		thread.join();
	}
	return count;
}

} // namespace

int main(int count, char** arguments)
{
	Options options;
	for (int i = 1; i < count; i += 2)
	{
		if (i + 1 == count || Set(options, arguments[i], arguments[i + 1]) == false)
		{
			std::fprintf(stderr, "beams: not understood: '%s'\n%s", arguments[i], k_usage);
			return k_badArguments;
		}
	}
	const RoomCount seen = Run(options);
	std::printf("%" PRId64 " beams, %" PRId64 " bounces: %" PRId64 " beams with a fault\n"
	            "no place to go on from: %" PRId64 ", starts farther than 4 units: %" PRId64 ", farthest %.1f units, "
	            "turned by more than rounding: %" PRId64 "\n",
	            options.beams, seen.bounces, seen.faults, seen.noPlace, seen.farther, seen.farthest, seen.turned);
	return seen.faults == 0 ? 0 : k_faulty;
}
