import { decodeJwt } from "jose";
import { expect, test } from "../support/instance";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

/* Tests the signing secret in the configuration file (docs/instance-api.md, "Requests"). */

test("the panel neither accepts nor issues tokens if the secret is shorter than 32 bytes", async ({
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

    // The minimum is 32 bytes, not 32 characters.
    for (const secret of ["x".repeat(32), "é".repeat(16)]) {
      instance.configure((config) => void Object.assign(config.security ?? {}, { jwtSecret: secret }));
      expect(await status(await instance.token(instance.operatorId, {}, { secret }))).toBe(200);
    }
  } finally {
    instance.configure((config) => void Object.assign(config, JSON.parse(before)));
  }
});

test("tokens that the panel issues are valid until the secret changes", async ({ instance }) => {
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
