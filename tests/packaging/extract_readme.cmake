# Writes the first C++ block of a README to a file.
#
# cmake -DREADME=<file> -DOUT=<file> -P extract_readme.cmake

cmake_minimum_required(VERSION 3.25)

file(READ "${README}" text)
string(PREPEND text "\n")

set(opening "\n```cpp\n")
string(FIND "${text}" "${opening}" begin)
if(begin EQUAL -1)
	message(FATAL_ERROR "${README} has no cpp block")
endif()
string(LENGTH "${opening}" length)
math(EXPR begin "${begin} + ${length}")
string(SUBSTRING "${text}" ${begin} -1 text)

string(FIND "${text}" "\n```" end)
if(end EQUAL -1)
	message(FATAL_ERROR "${README}: its first cpp block has no end")
endif()
string(SUBSTRING "${text}" 0 ${end} text)
file(WRITE "${OUT}" "${text}\n")
