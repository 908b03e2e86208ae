-- MIT License, Copyright (c) 2026 the ricochet authors

-- Plays a second, goes back to its begin, and plays it again: the same events, to the bit. So do games over a network
-- that take back what they had guessed of the other players.

local R = require("ricochet")

local C = R.C
local world = R.create_world({ 0, -10 })
local plugin = R.create_plugin(world, nil)

-- Walls that slide and turn about their middles.
for i = 1, 5 do
	local def = R.body_def_default()
	def.type, def.pose = C.RICOCHET_KINEMATIC, { { 4 * i, 0 }, 0.3 * i }
	def.velocity, def.angular_velocity = { 0, i - 3 }, i
	R.add_box(world, R.create_body(world, def), nil, 0.2, 2, { { 0, 0 }, 0 })
end

-- The world and all that flies, as they are between two steps.
local function save()
	local bodies, count = R.array("ricochet_body_state", function(states, capacity)
		return C.ricochet_get_bodies(world, 0, states, capacity)
	end)
	local bytes, size = R.array("uint8_t", function(to, capacity)
		return C.ricochet_save(plugin, C.RICOCHET_BY_NAME, to, capacity)
	end)
	return { bodies = bodies, count = count, bytes = bytes, size = size }
end

local function go_back(saved)
	for i = 0, saved.count - 1 do
		R.put_back_body(world, saved.bodies[i])
	end
	R.restore(plugin, saved.bytes, saved.size, nil)
end

-- A second of the game. What was told, as text that has all digits.
local function play()
	local told = {}
	for step = 1, 60 do
		if step % 4 == 0 then
			local shot = R.bullet_def_default()
			shot.position, shot.velocity, shot.max_bounces = { 0, 0.05 * step }, { 100, 2 }, 3
			R.fire(plugin, shot)
		end
		R.step(plugin, 1 / 60, 8, 3)
		for hit in R.each("impacts", plugin) do
			local point = hit.hit.enter.point
			told[#told + 1] = ("%d %s %.9g %.9g %.9g"):format(hit.bullet.index, hit.hit.body, point.x, point.y, hit.time)
		end
	end
	return told
end

play()
local saved = save()
local first = play()
go_back(saved)
local second = play()
assert(#first > 0 and table.concat(first, "\n") == table.concat(second, "\n"), "it went another way")
print(("%d impacts in a second; taken back by %d bytes, and the same again"):format(#first, saved.size))
