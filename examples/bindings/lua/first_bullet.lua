-- MIT License, Copyright (c) 2026 the ricochet authors

-- Fires a bullet through a pane of glass, and says what it hit.

local R = require("ricochet")

local world = R.create_world({ 0, -10 })
local glass = R.create_body(world, nil)
R.add_box(world, glass, nil, 0.005, 5, { { 10, 0 }, 0 })
local plugin = R.create_plugin(world, nil)

local shot = R.bullet_def_default()
shot.position, shot.velocity, shot.max_pierces = { 0, 1 }, { 800, 0 }, 1
R.fire(plugin, shot)
R.step(plugin, 1 / 60, 8, 3)

for hit in R.each("impacts", plugin) do
	assert(hit.hit.body == glass)
	print(("x %.3f m, normal (%g, %g), %.3f m thick"):format(hit.hit.enter.point.x, hit.hit.enter.normal.x,
		hit.hit.enter.normal.y, hit.thickness))
end

-- What is refused is an error that says what was wrong.
shot.mass = -1
print(select(2, pcall(R.fire, plugin, shot)))
