// MIT License, Copyright (c) 2026 the ricochet authors

// The functions that the page calls. Texts are zero-terminated UTF-8 in both directions.

#include "game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

namespace
{

playground::Game& TheGame()
{
	static playground::Game game;
	return game;
}

std::unique_ptr<playground::Game>& ThePicture()
{
	static std::unique_ptr<playground::Game> game;
	return game;
}

const float* Numbers(const playground::View& view)
{
	static float numbers[4];
	numbers[0] = view.center.x;
	numbers[1] = view.center.y;
	numbers[2] = view.width;
	numbers[3] = view.height;
	return numbers;
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
	/// Returns a buffer for a text from the page, valid until the next call.
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
	float play_get(const char* key)
	{
		return TheGame().Get(key);
	}
	/// Sets the part of the world that the page shows, and the size of a picture of it in pixels.
	void play_window(float left, float low, float right, float high, int columns, int rows)
	{
		TheGame().SetWindow({{left, low}, {right, high}, std::clamp(columns, 1, 4096), std::clamp(rows, 1, 4096)});
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
		if (TheGame().Now().isPuzzle == false)
		{
			TheGame().Now().muzzle = {x, y};
		}
	}
	/// Returns x and y of the muzzle, valid until the next call.
	const float* play_origin()
	{
		static float place[2];
		place[0] = TheGame().Now().muzzle.x;
		place[1] = TheGame().Now().muzzle.y;
		return place;
	}
	const float* play_aim()
	{
		static float place[2];
		place[0] = TheGame().Pointer().At().x;
		place[1] = TheGame().Pointer().At().y;
		return place;
	}
	void play_move(float x, float y)
	{
		TheGame().Pointer().Move(TheGame().Now(), {x, y});
	}
	void play_press(float x, float y)
	{
		TheGame().Pointer().Press(TheGame().Now(), {x, y});
	}
	int play_release(float x, float y)
	{
		return TheGame().Pointer().Release(TheGame().Now(), {x, y});
	}

	const char* play_inspect(float x, float y, float reach)
	{
		return Kept(playground::Inspect(TheGame().Now(), {x, y}, reach));
	}

	/// Fills the list of marks, and returns the number of its values.
	int play_draw()
	{
		TheGame().Draw();
		return static_cast<int>(TheGame().Marks().Numbers().size());
	}

	const float* play_marks()
	{
		return TheGame().Marks().Numbers().data();
	}

	/// Returns the pixels of the picture among the marks, if there is one.
	const uint32_t* play_pixels()
	{
		return TheGame().Marks().Pixels().data();
	}

	/// Returns four numbers of the shown part of the scene: the centre's x and y, width, height (m).
	const float* play_view()
	{
		return Numbers(TheGame().Seen());
	}

	const char* play_statistics()
	{
		const playground::Stage& stage = TheGame().Now();
		const playground::Counts& counts = stage.counts;
		int free = 0;
		for (const b2Body* body = stage.world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			free += body->GetType() == b2_dynamicBody;
		}
		return Kept(fmt::format(
		    R"({{"time":{:.3f},"bullets":{},"grenades":{},"bodies":{},"free":{},"fired":{},"impacts":{},"bounces":{},"pierces":{},"stops":{}}})",
		    stage.time, stage.plugin.Bullets().size(), stage.plugin.Grenades().size(), stage.world.GetBodyCount(), free,
		    counts.fired, counts.impacts, counts.bounces, counts.pierces, counts.stops));
	}

	const char* play_code()
	{
		return Kept(TheGame().Code());
	}

	const char* play_drawn()
	{
		return Kept(TheGame().Drawn());
	}
	void play_draw_again(const char* outlines)
	{
		TheGame().DropDrawn(outlines);
	}

	/// Makes a small picture of a scene in another game: fills its list of marks, and returns the number of its values.
	int play_picture(int scene, int steps, const char* map)
	{
		ThePicture() = std::make_unique<playground::Game>();
		ThePicture()->Preview(static_cast<size_t>(scene), steps, map);
		return static_cast<int>(ThePicture()->Marks().Numbers().size());
	}
	const float* play_picture_marks()
	{
		return ThePicture()->Marks().Numbers().data();
	}
	const uint32_t* play_picture_pixels()
	{
		return ThePicture()->Marks().Pixels().data();
	}
	const float* play_picture_view()
	{
		return Numbers(ThePicture()->Seen());
	}

	const char* play_script(int scene, int steps, int compares)
	{
		return Kept(playground::Game::Script(static_cast<size_t>(scene), steps, compares != 0));
	}

	/// Takes all memory, makes a call that needs more, and frees the memory. Returns true if that call was refused and
	/// the next step works.
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
