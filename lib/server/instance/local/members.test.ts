import { PermissionFlagsBits as Bit } from "discord-api-types/v10";
import { expect, test } from "vitest";
import {
  ALL_PERMISSIONS,
  DEFAULT_EVERYONE_PERMISSIONS,
  effectivePermissions,
  mayManageGuild,
} from "./members";

test("the owner has every permission regardless of roles", () => {
  expect(effectivePermissions({ owner: true, roles: [] })).toBe(ALL_PERMISSIONS);
});

test("a member has the combined permissions of all their roles", () => {
  expect(effectivePermissions({ owner: false, roles: [Bit.SendMessages, Bit.BanMembers] })).toBe(
    Bit.SendMessages | Bit.BanMembers,
  );
  expect(effectivePermissions({ owner: false, roles: [] })).toBe(0n);
});

test("Administrator in any role includes every permission", () => {
  expect(effectivePermissions({ owner: false, roles: [0n, Bit.Administrator] })).toBe(ALL_PERMISSIONS);
});

test("ownership, Manage Guild and Administrator allow adding bots, and all other permissions do not", () => {
  expect(mayManageGuild(ALL_PERMISSIONS)).toBe(true);
  expect(mayManageGuild(Bit.ManageGuild)).toBe(true);
  expect(mayManageGuild(ALL_PERMISSIONS & ~Bit.ManageGuild & ~Bit.Administrator)).toBe(false);
  expect(mayManageGuild(DEFAULT_EVERYONE_PERMISSIONS)).toBe(false);
});
