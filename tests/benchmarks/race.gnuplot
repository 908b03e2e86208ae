# MIT License, Copyright (c) 2026 the ricochet authors
#
# gnuplot -c tests/benchmarks/race.gnuplot race.csv plugin/docs/race.svg
#
# Rays per second over the number of shapes, all systems, from the file that ricochet_race --csv writes: closest hits of
# random rays of 10 m among polygons of one density, batches of 200,000.

if (ARGC != 2) { print "usage: gnuplot -c race.gnuplot <csv> <svg>"; exit status 1 }

set terminal svg size 760,500 font "sans-serif,13" background "white"
set output ARG2
set datafile separator ","
set logscale xy
set xrange [70:1500000]
set grid linecolor rgb "#dddddd"
set border 3 linecolor rgb "#777777"
set tics nomirror out scale 0.5 textcolor rgb "#333333"
set xlabel "polygons"
set ylabel "million rays per second on one thread"
set format x "10^{%L}"
set format y "%g"
set key outside top Left reverse spacing 1.2 samplen 2

wanted(name) = strcol(1) eq "polygons" && column(3) == 400 && strcol(4) eq "closest" && strcol(5) eq "random" && \
	column(6) == 10 && column(7) == 200000 && column(8) == -1 && column(9) == 1 && strcol(10) eq name
of(name) = wanted(name) ? 1000.0 / column(11) : NaN

names = "'Snapshot batch' 'Snapshot' 'SpatialHash' 'live' 'b2World::RayCast' 'Chipmunk' 'Embree 1' 'Embree 8' \
	'Embree 1 robust' 'Embree 8 robust'"
colours = "#1b7837 #5aae61 #2060a0 #74add1 #333333 #e08000 #b03030 #b03030 #806090 #806090"
points = "7 7 7 7 5 9 6 7 6 7"

set datafile missing NaN
# Of the lines of the file only those of one system are to be joined.
plot for [i = 1:words(names)] ARG1 using (wanted(word(names, i)) ? column(2) : NaN):(of(word(names, i))) \
	with linespoints linewidth 2 pointsize 0.6 pointtype int(word(points, i)) linecolor rgb word(colours, i) \
	title word(names, i)
