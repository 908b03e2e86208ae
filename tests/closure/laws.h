// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "closure/worlds.h"
#include "support/random_rays.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace ricochet::test
{

/// Counts how often each law was tried, and how often it was broken. A law is a statement about the results of calls.
class Laws
{
public:
	void Try(const char* law, bool holds)
	{
		Tries& tries = m_tries[law];
		++tries.all;
		tries.broken += holds ? 0 : 1;
	}

	/// Expects every law to hold, and to have been tried often enough.
	void Expect(double least) const
	{
		for (const auto& [law, tries] : m_tries)
		{
			EXPECT_EQ(tries.broken, 0) << law << ": of " << tries.all;
			EXPECT_GE(tries.all, least * TestScale()) << law;
		}
	}

private:
	struct Tries
	{
		int all = 0;
		int broken = 0;
	};
	std::map<std::string, Tries> m_tries;
};

/// Tries laws in random worlds of each kind, a hundred times in each world. In the worlds of a kind, each law must be
/// tried at least `least` times.
inline void TryAll(void (*judge)(SceneRandom&, Scene&, Laws&), double least)
{
	for (const WorldKind& kind : WorldKinds())
	{
		SCOPED_TRACE(kind.name);
		SceneRandom random(SeedOf(0x10117));
		Laws laws;
		for (int i = 0; i < ScaledCount(60); ++i)
		{
			Scene scene;
			kind.fill(random, scene);
			for (int j = 0; j < 100; ++j)
			{
				judge(random, scene, laws);
			}
		}
		laws.Expect(least);
	}
}

} // namespace ricochet::test
