import { PermissionFlagsBits } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";
import { mayGrant, permissionGroups, permissionLabels } from "./permissions";

/**
 * Flags that the panel does not offer: an alias of another flag, and statistics of a shop that instances do not have.
 */
const left = new Set(["ManageEmojisAndStickers", "ViewCreatorMonetizationAnalytics"]);

describe("the permission catalog", () => {
  it("contains every permission of the API family once", () => {
    const listed = permissionGroups.flatMap((group) =>
      group.permissions.map((permission) => permission.name),
    );
    const known = Object.keys(PermissionFlagsBits).filter((name) => !left.has(name));
    expect([...listed].sort()).toEqual(known.sort());
  });

  it("explains each permission in a sentence that differs from its label", () => {
    for (const { label, help } of permissionGroups.flatMap((group) => group.permissions)) {
      expect(help).toMatch(/^[A-Z].+\.$/);
      expect(help.toLowerCase()).not.toBe(`${label.toLowerCase()}.`);
    }
  });

  it("splits a set into permissions, including bits without a name", () => {
    expect(permissionLabels(0n)).toEqual([]);
    expect(permissionLabels(8n | 2048n)).toEqual(["Administrator", "Send messages"]);
    expect(permissionLabels(1n << 63n)).toEqual(["Bit 63"]);
  });

  it("lets administrators grant every permission, and other members only their own", () => {
    expect(mayGrant(8n, 2048n)).toBe(true);
    expect(mayGrant(32n, 2048n)).toBe(false);
    expect(mayGrant(32n | 2048n, 2048n)).toBe(true);
  });
});
