-- MIT License, Copyright (c) 2026 the ricochet authors

-- ricochet for LuaJIT. The declarations are those of the C headers; nothing is written down twice.
--
--   RICOCHET_INCLUDE   the folder that holds ricochet/ricochet_c.h
--   RICOCHET_LIBRARY   the shared library
--
-- R.fire is ricochet_fire, and so on. What is refused is an error with the library's sentence. Tables stand for structs:
-- {0, -10} is a ricochet_vec. As always in LuaJIT, a struct lives as long as a variable holds it: keep what another one
-- points to, and the whole of which you use a part.

local ffi = require("ffi")

local include = assert(os.getenv("RICOCHET_INCLUDE"), "RICOCHET_INCLUDE is not set")
local library = assert(os.getenv("RICOCHET_LIBRARY"), "RICOCHET_LIBRARY is not set")

local words = { RICOCHET_API = "", RICOCHET_C_BEGIN = "", RICOCHET_C_END = "" }

local function declare(header)
	local lines = {}
	for line in io.lines(include .. "/ricochet/" .. header) do
		local other = line:match("^#include <ricochet/(c/.*)>")
		if other and not package.loaded["ricochet/" .. other] then
			package.loaded["ricochet/" .. other] = true
			declare(other)
		end
		lines[#lines + 1] = line:sub(1, 1) == "#" and "" or line:gsub("RICOCHET_[%u_]+", words)
	end
	ffi.cdef(table.concat(lines, "\n"))
end
declare("ricochet_c.h")

local C = ffi.load(library)
assert(C.ricochet_c_abi() == C.RICOCHET_C_ABI, "the library is of another version than the headers")

-- What must be destroyed is, when Lua no longer needs it, in whatever order.
local finish = {
	create_world = C.ricochet_destroy_world, create_snapshot = C.ricochet_destroy_world,
	create_plugin = C.ricochet_destroy_plugin, create_history = C.ricochet_destroy_history,
	create_region = C.ricochet_destroy_region, create_step_motion = C.ricochet_destroy_step_motion,
}

local function check(finisher, ...)
	if C.ricochet_last_error().reason ~= C.RICOCHET_OK then
		error(ffi.string(C.ricochet_last_message()), 3)
	end
	if finisher then
		return ffi.gc(..., finisher)
	end
	return ...
end

local R = { C = C, vec = ffi.typeof("ricochet_vec"), pose = ffi.typeof("ricochet_pose") }

local struct = {
	impacts = "ricochet_impact", presses = "ricochet_press", expired_events = "ricochet_expired",
	explosions = "ricochet_explosion", blast_hits = "ricochet_blast_hit", fragments = "ricochet_bullet",
	get_bullets = "ricochet_bullet_state", get_grenades = "ricochet_grenade_state", get_bodies = "ricochet_body_state",
}

-- for hit in R.each("impacts", plugin): the items of a list, one after the other.
function R.each(name, of)
	local list, first = C["ricochet_" .. name], -1
	return function()
		first = first + 1
		local item = ffi.new(struct[name])
		if check(nil, list(of, first, item, 1)) > first then
			return item
		end
	end
end

-- R.array("ricochet_vec", call): the items that call(array, capacity) writes, and how many there are.
function R.array(type, call)
	local count = check(nil, call(nil, 0))
	local items = ffi.new(type .. "[?]", math.max(count, 1))
	return items, check(nil, call(items, count))
end

return setmetatable(R, {
	__index = function(self, name)
		local call = C["ricochet_" .. name]
		self[name] = function(...)
			return check(finish[name], call(...))
		end
		return self[name]
	end,
})
