# Runs the programs of one build and compares their hashes with one another and with expected_hash.txt.
#   scene         all programs, the first on 1, 2, 4 and 8 threads
#   contraction   no program has a fused multiply-add in it: only the code says where to round
#   libm          no program calls what the C library does not round correctly; the first with the C library's
#                 functions for processors without FMA, which Box2D calls
#   nudge         the first program with one input off by an ulp: the hash must be another one
set(steps 100)
set(bullets 2000)

function(run_scene result program)
	execute_process(COMMAND "${program}" --steps ${steps} --bullets ${bullets} ${ARGN}
		OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_VARIABLE counts RESULT_VARIABLE failed)
	if(failed OR NOT hash MATCHES "^[0-9a-f]+$")
		message(FATAL_ERROR "${program} failed (${failed}): ${hash} ${counts}")
	endif()
	cmake_path(GET program FILENAME name)
	message("${hash}  ${name} ${ARGN}")
	set(${result} "${hash}" PARENT_SCOPE)
endfunction()

if(PART STREQUAL "contraction")
	foreach(program IN LISTS PROGRAMS)
		execute_process(COMMAND "${OBJDUMP}" --disassemble --demangle --no-show-raw-insn "${program}"
			OUTPUT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)
		string(REGEX MATCHALL "\tvfn?m[a-z0-9]+ [^\n]*" fused "${code}")
		list(LENGTH fused count)
		message("${count} fused multiply-adds in ${program}")
		if(count GREATER 0)
			list(JOIN fused "\n" fused)
			message(SEND_ERROR "${fused}\nThe compiler contracts in spite of -ffp-contract=off.")
		endif()
	endforeach()
	return()
endif()

file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/expected_hash.txt" expected REGEX "^${steps} ${bullets} ")
string(REGEX REPLACE ".* " "" expected "${expected}")
message("${expected}  expected")
list(GET PROGRAMS 0 first)

if(PART STREQUAL "nudge")
	run_scene(plain "${first}")
	foreach(nudge IN ITEMS bullet grenade ray body)
		run_scene(hash "${first}" --nudge ${nudge})
		if(hash STREQUAL plain)
			message(SEND_ERROR "A ${nudge} was moved by an ulp, and the hash did not notice.")
		endif()
	endforeach()
	return()
endif()

set(hashes "")
if(PART STREQUAL "scene")
	foreach(threads IN ITEMS 1 2 4 8)
		run_scene(hash "${first}" --threads ${threads})
		list(APPEND hashes "${hash}")
	endforeach()
	list(REMOVE_AT PROGRAMS 0)
	foreach(program IN LISTS PROGRAMS)
		run_scene(hash "${program}" --threads 2)
		list(APPEND hashes "${hash}")
	endforeach()
else()
	foreach(program IN LISTS PROGRAMS)
		execute_process(COMMAND "${NM}" --dynamic --undefined-only "${program}"
			OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
		string(REGEX MATCHALL " (exp|log|pow|a?sin|a?cos|a?tan|sincos|hypot|cbrt|fma|erf|[lt]gamma)[a-z0-9]*@" called
			"${symbols}")
		if(called)
			message(SEND_ERROR "${program} calls${called}: its last bits depend on the processor.")
		endif()
	endforeach()
	run_scene(hash "${first}")
	list(APPEND hashes "${hash}")
	set(ENV{GLIBC_TUNABLES} "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX")
	run_scene(hash "${first}")
	list(APPEND hashes "${hash}")
endif()

list(REMOVE_DUPLICATES hashes)
list(LENGTH hashes count)
if(count GREATER 1)
	message(FATAL_ERROR "${count} different hashes of one scene. --log <file> writes the hash after every step.")
endif()
if(NOT hashes STREQUAL expected)
	message(FATAL_ERROR "All runs agree, but not with expected_hash.txt. If answers were meant to change, or Box2D or "
		"the C library is another one: tests/determinism/run --update")
endif()
