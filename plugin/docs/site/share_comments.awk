# What Doxygen reads of a header: a comment before several functions speaks of all of them, up to the next empty line or
# comment. Doxygen gives it to the first alone, unless they stand in a group.

function indent_of(line) { match(line, /^\t*/); return RLENGTH }
function is_comment(line) { return line ~ /^\t*\/\/\/?( |$)/ }

# The lines kept: `comments` of comment, `count` in all.
function flush(  i, is_shared)
{
	is_shared = comments > 0 && declarations > 1
	if (is_shared)
	{
		print "/// @{"
	}
	for (i = 1; i <= count; ++i)
	{
		if (is_shared && i <= comments)
		{
			sub(/\/\/ /, "/// ", kept[i])
			gsub(/\/\/\/+/, "///", kept[i])
		}
		print kept[i]
	}
	if (is_shared)
	{
		print "/// @}"
	}
	count = comments = declarations = 0
}

is_comment($0) {
	if (count > comments)
	{
		flush()
	}
	kept[++count] = $0
	comments = count
	depth = indent_of($0)
	next
}

count > 0 && ($0 ~ /^[ \t]*$/ || indent_of($0) < depth) {
	flush()
}

count > 0 {
	kept[++count] = $0
	if (indent_of($0) == depth && $0 ~ /\(/ && $0 !~ /^\t* /)
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

END { flush() }
