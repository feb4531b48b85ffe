import { mkdtempSync, rmSync } from "node:fs";
import { closeRooms, db, operators, theRooms } from "@/testing/rooms";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { migrate } from "@/lib/server/db";
import { createOperator } from "@/lib/server/operators/operators";

const folder = mkdtempSync(joinPath(tmpdir(), "invitations-"));
const password = "lantern on the pier";
const HOUR = 3_600_000;

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  await migrate(db());
});
beforeEach(async () => {
  for (const table of ["invitations", "operators"] as const) await db().deleteFrom(table).execute();
});
afterAll(async () => {
  await closeRooms();
  rmSync(folder, { recursive: true });
});

/** Creates an owner and an invitation by this owner. Returns the invitation's token and the owner's id. */
async function invitation() {
  const owner = await createOperator(db(), { username: "ada", password, userId: null });
  const { token } = await operators().createInvitation(owner, {
    role: "owner",
    note: "",
    expiresAt: Date.now() + HOUR,
  });
  return { id: owner.id, token };
}

const linkToProvider = (id: number) =>
  db()
    .updateTable("operators")
    .set({ oidc_issuer: "https://login.example.org", oidc_subject: "ada" })
    .where("id", "=", id)
    .execute();

const refused = { code: "forbidden" };
const names = async () => (await operators().listOperators()).map(({ username }) => username);

test("an invitation is invalid after the provider has ended the inviter's access", async () => {
  const { id, token } = await invitation();
  await expect(theRooms().panel.joining.readInvitation(token)).resolves.toMatchObject({
    role: "owner",
    invitedBy: "ada",
  });
  await linkToProvider(id);
  expect(await operators().listInvitations()).toEqual([]);
  await expect(theRooms().panel.joining.readInvitation(token)).rejects.toMatchObject(refused);
  await expect(theRooms().panel.joining.join({ token, username: "bo", password })).rejects.toMatchObject(
    refused,
  );
  expect(await names()).toEqual(["ada"]);
});

test("100 invitations can be open, and one that has expired is not", async () => {
  const owner = await createOperator(db(), { username: "ada", password, userId: null });
  const invite = (expiresAt: number) =>
    operators().createInvitation(owner, { role: "viewer", note: "", expiresAt });
  for (let count = 0; count < 99; count += 1) await invite(Date.now() + HOUR);
  const { token, invitation: expired } = await invite(Date.now());
  await expect(theRooms().panel.joining.readInvitation(token)).rejects.toMatchObject(refused);
  const last = await invite(Date.now() + HOUR);
  await expect(invite(Date.now() + HOUR)).rejects.toMatchObject({ code: "conflict" });
  expect(await operators().listInvitations()).toHaveLength(100);
  await expect(operators().revokeInvitation(expired.id)).rejects.toMatchObject({ code: "not-found" });
  expect(await operators().revokeInvitation(last.invitation.id)).toBe("viewer");
  await expect(theRooms().panel.joining.readInvitation(last.token)).rejects.toMatchObject(refused);
});

test("joining fails if the inviter's access can no longer be confirmed", async () => {
  const { id, token } = await invitation();
  await linkToProvider(id);
  await operators().provided(id, "owner", { refreshToken: "valid" });
  await expect(theRooms().panel.joining.readInvitation(token)).resolves.toMatchObject({ invitedBy: "ada" });
  await db()
    .updateTable("operators")
    .set({ oidc_checked_at: Date.now() - HOUR / 2 })
    .execute();
  // No provider is configured anymore, so the next check ends the inviter's access.
  await expect(theRooms().panel.joining.join({ token, username: "bo", password })).rejects.toMatchObject(
    refused,
  );
  expect(await names()).toEqual(["ada"]);
});
