import { expect, test } from "vitest";
import { BOT_ORDERS, type BotOrder, type BotPage } from "@/lib/shared/contract/bots";
import { queryPlan } from "@/testing/query-plan";
import { testInstanceStore, type TestInstanceStore } from "@/testing/test-instance-store";
import { botPage } from "./bot-page";
import type { NameCursor, TimeCursor } from "./pages";

/** Creates bots with the same owner. Each group of ten bots shares a name and a creation time. */
async function seed({ store, db }: TestInstanceStore, count: number): Promise<void> {
  const { id: owner_id } = await store.createUser({ username: "ada" });
  const rows = Array.from({ length: count }, (_, nth) => ({
    id: String(1_000_000_000 + nth),
    name: `${nth % 20 < 10 ? "buoy" : "Buoy"} ${String(Math.floor(nth / 10)).padStart(4, "0")}`,
    description: "",
    icon: null,
    bot_public: 1,
    flags: 0,
    owner_id,
    bot_user_id: null,
    created_at: 1_700_000_000_000 + ((Math.floor(nth / 10) * 7919) % 1000),
  }));
  for (let at = 0; at < count; at += 500)
    await db
      .insertInto("applications")
      .values(rows.slice(at, at + 500))
      .execute();
}

test.each(BOT_ORDERS)(
  "paging through the bot list returns every bot once and in order (%s)",
  async (order) => {
    const instance = await testInstanceStore();
    await seed(instance, 137);
    const { bots } = instance.as("");
    const all: BotPage["bots"] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await bots.page({ order, ...(after !== undefined && { after }) });
      all.push(...page.bots);
      after = page.next;
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(137);
    expect(all).toHaveLength(137);
    const sign = order === "newest" ? -1 : 1;
    const keyOf = (bot: BotPage["bots"][number]) =>
      order === "name" ? bot.name.toLowerCase() : bot.createdAt;
    const isInOrder = all.every((bot, nth) => {
      const before = all[nth - 1];
      if (!before) return true;
      const [one, other] = [keyOf(before), keyOf(bot)];
      return one === other ? sign * before.id.localeCompare(bot.id) < 0 : sign * (one < other ? -1 : 1) < 0;
    });
    expect(isInOrder).toBe(true);
  },
);

const indexOf: Record<BotOrder, string> = {
  newest: "applications_by_age",
  oldest: "applications_by_age",
  name: "applications_by_name",
};

test("every page of the bot list is read through an index, without sorting", async () => {
  const instance = await testInstanceStore();
  await seed(instance, 5_000);
  for (const order of BOT_ORDERS) {
    const after: NameCursor | TimeCursor = order === "name" ? ["buoy 0250", "1"] : [1_700_000_000_500, "1"];
    for (const page of [{}, { after }, { search: "buoy 04" }]) {
      const plan = await queryPlan(instance.db, botPage(instance.db, { search: "", order, ...page }));
      expect([order, page, plan]).toEqual([order, page, expect.stringContaining(indexOf[order])]);
      expect(plan).not.toMatch(/temp b-tree|sort|seq scan on applications|scan applications$/im);
    }
  }
});
