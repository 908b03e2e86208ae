# plugin/docs/sight.svg from what ricochet_sight_benchmark prints:
#   ricochet_sight_benchmark > sight.csv
#   gnuplot -e "csv='sight.csv'; out='plugin/docs/sight.svg'" tests/benchmarks/sight.gnuplot
if (!exists("csv")) csv = 'sight.csv'
if (!exists("out")) out = 'sight.svg'

set terminal svg size 720,480 font 'sans-serif,13' background '#ffffff'
set output out
set datafile separator ','
set datafile missing NaN
set logscale xy
set xrange [70:140000]
set yrange [0.003:3000]
set grid lc rgb '#dddddd'
set xlabel 'edges in reach'
set ylabel 'time for one look (ms, median)'
set key top left Left reverse spacing 1.2
set format x '%.0f'
set format y '%g'

of(name) = (strcol(1) eq name) ? $3 / 1000.0 : NaN
guide(n) = 2e-5 * n * log(n)

plot csv using 2:(of('rays')) with linespoints lw 2 pt 7 ps 0.6 lc rgb '#b03030' \
		title 'boxes: a ray per vertex and two beside it, b2World::RayCast', \
	'' using 2:(of('polygon')) with linespoints lw 2 pt 7 ps 0.6 lc rgb '#2060a0' title 'boxes: VisibilityPolygon', \
	'' using 2:(of('viewer')) with linespoints lw 2 pt 7 ps 0.6 lc rgb '#30a060' \
		title 'boxes: Viewer, one body moves', \
	'' using 2:(of('ring')) with linespoints lw 2 pt 6 ps 0.6 lc rgb '#e08000' title 'walls, all of them seen', \
	'' using 2:(of('scattered')) with linespoints lw 2 pt 6 ps 0.6 lc rgb '#806090' title 'walls, scattered', \
	guide(x) with lines dt 2 lc rgb '#888888' title 'n log n'
