// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cstdio>

int main()
{
	b2World world({0.0f, -10.0f});
	const auto pane = ricochet::MakeBox(0.005f, 5.0f, {10.0f, 0.0f});
	b2BodyDef def;
	world.CreateBody(&def)->CreateFixture(&*pane, 0.0f);
	ricochet::Plugin plugin(world);
	plugin.Fire({.position = {0.0f, 1.0f}, .velocity = {800.0f, 0.0f}});
	plugin.Step(1.0f / 60.0f, 8, 3);
	std::printf("%zu hit: %s\n", plugin.Impacts().size(), plugin.LastError().Message().c_str());
	return plugin.Impacts().size() == 1 ? 0 : 1;
}
