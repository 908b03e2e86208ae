# For the scripts that check the tree.

# Ends the script if the list of faults is not empty: the list as a notice, since an error's text is reflowed.
function(refuse_faults faults why)
	if(faults)
		list(JOIN faults "\n" faults)
		message(NOTICE "${faults}")
		message(FATAL_ERROR "${why}")
	endif()
endfunction()
