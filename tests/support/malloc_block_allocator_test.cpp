// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/malloc_block_allocator.h"

#include <ricochet/shapes/clip_shapes.h>

#include "support/stock_shapes.h"

#include <box2d/b2_block_allocator.h>
#include <box2d/b2_contact.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define RICOCHET_HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RICOCHET_HAS_ASAN 1
#endif
#endif

namespace ricochet::test::malloc_block_allocator_test
{

namespace
{

/// A shape that is one size class above b2PolygonShape, which is not allowed.
class TooLargeShape : public b2PolygonShape
{
public:
	b2Shape* Clone(b2BlockAllocator* allocator) const override
	{
		void* memory = allocator->Allocate(static_cast<int32>(sizeof(TooLargeShape)));
		return new (memory) TooLargeShape(*this);
	}

private:
	[[maybe_unused]] double m_more = 0.0;
};

static_assert(FitsBlock<TooLargeShape, b2PolygonShape>() == false);

void DestroyTooLargeShape(bool beforeItsWorld)
{
	b2World world({0.0f, -10.0f});
	b2BodyDef def;
	TooLargeShape shape;
	shape.SetAsBox(1.0f, 1.0f);
	b2Body* body = world.CreateBody(&def);
	b2Fixture* fixture = body->CreateFixture(&shape, 1.0f);
	if (beforeItsWorld)
	{
		body->DestroyFixture(fixture);
	}
}

class MallocBlockAllocator : public testing::Test
{
protected:
	b2Fixture* AddBox(b2BodyType type = b2_staticBody)
	{
		const b2PolygonShape box = BoxOf(1.0f, 1.0f);
		return AddBody(*world, {0.0f, 0.0f}, 0.0f, type)->CreateFixture(&box, 1.0f);
	}

	std::unique_ptr<b2World> world = std::make_unique<b2World>(b2Vec2{0.0f, -10.0f});
};

using MallocBlockAllocatorDeathTest = MallocBlockAllocator;

} // namespace

TEST_F(MallocBlockAllocator, CountsTheBlocksOfTheSharedLibrary)
{
	ASSERT_EQ(LiveBlocks(), 0);
	b2Fixture* fixture = AddBox();
	b2Body* body = fixture->GetBody();
	EXPECT_EQ(LiveBlocks(), 4) << "a body, a fixture, its shape and its proxies";
	body->DestroyFixture(fixture);
	EXPECT_EQ(LiveBlocks(), 1);
	world->DestroyBody(body);
	EXPECT_EQ(LiveBlocks(), 0);
}

TEST_F(MallocBlockAllocator, AWorldFreesWhatIsLeft)
{
	AddBox();
	AddBox(b2_dynamicBody);
	world->Step(1.0f / 60.0f, 8, 3);
	ASSERT_GT(world->GetContactCount(), 0);
	EXPECT_GT(LiveBlocks(), 8);
	world.reset();
	EXPECT_EQ(LiveBlocks(), 0);
}

TEST_F(MallocBlockAllocator, TakesEverySize)
{
	b2BlockAllocator allocator;
	EXPECT_EQ(allocator.Allocate(0), nullptr);
	allocator.Free(nullptr, 0);
	for (const int32 size : {1, 16, 17, 640, 641, 100000})
	{
		void* block = allocator.Allocate(size);
		ASSERT_NE(block, nullptr);
		EXPECT_EQ(LiveBlocks(), 1);
		allocator.Free(block, size);
		EXPECT_EQ(LiveBlocks(), 0);
	}
	allocator.Free(allocator.Allocate(17), 32);
	EXPECT_NE(allocator.Allocate(5), nullptr);
	allocator.Clear();
	EXPECT_EQ(LiveBlocks(), 0);
}

TEST_F(MallocBlockAllocator, ABlockComesAgainAtOnceIfItIsToldTo)
{
	UseBlocksAgain(true);
	b2BlockAllocator allocator;
	UseBlocksAgain(false);
	void* first = allocator.Allocate(100);
	void* second = allocator.Allocate(100);
	allocator.Free(first, 100);
	allocator.Free(second, 100);
	EXPECT_NE(allocator.Allocate(96), second) << "another size class";
	EXPECT_EQ(allocator.Allocate(128), second);
	EXPECT_EQ(allocator.Allocate(97), first);
	allocator.Free(allocator.Allocate(641), 641);
	EXPECT_EQ(LiveBlocks(), 3);
	allocator.Clear();
	EXPECT_EQ(LiveBlocks(), 0);
}

TEST_F(MallocBlockAllocatorDeathTest, AnotherSizeClass)
{
	b2BlockAllocator allocator;
	void* block = allocator.Allocate(160);
	EXPECT_DEATH(allocator.Free(block, 161), "160 bytes is freed as one of 161");
	EXPECT_DEATH(allocator.Free(block, 128), "160 bytes is freed as one of 128");
	void* large = allocator.Allocate(641);
	EXPECT_DEATH(allocator.Free(large, 640), "641 bytes is freed as one of 640");
	EXPECT_DEATH(static_cast<void>(allocator.Allocate(-1)), "-1 bytes");
}

TEST_F(MallocBlockAllocatorDeathTest, AShapeThatLeavesItsSizeClass)
{
	EXPECT_DEATH(DestroyTooLargeShape(true), "168 bytes is freed as one of 160");
	EXPECT_DEATH(DestroyTooLargeShape(false), "168 bytes is freed as one of 160");
}

TEST_F(MallocBlockAllocatorDeathTest, TwiceOrThroughAnother)
{
	b2BlockAllocator allocator;
	b2BlockAllocator other;
	void* block = allocator.Allocate(64);
	EXPECT_DEATH(other.Free(block, 64), "no block in use");
	allocator.Free(block, 64);
	EXPECT_DEATH(allocator.Free(block, 64), "no block in use");
}

#ifdef RICOCHET_HAS_ASAN

TEST_F(MallocBlockAllocatorDeathTest, AddressSanitizerSeesWhatIsGone)
{
	b2Fixture* fixture = AddBox();
	b2Body* body = fixture->GetBody();
	const b2Shape* shape = fixture->GetShape();
	body->DestroyFixture(fixture);
	EXPECT_DEATH(std::printf("%p", static_cast<void*>(fixture->GetBody())), "heap-use-after-free");
	// Reads only one byte of the freed shape, because a type sanitizer might complain first about more.
	EXPECT_DEATH(std::printf("%d", *reinterpret_cast<const unsigned char*>(shape)), "heap-use-after-free");
	world->DestroyBody(body);
	EXPECT_DEATH(std::printf("%f", body->GetMass()), "heap-use-after-free");

	body = AddBox()->GetBody();
	world.reset();
	EXPECT_DEATH(std::printf("%f", body->GetMass()), "heap-use-after-free");
}

TEST_F(MallocBlockAllocatorDeathTest, AddressSanitizerSeesWhatWaitsToComeAgain)
{
	UseBlocksAgain(true);
	world = std::make_unique<b2World>(b2Vec2{0.0f, -10.0f});
	UseBlocksAgain(false);
	b2Fixture* fixture = AddBox();
	b2Body* body = fixture->GetBody();
	body->DestroyFixture(fixture);
	EXPECT_DEATH(std::printf("%p", static_cast<void*>(fixture->GetBody())), "use-after-poison");
	const b2PolygonShape box = BoxOf(1.0f, 1.0f);
	EXPECT_EQ(body->CreateFixture(&box, 1.0f), fixture);
	EXPECT_EQ(fixture->GetBody(), body);
}

#endif

} // namespace ricochet::test::malloc_block_allocator_test
