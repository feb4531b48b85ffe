import { expect, test } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { checkInvitation, createInvitation, revokeInvitation, takeInvitation } from "./invitations";
import { createOperator } from "./operators";

test("an invitation lets one person join", async () => {
  const db = await testDatabase();
  const room = testRoom(db);
  const ada = await createOperator(db, { username: "ada", password: "a lantern on the pier", userId: null });
  const endsAt = Date.now() + 60_000;
  const invite = () => createInvitation(db, ada, { role: "editor", note: "", expiresAt: endsAt });
  const take = (token: string) => db.transaction().execute((tx) => takeInvitation(tx, token));
  const { token } = await invite();
  const facts = { role: "editor", invitedBy: "ada", endsAt };
  expect(await checkInvitation(room, token)).toEqual(facts);
  expect(await take(token)).toEqual(facts);
  const refused = { code: "forbidden" };
  await expect(take(token)).rejects.toMatchObject(refused);
  await expect(checkInvitation(room, token)).rejects.toMatchObject(refused);
  const revoked = await invite();
  expect(await revokeInvitation(db, revoked.invitation.id)).toBe("editor");
  await expect(take(revoked.token)).rejects.toMatchObject(refused);
  await expect(revokeInvitation(db, revoked.invitation.id)).rejects.toMatchObject({ code: "not-found" });
});
