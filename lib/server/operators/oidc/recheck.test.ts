import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { localServer } from "@/testing/local-server";
import { testDatabase } from "@/testing/test-database";
import { testRoom } from "@/testing/test-operators";
import { createOperator } from "../operators";
import type { OperatorsRoom } from "../room";
import { provided } from "./grant";
import { asProvided, isOfProvider } from "./recheck";

/** A provider whose refresh tokens work once. Its userinfo endpoint fails unless `answers` is set. */
async function rotatingProvider() {
  const state = { refreshToken: "refresh 1", asked: 0, answers: true };
  const issuer = await localServer((request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const at = (path: string) => `http://${request.headers.host}${path}`;
    if (request.url === "/userinfo")
      return state.answers ? send(200, { sub: "ada", groups: ["staff"] }) : send(503, {});
    if (request.url !== "/token")
      return send(200, { issuer: at(""), token_endpoint: at("/token"), userinfo_endpoint: at("/userinfo") });
    let form = "";
    request
      .on("data", (part) => (form += part))
      .on("end", () => {
        if (new URLSearchParams(form).get("refresh_token") !== state.refreshToken)
          return send(400, { error: "invalid_grant" });
        state.refreshToken = `refresh ${(state.asked += 1) + 1}`;
        send(200, { access_token: "access", token_type: "Bearer", refresh_token: state.refreshToken });
      });
  });
  return { state, issuer };
}

test("a refresh token that works once is not lost if the provider then fails", async () => {
  const { state, issuer } = await rotatingProvider();
  const db = await testDatabase();
  const oidc: OperatorsRoom["env"]["oidc"] = {
    ...{ issuer, clientId: "panel", clientSecret: "a secret", scopes: "openid", name: "the provider" },
    ...{ roleClaim: "groups", roles: [{ value: "staff", role: "editor" }] },
  };
  const room = testRoom(db, { oidc });
  const { id } = await createOperator(db, {
    username: "ada",
    password: "a lantern on the pier",
    userId: null,
  });
  await db.updateTable("operators").set({ oidc_issuer: issuer, oidc_subject: "ada" }).execute();
  await provided(room, id, "editor", { refreshToken: state.refreshToken });
  const read = () => db.selectFrom("operators").selectAll().where("id", "=", id).executeTakeFirst();
  /** Asks the provider, whose last answer is five minutes old. */
  const ask = async () => {
    room.rechecks.retryAt.clear();
    const before = Date.now() - 5 * 60_000;
    await db.updateTable("operators").set({ oidc_checked_at: before }).execute();
    const row = await asProvided(room, read, isOfProvider);
    return row && [row.oidc_grant !== null, row.oidc_checked_at > before];
  };
  expect(await ask()).toEqual([true, true]);
  state.answers = false;
  expect(await ask()).toEqual([true, false]);
  state.answers = true;
  expect(await ask()).toEqual([true, true]);
  expect(state.asked).toBe(3);
});
