// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/box2d_layout.h>

#include "geometry/checker.h"

namespace ricochet
{

Result<> CheckBox2dLayout(const Box2dLayout& game)
{
	const Box2dLayout& ours = k_box2dLayoutHere;
	Checker checker;
	const auto compare = [&](const char* what, double theirs, double own)
	{
		checker.Require(theirs == own, {ErrorReason::OtherBox2d, what, -1, theirs, own});
	};
	compare("b2_maxPolygonVertices", game.polygonVertices, ours.polygonVertices);
	compare("b2_lengthUnitsPerMeter", game.unitsPerMeter, ours.unitsPerMeter);
	compare("sizeof(b2World)", game.world, ours.world);
	compare("sizeof(b2Body)", game.body, ours.body);
	compare("sizeof(b2Fixture)", game.fixture, ours.fixture);
	compare("sizeof(b2PolygonShape)", game.polygonShape, ours.polygonShape);
	compare("sizeof(b2CircleShape)", game.circleShape, ours.circleShape);
	compare("sizeof(b2EdgeShape)", game.edgeShape, ours.edgeShape);
	compare("sizeof(b2ChainShape)", game.chainShape, ours.chainShape);
	compare("sizeof(b2BodyDef)", game.bodyDef, ours.bodyDef);
	compare("sizeof(b2FixtureDef)", game.fixtureDef, ours.fixtureDef);
	return checker.Outcome();
}

} // namespace ricochet
