-- MIT License, Copyright (c) 2026 the ricochet authors

-- A lamp, a bullet, a laser and a grenade in one room, drawn: luajit scene.lua file.svg

local ffi = require("ffi")
local R = require("ricochet")
local Svg = require("svg")

local C = R.C
local svg = Svg.new(18, 10, 50)
local world = R.create_world({ 0, -10 })
local plugin = R.create_plugin(world, nil)
local solids = {}

-- A box that is drawn where its body stands.
local function box(x, y, hx, hy, angle, style, type)
	local def = R.body_def_default()
	def.type, def.pose = type or C.RICOCHET_STATIC, { { x, y }, angle }
	def.user_data = #solids + 1
	local body = R.create_body(world, def)
	local fixture = R.add_box(world, body, nil, hx, hy, { { 0, 0 }, 0 })
	solids[#solids + 1] = { body = body, hx = hx, hy = hy, style = style }
	return fixture
end

local function draw(solid, style)
	local state = ffi.new("ricochet_body_state[1]")
	R.get_body(world, solid.body, state)
	local pose = state[0].pose
	local c, s = math.cos(pose.angle), math.sin(pose.angle)
	local corners = {}
	for _, corner in ipairs({ { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } }) do
		local x, y = corner[1] * solid.hx, corner[2] * solid.hy
		corners[#corners + 1] = { x = pose.position.x + c * x - s * y, y = pose.position.y + s * x + c * y }
	end
	svg:path(corners, style or solid.style, true)
end

local stone = 'fill="#8a8578"'
local steel = 'fill="#5b6f85"'
box(9, 0.15, 9, 0.15, 0, stone)
box(0.1, 5, 0.1, 5, 0, stone)
box(17.9, 5, 0.1, 5, 0, stone)
box(2.2, 6.2, 0.7, 0.15, 0, stone)
box(4.9, 5.6, 0.15, 0.7, 0.3, stone)
local glass = box(6.2, 2.4, 0.06, 1.0, 0, 'fill="#a7d8e8"')
box(9.4, 2.7, 0.08, 0.9, -0.6, steel)
box(14.2, 9.3, 2.9, 0.08, 0, steel)
box(14.2, 5.6, 2.9, 0.08, 0, steel)
for i = 0, 2 do
	box(14.9, 0.65 + 0.7 * i, 0.35, 0.35, 0, 'fill="#c98f4e" stroke="#7d5526"', C.RICOCHET_DYNAMIC)
end
box(11.0, 1.1, 0.15, 0.8, 0, stone)
box(10.2, 0.65, 0.35, 0.35, 0, 'fill="#c98f4e" stroke="#7d5526"', C.RICOCHET_DYNAMIC)

-- What the lamp lights.
local lamp = R.vec(3.2, 8)
local sight = R.sight_def_default()
sight.radius, sight.max_error = 6.5, 0.001
local lit, count = R.array("ricochet_vec", function(points, capacity)
	return C.ricochet_visibility_polygon(world, lamp, sight, points, capacity)
end)
local region = {}
for i = 0, count - 1 do
	region[i + 1] = lit[i]
end
svg:path(region, 'fill="#ffe58a" fill-opacity="0.6" stroke="#d8a800" stroke-width="1"', true)

-- A laser between mirrors.
local beam = R.beam_def_default()
beam.length, beam.max_bounces = 40, 4
local legs, hits = R.array("ricochet_beam_leg", function(array, capacity)
	return C.ricochet_cast_beam(world, { 11, 6.4 }, { 1, 1.6 }, beam, array, capacity, nil)
end)
local laser = { { x = 11, y = 6.4 } }
for i = 0, hits - 1 do
	laser[#laser + 1] = legs[i].hit.enter.point
end

-- A bullet that pierces the glass and bounces off the steel.
local surface = ffi.new("ricochet_surface", { 200, 0, 0, 0, 0 })
R.set_surface(plugin, glass, surface)
local shot = R.bullet_def_default()
shot.position, shot.velocity = { 0.5, 2.4 }, { 150, 0 }
shot.max_pierces, shot.max_bounces, shot.keeps_path = 1, 1, true
shot.lifetime = 0.15
local bullet = R.fire(plugin, shot)

-- A grenade that bounces, and explodes between the crates; the wall shields one of them.
local blast = R.explosion_def_default()
blast.radius, blast.falloff, blast.impulse_per_length = 1.5, 3, 6
local toss = R.grenade_def_default()
toss.position, toss.velocity, toss.radius = { 10.4, 3.8 }, { 2.6, 2 }, 0.1
toss.fuse, toss.blast, toss.restitution = 1.9, blast, 0.6
R.throw(plugin, toss)

local flown, thrown, explosion, pushed = { { x = 0.5, y = 2.4 } }, { { x = 10.4, y = 3.8 } }, nil, {}
local marks = {}
for _ = 1, 132 do
	R.step(plugin, 1 / 60, 8, 3)
	local points, n = R.array("ricochet_path_point", function(array, capacity)
		return C.ricochet_bullet_path(plugin, bullet, array, capacity)
	end)
	for i = 0, n - 1 do
		flown[#flown + 1] = R.vec(points[i].position)
	end
	for grenade in R.each("get_grenades", plugin) do
		thrown[#thrown + 1] = R.vec(grenade.position)
	end
	for hit in R.each("impacts", plugin) do
		if hit.bullet.generation ~= 0 then
			marks[#marks + 1] = hit
		end
	end
	for boom in R.each("explosions", plugin) do
		explosion = boom
		thrown[#thrown + 1] = R.vec(boom.position)
		for hit in R.each("blast_hits", plugin) do
			if hit.impulse.x ~= 0 or hit.impulse.y ~= 0 then
				pushed[#pushed + 1] = hit
			end
		end
		for _, solid in ipairs(solids) do
			draw(solid, 'fill="none" stroke="#b5b0a4" stroke-dasharray="3 3"')
		end
	end
end

svg:circle(explosion.position, blast.radius, 'fill="#f06a2a" fill-opacity="0.2" stroke="#f06a2a"')
for _, solid in ipairs(solids) do
	draw(solid)
end
svg:path(laser, 'fill="none" stroke="#d2222d" stroke-width="2"')
svg:path(flown, 'fill="none" stroke="#1d4fb8" stroke-width="2"')
svg:path(thrown, 'fill="none" stroke="#2f7d32" stroke-width="2" stroke-dasharray="6 3"')
for _, mark in ipairs(marks) do
	svg:circle(mark.hit.enter.point, 0.07, 'fill="#1d4fb8"')
	svg:circle(mark.hit.exit.point, 0.07, 'fill="none" stroke="#1d4fb8"')
end
for _, hit in ipairs(pushed) do
	svg:path({ explosion.position, hit.point }, 'fill="none" stroke="#f06a2a" stroke-width="1.5"')
end
svg:circle(lamp, 0.12, 'fill="#d8a800"')

svg:text(1.0, 9.4, "lamp: what it lights, with shadows", 'fill="#8a6a00"')
svg:text(0.5, 3.7, "bullet: through glass, off steel", 'fill="#1d4fb8"')
svg:text(12.6, 5.05, "laser between mirrors", 'fill="#d2222d"')
svg:text(11.6, 4.4, "grenade: bounces, explodes", 'fill="#2f7d32"')
svg:text(6.9, 1.3, "behind a wall: not pushed", 'fill="#7d5526"')
svg:save(assert(arg[1], "luajit scene.lua file.svg"))
print(("%d impacts of the bullet, %d legs of the laser, %d bodies pushed by the blast"):format(#marks, hits, #pushed))
