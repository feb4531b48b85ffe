import { PermissionFlagsBits } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { nearestPermission, permissionsNamed } from "@/lib/server/instance/provision/document/schema";
import { permissionGroups } from "@/lib/shared/chat/permissions";

test.each([
  "MANAGE_GUILD",
  "ManageGuild",
  "Manage guild",
  " manage_guild ",
  "manage-guild",
  "32",
  "032",
  " 32 ",
])("parses %s as the permission Manage Guild", (text) => expect(permissionsNamed(text)).toBe(32n));

test("maps every flag and every label to its bit", () => {
  for (const [name, bit] of Object.entries(PermissionFlagsBits)) {
    expect(permissionsNamed(name)).toBe(bit);
    expect(permissionsNamed(name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase())).toBe(bit);
  }
  for (const { label, bit } of permissionGroups.flatMap(({ permissions }) => permissions))
    expect([label, permissionsNamed(label)]).toEqual([label, bit]);
});

test("accepts unsigned 64-bit numbers as permissions", () => {
  expect(permissionsNamed("18446744073709551615")).toBe(2n ** 64n - 1n);
  for (const text of ["18446744073709551616", "-1", "0x8", "1e3", "8.0", "", "9".repeat(100_000)])
    expect(permissionsNamed(text)).toBeNull();
});

test("reads names of at most 64 characters, including spaces around them", () => {
  expect(permissionsNamed("Manage guild".padEnd(64))).toBe(32n);
  expect(permissionsNamed("Manage guild".padEnd(65))).toBeNull();
  expect(nearestPermission("Manage gild".padEnd(64))).toBe("ManageGuild");
  expect(nearestPermission("Manage gild".padEnd(65))).toBeUndefined();
});

test("suggests the permission with the most similar name", () => {
  expect(nearestPermission("MANAGE_GILD")).toBe("ManageGuild");
  expect(nearestPermission("sendmesages")).toBe("SendMessages");
  expect(nearestPermission("SendTMessages")).toBe("SendMessages");
  expect(nearestPermission("SendTTMessages")).toBe("SendTTSMessages");
  expect(nearestPermission("fly to the moon")).toBeUndefined();
});
