// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/child_table.h"

#include "support/random.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <utility>

// Compares the table of children with a map. The table never dereferences its addresses, so any numbers serve as
// addresses.

namespace ricochet::test::child_table_test
{

namespace
{

const b2Fixture* NameAt(uint64_t address)
{
	return reinterpret_cast<const b2Fixture*>(static_cast<uintptr_t>(address));
}

class Model
{
public:
	using Name = std::pair<uint64_t, int32_t>;

	void Insert(Name name)
	{
		if (m_numbers.contains(name) == false)
		{
			m_table.Insert(NameAt(name.first), name.second, m_next);
			m_numbers[name] = m_next++;
		}
	}

	void Erase(Name name)
	{
		m_table.Erase(NameAt(name.first), name.second);
		m_numbers.erase(name);
	}

	void Expect(Name name) const
	{
		const auto found = m_numbers.find(name);
		EXPECT_EQ(m_table.Find(NameAt(name.first), name.second),
		          found != m_numbers.end() ? found->second : ChildTable::k_none);
	}

	void ExpectAll() const
	{
		for (const auto& [name, number] : m_numbers)
		{
			ASSERT_EQ(m_table.Find(NameAt(name.first), name.second), number);
		}
	}

	[[nodiscard]] const std::map<Name, uint32_t>& Numbers() const { return m_numbers; }

private:
	ChildTable m_table;
	std::map<Name, uint32_t> m_numbers;
	uint32_t m_next = 0;
};

} // namespace

TEST(ChildTable, AnEmptyOneHasNothing)
{
	const ChildTable table;
	EXPECT_EQ(table.Find(nullptr, 0), ChildTable::k_none);
	EXPECT_EQ(table.Find(NameAt(64), 0), ChildTable::k_none);
	EXPECT_EQ(table.Bytes(), 0u);
}

// The keys collide often: they are spaced like blocks of an allocator, and have as many children as slots share.
TEST(ChildTable, IsAMapAfterAnyChanges)
{
	Random random(1);
	for (int32_t run = 0; run < ScaledCount(300) && HasFailure() == false; ++run)
	{
		Model model;
		const int32_t fixtures = random.Between(1, 12);
		const int32_t children = random.Between(1, 12);
		const uint64_t apart = random.OneIn(3) ? 1 : 64;
		const auto any = [&]
		{
			const auto place = static_cast<uint64_t>(random.Below(fixtures));
			return Model::Name{0x7f0000001000u + apart * place, random.Below(children)};
		};
		for (int32_t i = 0; i < 300; ++i)
		{
			if (random.OneIn(2) || model.Numbers().empty())
			{
				model.Insert(any());
			}
			else
			{
				const int32_t place = random.Below(static_cast<int32_t>(model.Numbers().size()));
				model.Erase(std::next(model.Numbers().begin(), place)->first);
			}
			model.Expect(any());
			model.Expect({0, 0});
			model.ExpectAll();
		}
	}
}

TEST(ChildTable, HoldsManyInLittleMemory)
{
	ChildTable table;
	constexpr uint32_t k_count = 100000;
	for (uint32_t i = 0; i < k_count; ++i)
	{
		table.Insert(NameAt(0x1000 + 96 * uint64_t{i / 4}), static_cast<int32_t>(i % 4), i);
	}
	EXPECT_LE(table.Bytes(), size_t{4} * k_count * 16);
	for (uint32_t i = 0; i < k_count; i += 2)
	{
		table.Erase(NameAt(0x1000 + 96 * uint64_t{i / 4}), static_cast<int32_t>(i % 4));
	}
	for (uint32_t i = 0; i < k_count; ++i)
	{
		ASSERT_EQ(table.Find(NameAt(0x1000 + 96 * uint64_t{i / 4}), static_cast<int32_t>(i % 4)),
		          i % 2 == 0 ? ChildTable::k_none : i);
	}
}

} // namespace ricochet::test::child_table_test
