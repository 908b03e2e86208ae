-- MIT License, Copyright (c) 2026 the ricochet authors

-- Drawings in metres, y up, as SVG.

local Svg = {}
Svg.__index = Svg

function Svg.new(width, height, scale)
	return setmetatable({ width = width, height = height, scale = scale, lines = {} }, Svg)
end

function Svg:add(...)
	self.lines[#self.lines + 1] = string.format(...)
end

function Svg:at(point)
	return ("%.1f,%.1f"):format(point.x * self.scale, (self.height - point.y) * self.scale)
end

function Svg:path(points, style, closed)
	local places = {}
	for i, point in ipairs(points) do
		places[i] = self:at(point)
	end
	self:add('<%s points="%s" %s/>', closed and "polygon" or "polyline", table.concat(places, " "), style)
end

function Svg:circle(center, radius, style)
	self:add('<circle cx="%.1f" cy="%.1f" r="%.1f" %s/>', center.x * self.scale, (self.height - center.y) * self.scale,
		radius * self.scale, style)
end

function Svg:text(x, y, text, style)
	self:add('<text x="%.1f" y="%.1f" %s>%s</text>', x * self.scale, (self.height - y) * self.scale, style or "", text)
end

function Svg:save(file)
	local out = assert(io.open(file, "w"))
	out:write(('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="14">\n')
		:format(self.width * self.scale, self.height * self.scale))
	out:write('<rect width="100%" height="100%" fill="#fbfaf7"/>\n', table.concat(self.lines, "\n"), "\n</svg>\n")
	out:close()
end

return Svg
