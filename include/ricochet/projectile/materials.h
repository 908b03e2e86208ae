// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/events.h>

namespace ricochet::materials
{

// These surfaces are starting values for bullets of 7 to 10 mm. The force on a real bullet in a solid is not constant.
// So each resistance is the energy of a bullet divided by the depth at which it stops, to one figure. In soft materials
// the bullet is a 9 mm pistol bullet (8 g, 350 m/s: 490 J). In hard materials it is a 7.62 mm rifle bullet (9.5 g, 830
// m/s: 3,300 J).
//
// With these values, a pistol bullet stops in 24.5 cm of pine, and a rifle bullet passes through a metre and more. A
// rifle bullet stops in 4.7 cm of concrete and 1.1 cm of steel. Real bullets glance off at angles below ricochetAngle:
// some 7 degrees on water, 20 on steel. Scale the values as your game needs.
//
//
//   plugin.SetSurface(fixture, ricochet::materials::k_concrete);

inline constexpr Surface k_water{
    .resistance = 5e2f * k_meter, .ricochetAngle = 0.12f, .restitution = 0.1f, .friction = 0.1f};
inline constexpr Surface k_gelatine{
    .resistance = 7e2f * k_meter, .ricochetAngle = 0.0f, .restitution = 0.0f, .friction = 0.6f};
inline constexpr Surface k_drywall{
    .resistance = 1e3f * k_meter, .ricochetAngle = 0.05f, .restitution = 0.1f, .friction = 0.5f};
inline constexpr Surface k_softwood{
    .resistance = 2e3f * k_meter, .ricochetAngle = 0.1f, .restitution = 0.1f, .friction = 0.4f};
inline constexpr Surface k_plywood{
    .resistance = 3e3f * k_meter, .ricochetAngle = 0.1f, .restitution = 0.1f, .friction = 0.4f};
inline constexpr Surface k_hardwood{
    .resistance = 5e3f * k_meter, .ricochetAngle = 0.15f, .restitution = 0.2f, .friction = 0.4f};
inline constexpr Surface k_earth{
    .resistance = 6e3f * k_meter, .ricochetAngle = 0.15f, .restitution = 0.1f, .friction = 0.7f};
inline constexpr Surface k_glass{
    .resistance = 5e3f * k_meter, .ricochetAngle = 0.15f, .restitution = 0.3f, .friction = 0.2f};
inline constexpr Surface k_sand{
    .resistance = 1e4f * k_meter, .ricochetAngle = 0.2f, .restitution = 0.0f, .friction = 0.8f};
inline constexpr Surface k_brick{
    .resistance = 4e4f * k_meter, .ricochetAngle = 0.25f, .restitution = 0.2f, .friction = 0.6f};
inline constexpr Surface k_concrete{
    .resistance = 7e4f * k_meter, .ricochetAngle = 0.3f, .restitution = 0.3f, .friction = 0.6f};
inline constexpr Surface k_steel{
    .resistance = 3e5f * k_meter, .ricochetAngle = 0.35f, .restitution = 0.4f, .friction = 0.3f};
inline constexpr Surface k_armour{
    .resistance = 1e6f * k_meter, .ricochetAngle = 0.5f, .restitution = 0.5f, .friction = 0.3f};

} // namespace ricochet::materials
