// MIT License, Copyright (c) 2026 the ricochet authors

#include "properties/model.h"
#include "support/malloc_block_allocator.h"

#include <memory>

// Plays random games. Each game begins with its first body, and ends when world and plugin are destroyed while
// projectiles fly.

namespace ricochet::test::model_test
{

TEST(Model, AnyGameKeepsThePromises)
{
	Model::Tally total;
	size_t longest = 0;
	CheckCases<CommandList>(
	    10000,
	    [&](const CommandList& drawn) -> std::string
	    {
		    const auto model = std::make_unique<Model>();
		    std::string problem;
		    size_t i = 0;
		    while (i < drawn.commands.size() && problem.empty())
		    {
			    problem = model->Run(drawn.commands[i++]);
		    }
		    longest = std::max(longest, i);
		    for (const auto member :
		         {&Model::Tally::hits, &Model::Tally::hitsBesideLost, &Model::Tally::impacts, &Model::Tally::contacts,
		          &Model::Tally::destroyedInLoops, &Model::Tally::queued, &Model::Tally::reused})
		    {
			    total.*member += model->tally.*member;
		    }
		    return problem.empty() ? problem : "after command " + std::to_string(i) + ": " + problem;
	    });
	std::printf("    %zu hits (%zu beside a body that is nowhere), %zu impacts, %zu contacts, %zu bodies queued,\n"
	            "    %zu destroyed in loops, %zu fixtures where one with a surface was; longest game %zu\n",
	            total.hits, total.hitsBesideLost, total.impacts, total.contacts, total.queued, total.destroyedInLoops,
	            total.reused, longest);
	EXPECT_GT(total.hits, 0u);
	EXPECT_GT(total.hitsBesideLost, 0u);
	EXPECT_GT(total.impacts, 0u);
	EXPECT_GT(total.contacts, 0u);
	EXPECT_GT(total.destroyedInLoops, 0u);
	EXPECT_GT(total.queued, 0u);
	EXPECT_TRUE(total.reused > 0u || k_blocksAreUsedAgain == false);
}

} // namespace ricochet::test::model_test
