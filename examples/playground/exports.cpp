// MIT License, Copyright (c) 2026 the ricochet authors

// What the page calls. Text comes and goes as zero-terminated UTF-8.

#include "game.h"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

namespace
{

playground::Game& TheGame()
{
	static playground::Game game;
	return game;
}

const char* Kept(std::string text)
{
	static std::string kept;
	kept = std::move(text);
	return kept.c_str();
}

} // namespace

extern "C"
{
	/// Room for a text that the page gives, until the next call.
	char* play_text(int size)
	{
		static std::vector<char> text;
		text.assign(static_cast<size_t>(size) + 1, '\0');
		return text.data();
	}

	const char* play_describe()
	{
		return Kept(playground::Game::Describe());
	}
	void play_load(int scene)
	{
		TheGame().Load(static_cast<size_t>(scene));
	}
	const char* play_map(const char* text)
	{
		return Kept(TheGame().LoadMap(text));
	}
	int play_set(const char* key, float value)
	{
		return TheGame().Set(key, value);
	}
	void play_tool(int tool)
	{
		TheGame().Take(static_cast<playground::Tool>(tool));
	}
	void play_advance(float seconds)
	{
		TheGame().Advance(seconds);
	}
	void play_step()
	{
		TheGame().Step();
	}
	int play_back()
	{
		return TheGame().Now().StepBack();
	}
	void play_muzzle(float x, float y)
	{
		TheGame().Now().muzzle = {x, y};
	}
	void play_move(float x, float y)
	{
		TheGame().Pointer().Move(TheGame().Now(), {x, y});
	}
	void play_press(float x, float y)
	{
		TheGame().Pointer().Press(TheGame().Now(), {x, y});
	}
	void play_release(float x, float y)
	{
		TheGame().Pointer().Release(TheGame().Now(), {x, y});
	}

	const char* play_inspect(float x, float y, float reach)
	{
		return Kept(playground::Inspect(TheGame().Now(), {x, y}, reach));
	}

	/// Fills the list of marks; how many numbers it has.
	int play_draw()
	{
		TheGame().Draw();
		return static_cast<int>(TheGame().Marks().Numbers().size());
	}

	const float* play_marks()
	{
		return TheGame().Marks().Numbers().data();
	}

	/// The middle and the extent of what the scene shows.
	const float* play_view()
	{
		static float view[4];
		const playground::View& seen = TheGame().Seen();
		view[0] = seen.center.x;
		view[1] = seen.center.y;
		view[2] = seen.width;
		view[3] = seen.height;
		return view;
	}

	const char* play_statistics()
	{
		const playground::Stage& stage = TheGame().Now();
		const playground::Counts& counts = stage.counts;
		return Kept(fmt::format(
		    R"({{"time":{:.3f},"bullets":{},"grenades":{},"bodies":{},"fired":{},"impacts":{},"bounces":{},"pierces":{},"stops":{}}})",
		    stage.time, stage.plugin.Bullets().size(), stage.plugin.Grenades().size(), stage.world.GetBodyCount(),
		    counts.fired, counts.impacts, counts.bounces, counts.pierces, counts.stops));
	}

	const char* play_script(int scene, int steps)
	{
		return Kept(playground::Game::Script(static_cast<size_t>(scene), steps));
	}

	/// Takes all memory, asks for what needs more, and gives it back. True if that was refused and the game goes on.
	int play_without_memory()
	{
		playground::Stage& stage = TheGame().Now();
		void* first = nullptr;
		for (size_t size = size_t{1} << 28; size >= 16; size /= 2)
		{
			while (void* taken = std::malloc(size))
			{
				*static_cast<void**>(taken) = first;
				first = taken;
			}
		}
		stage.plugin.Reserve(30000, 100);
		const bool isRefused = stage.plugin.LastError().reason == ricochet::ErrorReason::OutOfMemory;
		while (first != nullptr)
		{
			void* next = *static_cast<void**>(first);
			std::free(first);
			first = next;
		}
		TheGame().Step();
		return isRefused && stage.plugin.LastError().reason == ricochet::ErrorReason::None;
	}
}
