# Filters a header for Doxygen. Each line stays in its place, so the line numbers of Doxygen are those of the header.
#
# A comment before several functions is about all of them, up to the next empty line or comment. Doxygen gives it only
# to the first, unless the functions are in a group. Each header of the C interface is a group.

function indent_of(line) { match(line, /^\t*/); return RLENGTH }
function is_declaration(line) { return indent_of(line) == depth && line ~ /\(/ && line !~ /^\t* / }
function is_comment(line) { return line ~ /^\t*\/\/\/?( |$)/ }

# Prints the kept lines: `comments` of comment, `count` in all. Returns the text of an empty line behind them.
# Within the group of a C header Doxygen shares no comment, so each later function refers to the first.
function flush(is_before_empty,  i, is_shared, name, before, behind)
{
	is_shared = comments > 0 && declarations > 1
	for (i = 1; is_shared && i <= comments; ++i)
	{
		sub(/\/\/ /, "/// ", kept[i])
		gsub(/\/\/\/+/, "///", kept[i])
	}
	for (i = comments + 1; is_shared && header != "" && i <= count; ++i)
	{
		if (name != "" && is_declaration(kept[i]))
		{
			kept[i] = "/** \\copydoc " name " */ " kept[i]
		}
		else if (match(kept[i], /[a-z_0-9]+\(/) && name == "")
		{
			name = substr(kept[i], RSTART, RLENGTH - 1)
		}
	}
	is_shared = is_shared && header == ""
	for (i = 1; i <= count; ++i)
	{
		before = is_shared && i == 1 ? "/** @{ */ " : ""
		behind = is_shared && i == count && !is_before_empty ? " /** @} */" : ""
		print before kept[i] behind
	}
	count = comments = declarations = 0
	return is_shared && is_before_empty ? "/** @} */" : ""
}

# The group of a C header is named after its file. Its title is printed behind the last line.
/^RICOCHET_C_BEGIN/ {
	header = FILENAME
	sub(/.*\//, "", header)
	sub(/\.h$/, "", header)
	print $0 " /** \\addtogroup c_" header
	getline
	print "@{ */"
	next
}

/^RICOCHET_C_END/ {
	flush(0)
	print "/** @} */ " $0
	print "/** \\defgroup c_" header " c/" header ".h"
	print "\\ingroup c_interface */"
	next
}

is_comment($0) {
	if (count > comments)
	{
		flush(0)
	}
	kept[++count] = $0
	comments = count
	depth = indent_of($0)
	next
}

/^[ \t]*$/ {
	print flush(1)
	next
}

count > 0 && indent_of($0) < depth {
	flush(0)
}

count > 0 {
	kept[++count] = $0
	if (is_declaration($0))
	{
		++declarations
	}
	else if (indent_of($0) == depth && $0 ~ /(;|=)/ && $0 !~ /\(/ && $0 !~ /^\t* /)
	{
		declarations -= 1000
	}
	next
}

{ print }

END { flush(0) }
