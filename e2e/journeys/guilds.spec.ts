import { expectAccessibleInBothThemes, open } from "../support/browser";
import { expect, modes, test } from "../support/journey";
import { sessionIn } from "../support/session";

for (const mode of modes("standalone"))
  test.describe(mode, () => {
    test.use({ mode });

    test("an operator creates a guild and manages it as far as the panel allows", async ({
      page,
      stage: { panel, instance },
    }) => {
      const created = await (
        await sessionIn(instance.panel)
      ).send("POST", "/api/panel/users", { username: "Bo" });
      const { id: boId } = (await created.json()) as { id: string };
      const { id: botId } = await instance.addBot("Ferry", boId);
      await open(page, `${panel.url}/guilds`);
      await page.getByRole("button", { name: "Create guild" }).click();
      const creating = page.getByRole("dialog", { name: "Create guild" });
      await creating.getByLabel("Guild name").fill("D");
      await creating.getByRole("button", { name: "Create guild" }).click();
      await expect(creating.getByText("Use at least 2 characters.")).toBeVisible();
      await creating.getByLabel("Guild name").fill("Dry dock");
      await creating.getByRole("button", { name: "Create guild" }).click();
      await expect(creating).toBeHidden();
      const list = page.getByRole("table", { name: "Guilds" });
      await expect(list.getByRole("row", { name: /Dry dock/ })).toContainText("You can manage it");
      await page.getByRole("searchbox", { name: "Find a guild" }).fill("DRY");
      await expect(list.getByRole("row")).toHaveCount(2);
      await page.getByRole("link", { name: "Dry dock" }).click();
      await expect(page.getByRole("heading", { name: "Dry dock", level: 1 })).toBeVisible();
      const guildId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      await instance.addMember(guildId, boId);

      if (mode === "connected") {
        const rail = page.getByRole("navigation", { name: "Main" });
        const toGuilds = () => rail.getByRole("link", { name: "Guilds" }).click();
        await expect(page.getByText("Owned by keeper")).toBeVisible();
        await expect(page.getByText("does not list members to the panel")).toBeVisible();
        await expect(page.getByText("Use a client to rename, transfer and delete guilds")).toBeVisible();
        await expectAccessibleInBothThemes(page, "a guild of a running instance");
        await toGuilds();
        await page.getByLabel("Guild id").fill(guildId);
        await page.getByRole("button", { name: "Look up" }).click();
        await expect(page.getByRole("heading", { name: "Dry dock", level: 1 })).toBeVisible();
        // The account is not a member of this guild, so it cannot see the guild. The account stays connected.
        const hidden = await instance.addGuild("Hidden cove", boId);
        await toGuilds();
        await page.getByLabel("Guild id").fill(hidden);
        await page.getByRole("button", { name: "Look up" }).click();
        await expect(page.getByText("The instance does not show this guild. ")).toBeVisible();
        await toGuilds();
        await expect(list.getByRole("row", { name: /Dry dock/ })).toBeVisible();
        return;
      }

      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("dialog").getByLabel("Guild name").fill("Shipyard");
      await page.getByRole("dialog").getByRole("button", { name: "Rename guild" }).click();
      await expect(page.getByRole("heading", { name: "Shipyard", level: 1 })).toBeVisible();
      const authorize = () => instance.authorize(botId, guildId, 3072n, boId);
      const members = page.getByRole("table", { name: "Members of Shipyard" });
      const row = members.getByRole("row", { name: /^Bo/ });
      await instance.sql("delete from members where user_id = ?", boId);
      expect((await authorize()).body.code, "an outsider does not learn of the guild").toBe(10004);

      await page.getByRole("button", { name: "Add member" }).click();
      const adding = page.getByRole("dialog", { name: "Add a member to Shipyard" });
      await adding.getByRole("searchbox", { name: "Find a user" }).fill("b");
      await adding.getByRole("radio", { name: "Bo" }).click();
      await adding.getByRole("button", { name: "Add member" }).click();
      await expect(row).toBeVisible();
      expect((await authorize()).body.code, "a member without Manage guild").toBe(50013);

      const act = async (item: string) => {
        await row.getByRole("button", { name: "Actions for Bo" }).click();
        await page.getByRole("menuitem", { name: item }).click();
        const asked = page.getByRole("alertdialog");
        await asked.getByRole("button", { name: item }).click();
        await expect(asked).toBeHidden();
      };
      await act("Grant Manage guild");
      await expect(row).toContainText("Guild manager");
      expect((await authorize()).status, "a manager").toBe(200);
      await page.reload();
      const bots = page.getByRole("list", { name: "Bots in Shipyard" });
      await expect(bots.getByRole("link", { name: "Ferry" })).toHaveAttribute(
        "href",
        `/applications/${botId}`,
      );
      await expect(page.getByRole("list", { name: "Roles of Shipyard" })).toContainText("Guild manager");
      await expectAccessibleInBothThemes(page, "a guild");

      await act("Revoke Manage guild");
      await expect(row).not.toContainText("Guild manager");
      expect((await authorize()).body.code, "no longer a manager").toBe(50013);
      await act("Make owner");
      await expect(row).toContainText("Owner");
      expect((await authorize()).status, "the owner").toBe(200);

      await page.getByRole("button", { name: "Delete guild…" }).click();
      const last = page.getByRole("dialog", { name: "Delete Shipyard?" });
      await expect(last).toContainText("1 bot loses its role here");
      await last.getByLabel("Type Shipyard to confirm").fill("shipyard");
      await last.getByRole("button", { name: "Delete guild" }).click();
      await expect(last.getByText("Type Shipyard exactly.")).toBeVisible();
      await last.getByLabel("Type Shipyard to confirm").fill("Shipyard");
      await last.getByRole("button", { name: "Delete guild" }).click();
      await expect(page).toHaveURL(/\/guilds$/);
      await expect(page.getByText("Shipyard", { exact: true })).toHaveCount(0);
      expect((await authorize()).body.code).toBe(10004);
      const client = await sessionIn(panel);
      expect((await client.fetch(`/api/panel/guilds/${guildId}`)).status).toBe(404);
      expect(await (await client.fetch(`/guilds/${guildId}`)).text()).toContain("No page at this address");
    });
  });

test("a search for guilds returns pages of 50, and the unfiltered list returns all guilds", async ({
  rowsPanel: panel,
}) => {
  const client = await sessionIn(panel);
  for (let nth = 0; nth < 51; nth += 1)
    await client.send("POST", "/api/panel/guilds", { name: `Berth ${String(nth).padStart(2, "0")}` });
  const first = await client.fetch("/api/panel/guilds?search=BERTH");
  expect(await first.json()).toHaveLength(50);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await client.fetch(next);
  expect(await second.json()).toMatchObject([{ name: "Berth 50" }]);
  expect(second.headers.get("link")).toBeNull();
  const all = await client.json<{ name: string }[]>("/api/panel/guilds");
  expect(all.filter(({ name }) => name.startsWith("Berth"))).toHaveLength(51);
  for (const bad of ["after=x", "after=%00.x", `search=&after=1.${"x".repeat(5000)}`])
    expect([bad, (await client.fetch(`/api/panel/guilds?${bad}`)).status]).toEqual([bad, 400]);
});
