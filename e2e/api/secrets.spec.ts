import { decodeJwt } from "jose";
import { expect, test } from "../support/instance";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

/* How the signing secret of the live file decides (docs/instance-api.md, "Requests"). */

test("with a secret shorter than 32 bytes, the panel accepts and issues no tokens and reports it", async ({
  instance,
}) => {
  const short = "x".repeat(31);
  const before = await instance.panel.readConfig();
  instance.configure((config) => void Object.assign(config.security ?? {}, { jwtSecret: short }));
  try {
    const authorization = await instance.token(instance.operatorId, {}, { secret: short });
    const status = async (token: string) =>
      (await instance.post("/api/v9/applications", { name: "Harbor" }, { authorization: token })).status;
    expect(await status(authorization)).toBe(401);
    const client = await PanelClient.signIn(instance.panel, operator);
    expect((await client.fetch("/api/panel/token")).status).toBe(503);
    const { problems } = await client.json<{ problems: { path?: string }[] }>("/api/panel/config");
    expect(problems.map(({ path }) => path)).toContain("security.jwtSecret");

    // Bytes are counted, and 32 bytes are enough.
    for (const secret of ["x".repeat(32), "é".repeat(16)]) {
      instance.configure((config) => void Object.assign(config.security ?? {}, { jwtSecret: secret }));
      expect(await status(await instance.token(instance.operatorId, {}, { secret }))).toBe(200);
    }
  } finally {
    instance.configure((config) => void Object.assign(config, JSON.parse(before)));
  }
});

test("the panel's tokens work in the API, and a changed secret revokes all of them", async ({ instance }) => {
  const client = await PanelClient.signIn(instance.panel);
  const token = await client.userToken();
  expect(decodeJwt(token)).toMatchObject({ id: instance.operatorId, exp: expect.any(Number) });
  const status = async () =>
    (await instance.post("/api/v9/applications", { name: "Harbor" }, { authorization: token })).status;
  expect(await status()).toBe(200);
  const before = await instance.panel.readConfig();
  const jwtSecret = "another secret, also long enough to sign with";
  instance.configure((config) => void Object.assign(config.security ?? {}, { jwtSecret }));
  try {
    expect(await status()).toBe(401);
  } finally {
    instance.configure((config) => void Object.assign(config, JSON.parse(before)));
  }
  expect(await status()).toBe(200);
});
