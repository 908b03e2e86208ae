# MIT License, Copyright (c) 2026 the ricochet authors
#
# gnuplot -c tests/benchmarks/grid_or_tree.gnuplot grid_or_tree.csv plugin/docs/grid_or_tree.svg
#
# How many times faster than the live tree a SpatialHash casts, over the cell size, from the file that
# ricochet_grid_benchmark --csv writes.

if (ARGC != 2) { print "usage: gnuplot -c grid_or_tree.gnuplot <csv> <svg>"; exit status 1 }

set terminal svg size 900,860 font "sans-serif,13" background "white"
set output ARG2
set datafile separator ","
set multiplot layout 3,3 title "SpatialHash against CastRayClosest on the live tree: times faster, by cell size" \
	margins 0.06,0.99,0.075,0.9 spacing 0.045,0.105
set logscale x 2
set xtics (0.5, 1, 2, 4, 8)
set xrange [0.42:9.5]
set yrange [0:12]
set ytics 2
set grid ytics linecolor rgb "#dddddd"
set border 3 linecolor rgb "#777777"
set tics nomirror out scale 0.5 textcolor rgb "#333333"
set key off

colour(i) = word("#1b9e77 #d95f02 #7570b3 #e7298a", i)
lengths = "0.5 2 10 50"

do for [scene in "boxes segments desert"] {
	do for [count in "1000 10000 100000"] {
		what = scene eq "desert" ? "boxes, 50 m apart" : scene
		set title sprintf("%s %s", count, what) offset 0,-0.6
		if (scene eq "desert") { set xlabel "cell size (m)" offset 0,0.4 } else { unset xlabel }
		if (scene eq "boxes" && count eq "1000") {
			set key top right title "ray (m)" samplen 1.5 spacing 0.95
		} else {
			set key off
		}
		wanted(i) = strcol(1) eq scene && strcol(2) eq count && strcol(5) eq "hash" && strcol(3) eq word(lengths, i)
		plot for [i = 1:4] ARG1 using (wanted(i) ? column(6) : NaN):9 with linespoints pointtype 7 pointsize 0.5 \
			linewidth 2 linecolor rgb colour(i) title word(lengths, i), \
			1 with lines linecolor rgb "#333333" dashtype 2 notitle
	}
}
unset multiplot
