import { describe, expect, it } from "vitest";
import { manageableGuild } from "./instance-guild";

const all = String(2n ** 64n - 1n);
const guild = { id: "1104236891374919680", name: "Quay" };

describe("a guild of a connected instance", () => {
  it.each([
    ["as its owner", { owner: true, permissions: "0" }, all],
    ["as its owner by id", { owner_id: "7" }, all],
    ["with Manage guild", { owner: false, permissions: "32" }, "32"],
    ["with Administrator", { owner: false, permissions: "8" }, "8"],
    [
      "with a permission set beyond 2^53",
      { owner: false, permissions: "9007199254741025" },
      "9007199254741025",
    ],
    ["with permissions as a number, as in versions below 8", { owner: false, permissions: 33 }, "33"],
    ["with the whole set next to the number", { permissions: 0, permissions_new: "32" }, "32"],
  ])("can be managed %s", (_, members, permissions) => {
    expect(manageableGuild({ ...guild, ...members }, "7")).toMatchObject({ ...guild, permissions });
  });

  it("is omitted if the account neither owns the guild nor may manage it", () => {
    expect(manageableGuild({ ...guild, owner: false, permissions: "3072" }, "7")).toBeNull();
  });

  it("is included with permissions null if the instance does not report the account's permissions", () => {
    const answer = { id: guild.id, name: "Quay", isOwner: false, permissions: null };
    expect(manageableGuild({ ...guild, owner: false }, "7")).toEqual(answer);
    expect(manageableGuild({ ...guild, owner_id: "8" }, "7")).toEqual(answer);
    expect(manageableGuild({ ...guild, owner_id: "7" }, null)).toEqual(answer);
  });

  it.each([[null], ["guild"], [{ name: "no id" }], [{ id: "12x", name: "x", owner: true }]])(
    "is refused if the entry is %j",
    (entry) => expect(manageableGuild(entry, "7")).toBeNull(),
  );
});
