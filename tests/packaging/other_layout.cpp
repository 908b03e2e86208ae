// MIT License, Copyright (c) 2026 the ricochet authors

// This file is compiled with a b2Fixture that is larger than the library's. The library must refuse every call that
// would read or change the world.

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cstdio>

namespace
{

int s_faults = 0;

template <class T>
void Refused(const char* what, const ricochet::Result<T>& result)
{
	if (result.GetError().reason != ricochet::ErrorReason::OtherBox2d)
	{
		std::printf("%s is not refused\n", what);
		++s_faults;
	}
}

} // namespace

int main()
{
	b2World world({0.0f, -10.0f});
	const ricochet::Result<> same = ricochet::CheckBox2dLayout();
	Refused("CheckBox2dLayout", same);
	std::puts(same.GetError().Message().c_str());

	ricochet::Plugin plugin(world);
	Refused("Plugin", ricochet::Result<>(plugin.LastError()));
	plugin.Step(1.0f / 60.0f, 8, 3);
	Refused("Plugin::Step", ricochet::Result<>(plugin.LastError()));
	if (plugin.Fire({.velocity = {100.0f, 0.0f}}) || plugin.Throw({}))
	{
		std::puts("it flies");
		++s_faults;
	}
	ricochet::FlightPreview preview;
	Refused("Plugin::PreviewPath", plugin.PreviewPath({.velocity = {100.0f, 0.0f}}, 1.0f, 0.1f, preview));
	ricochet::Snapshot snapshot(world);
	Refused("Snapshot::Update", snapshot.Update());
	ricochet::History history(world);
	Refused("History::Record", history.Record(0.0));
	Refused("Snapshot::UpdateTo", snapshot.UpdateTo(history, 0.0));
	ricochet::SpatialHash hash(1.0f);
	Refused("SpatialHash::Update", hash.Update(&world));
	return s_faults == 0 ? 0 : 1;
}
