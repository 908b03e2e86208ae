// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/format/answers.h>
#include <ricochet/format/names.h>
#include <ricochet/format/text.h>
#include <ricochet/projectile/events.h>
#include <ricochet/projectile/flight_path.h>

namespace ricochet::detail
{

/// Writes how far and how long the projectile of an event has flown.
void TellFlown(auto& text, const auto& event)
{
	text << ", flown " << event.distance << " m in " << event.age << " s";
}

void Tell(auto& text, const ImpactEvent& hit)
{
	TellWho(text, hit.bullet, hit.grenade);
	text << ": " << NameOf(hit.response) << " at " << hit.enter.point << " m, " << hit.time << " s";
	TellFlown(text, hit);
	if (hit.enter.normal.x != 0.0f || hit.enter.normal.y != 0.0f)
	{
		text << ", normal " << hit.enter.normal;
	}
	text << ", " << hit.thickness << " m thick, " << hit.velocityBefore << " -> " << hit.velocityAfter << " m/s, lost "
	     << hit.energyLost << " J";
	if (hit.damage != 0.0f)
	{
		text << ", damage " << hit.damage;
	}
	text.Data(hit.userData);
}

void Tell(auto& text, const PressEvent& press)
{
	TellWho(text, {}, press.grenade);
	text << ": presses at " << press.point << " m, " << press.time << " s, normal " << press.normal << ", impulse "
	     << press.impulse << (press.inNextStep ? " N s in the next step" : " N s");
	text.Data(press.userData);
}

void Tell(auto& text, const BlastHit& hit)
{
	text << "blast at " << hit.point << " m, " << hit.distance << " m off, share " << hit.share << ", impulse "
	     << hit.impulse << " N s, damage " << hit.damage << (hit.destroyed ? ", destroyed" : "");
}

void Tell(auto& text, const BlastEvent& hit)
{
	if (hit.grenade)
	{
		TellWho(text, {}, hit.grenade);
		text << ": ";
	}
	Tell(text, static_cast<const BlastHit&>(hit));
	text.Data(hit.userData);
}

void Tell(auto& text, const ExplosionEvent& explosion)
{
	if (explosion.grenade)
	{
		TellWho(text, {}, explosion.grenade);
		text << ": ";
	}
	text << "explosion at " << explosion.position << " m, " << explosion.time << " s, radius " << explosion.radius
	     << " + " << explosion.falloff << " m, hits " << explosion.hitCount << ", fragments "
	     << explosion.fragmentCount;
	text.Data(explosion.userData);
}

void Tell(auto& text, const ExpiredEvent& end)
{
	TellWho(text, end.bullet, end.grenade);
	text << ": " << NameOf(end.reason) << " at " << end.position << " m, " << end.time << " s";
	TellFlown(text, end);
	text << ", with " << end.velocity << " m/s";
	text.Data(end.userData);
}

void Tell(auto& text, const BulletState& bullet)
{
	text << "bullet ";
	Tell(text, bullet.id);
	text << ": at " << bullet.position << " m with " << bullet.velocity << " m/s, " << bullet.age << " s old, bounces "
	     << bullet.bounces << ", pierces " << bullet.pierces;
	text.Data(bullet.userData);
}

void Tell(auto& text, const GrenadeState& grenade)
{
	TellWho(text, {}, grenade.id);
	text << ": at " << grenade.position << " m with " << grenade.velocity << " m/s, " << grenade.age << " s old";
	if (grenade.resting)
	{
		text << ", resting";
	}
	if (grenade.stuck)
	{
		text << ", stuck";
	}
	text.Data(grenade.userData);
}

void Tell(auto& text, const BulletPlace& bullet)
{
	TellWho(text, bullet.id, {});
	text << ": at " << bullet.position << " m with " << bullet.velocity << " m/s" << (bullet.hasEnded ? ", ended" : "");
	text.Data(bullet.userData);
}

void Tell(auto& text, const GrenadePlace& grenade)
{
	TellWho(text, {}, grenade.id);
	text << ": at " << grenade.position << " m, angle " << grenade.angle << " rad, radius " << grenade.radius << " m"
	     << (grenade.hasEnded ? ", ended" : "");
	text.Data(grenade.userData);
}

void Tell(auto& text, const PathPoint& point)
{
	text << point.position << " m, " << point.time << " s";
	if (point.isImpact)
	{
		text << ", impact";
	}
}

} // namespace ricochet::detail
