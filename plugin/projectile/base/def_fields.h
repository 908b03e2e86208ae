// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// One list of fields for each def of projectiles. The checks (check.cpp), the comparison of kinds of bullets
// (bullet_kinds.cpp), saving (saved_defs.h) and the C interface (c/defs.cpp, c/convert.cpp) are made from these lists.
// A new field is written here, in the def and in the C struct. A def with a field that is not listed does not compile
// (TakeApart in check.cpp).
//
//     X(field, field of the C struct, rule that CheckField of check.cpp applies)
//
// Saving writes the fields in this order. After a release, a new field or another order needs another
// SavedHeader::k_format. Fields that are no numbers (filters, functions, bodies, user data, nested defs) have no rule
// and no C field of the same form. Each user treats them in its own way. If such a field is saved between numbers, the
// list has OTHER(field) at its place.

/// Expands to nothing, for users of the lists that need no OTHER.
#define RICOCHET_NO_FIELD(field)

/// The fields that each bullet has for itself.
#define RICOCHET_BULLET_OWN_FIELDS(X)                                                                                  \
	X(position, position, Finite)                                                                                      \
	X(velocity, velocity, Finite)                                                                                      \
	X(lifetime, lifetime, PositiveOrInfinite)                                                                          \
	X(delay, delay, NotNegative)                                                                                       \
	X(from, from, Finite)

/// The fields that bullets of one kind share.
#define RICOCHET_BULLET_KIND_FIELDS(X, OTHER)                                                                          \
	X(mass, mass, Positive)                                                                                            \
	X(gravityScale, gravity_scale, Finite)                                                                             \
	X(drag, drag, NotNegative)                                                                                         \
	X(restitution, restitution, Share)                                                                                 \
	X(friction, friction, NotNegative)                                                                                 \
	X(maxBounces, max_bounces, NotNegative)                                                                            \
	X(maxPierces, max_pierces, NotNegative)                                                                            \
	OTHER(filter)                                                                                                      \
	X(maxRange, max_range, PositiveOrInfinite)                                                                         \
	X(acceleration, acceleration, Finite)                                                                              \
	X(wind, wind, Finite)                                                                                              \
	X(dragQuadratic, drag_quadratic, NotNegative)                                                                      \
	X(thrust, thrust, Finite)                                                                                          \
	OTHER(homing)                                                                                                      \
	OTHER(steering)                                                                                                    \
	X(keepsPath, keeps_path, Any)                                                                                      \
	X(radius, radius, Radius)                                                                                          \
	X(hitsGrenades, hits_grenades, Any)

/// The fields of BulletDef::homing.
#define RICOCHET_HOMING_FIELDS(X)                                                                                      \
	X(point, homing_point, Finite)                                                                                     \
	X(turnRate, homing_turn_rate, NotNegative)

#define RICOCHET_GRENADE_FIELDS(X)                                                                                     \
	X(position, position, Finite)                                                                                      \
	X(velocity, velocity, Finite)                                                                                      \
	X(angularVelocity, angular_velocity, Finite)                                                                       \
	X(radius, radius, Positive)                                                                                        \
	X(mass, mass, Positive)                                                                                            \
	X(gravityScale, gravity_scale, Finite)                                                                             \
	X(restitution, restitution, Share)                                                                                 \
	X(friction, friction, NotNegative)                                                                                 \
	X(rollingResistance, rolling_resistance, NotNegative)                                                              \
	X(restitutionThreshold, restitution_threshold, NotNegative)                                                        \
	X(fuse, fuse, PositiveOrInfinite)                                                                                  \
	X(impactFuse, impact_fuse, NotNegativeOrInfinite)                                                                  \
	X(sticky, sticky, Any)                                                                                             \
	X(from, from, Finite)

/// CheckBlast (blast.h) checks these fields, because their rules depend on each other.
#define RICOCHET_EXPLOSION_FIELDS(X)                                                                                   \
	X(position, position, Any)                                                                                         \
	X(radius, radius, Any)                                                                                             \
	X(falloff, falloff, Any)                                                                                           \
	X(impulsePerLength, impulse_per_length, Any)                                                                       \
	X(damage, damage, Any)

/// The fields of ExplosionDef::fragments.
#define RICOCHET_FRAGMENTS_FIELDS(X)                                                                                   \
	X(count, fragment_count, FragmentCount)                                                                            \
	X(angle, fragment_angle, Finite)                                                                                   \
	X(speed, fragment_speed, NotNegative)

#define RICOCHET_SURFACE_FIELDS(X)                                                                                     \
	X(resistance, resistance, NotNegativeOrInfinite)                                                                   \
	X(ricochetAngle, ricochet_angle, NotNegative)                                                                      \
	X(restitution, restitution, Share)                                                                                 \
	X(friction, friction, NotNegative)                                                                                 \
	X(tangentSpeed, tangent_speed, Finite)
