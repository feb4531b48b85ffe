import { DiscordAPIError, RateLimitError, REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";
import { expect, type Instance, test } from "../support/instance";

/*
 * Tests the panel's instance API with a popular bot library: which requests the library sends, and how it
 * parses the responses.
 */

async function client(instance: Instance, userId = instance.operatorId): Promise<REST> {
  const rest = new REST({ api: `${instance.url}/api`, version: "9", authPrefix: "Bearer", retries: 0 });
  return rest.setToken(await instance.token(userId));
}

/** Returns the error with which the library rejects the promise. */
async function refusal(promise: Promise<unknown>): Promise<DiscordAPIError> {
  const error: unknown = await promise.then(
    () => "it was accepted",
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DiscordAPIError);
  return error as DiscordAPIError;
}

test("a bot library creates an application, gets the bot's token, and authorizes the bot", async ({
  instance,
}) => {
  const rest = await client(instance);
  const application = (await rest.post("/applications", { body: { name: "Pilot" } })) as Record<
    string,
    string
  >;
  expect(application).toMatchObject({ id: expect.stringMatching(/^\d+$/), name: "Pilot" });
  const bot = (await rest.post(`/applications/${application.id}/bot`)) as Record<string, string>;
  expect(bot.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const authorized = await rest.post("/oauth2/authorize", {
    query: new URLSearchParams({ client_id: application.id ?? "" }),
    body: { guild_id: instance.guildId, permissions: "8", authorize: true },
  });
  expect(authorized).toEqual({ location: `/oauth2/authorized?guild_id=${instance.guildId}&permissions=8` });

  // The library sends this token as `Bot …`, and the endpoint refuses bots.
  const asBot = new REST({ api: `${instance.url}/api`, version: "9" }).setToken(bot.token ?? "");
  expect(await refusal(asBot.post("/applications", { body: { name: "x" } }))).toMatchObject({
    status: 403,
    code: 20001,
  });
});

test("a bot library reads, changes and deletes its application, and signs a bot in", async ({ instance }) => {
  const rest = await client(instance);
  const { id } = (await rest.post("/applications", { body: { name: "Beacon" } })) as { id: string };
  const { token } = (await rest.post(`/applications/${id}/bot`)) as { token: string };
  expect(await rest.get("/applications")).toContainEqual(expect.objectContaining({ id, name: "Beacon" }));
  const patched = await rest.patch(`/applications/${id}`, { body: { description: "Blinks" } });
  expect(patched).toMatchObject({ id, name: "Beacon", description: "Blinks", bot: { id } });

  const bot = new REST({ api: `${instance.url}/api`, version: "9", retries: 0 }).setToken(token);
  expect(await bot.get(Routes.user())).toMatchObject({ id, username: "Beacon", bot: true });
  expect(await bot.get(Routes.currentApplication())).toMatchObject({ id, description: "Blinks" });
  expect(await bot.get(Routes.userGuilds())).toEqual([]);
  await rest.post("/oauth2/authorize", {
    query: new URLSearchParams({ client_id: id }),
    body: { guild_id: instance.guildId, permissions: "1024", authorize: true },
  });
  const guilds = (await bot.get(Routes.userGuilds(), {
    query: new URLSearchParams({ limit: "10" }),
  })) as object[];
  expect(guilds).toMatchObject([{ id: instance.guildId, owner: false }]);
  expect(await refusal(bot.get(Routes.gateway()))).toMatchObject({ status: 404 });

  await rest.delete(`/applications/${id}`);
  expect(await refusal(rest.get(`/applications/${id}`))).toMatchObject({ status: 404, code: 10002 });
  expect(await refusal(bot.get(Routes.user()))).toMatchObject({ status: 401 });
});

test("a bot library parses the errors for each field", async ({ instance }) => {
  const rest = await client(instance);
  const invalid = await refusal(rest.post("/applications", { body: { name: "x".repeat(33) } }));
  expect(invalid).toMatchObject({ status: 400, code: 50035, method: "POST" });
  expect(invalid.message).toBe(
    "Invalid Form Body\nname[BASE_TYPE_BAD_LENGTH]: Must be between 1 and 32 in length.",
  );
  const several = await refusal(
    rest.post("/oauth2/authorize", { body: { permissions: "x", authorize: true } }),
  );
  expect(several.message.split("\n")).toEqual(
    expect.arrayContaining([
      "guild_id[BASE_TYPE_REQUIRED]: This field is required",
      "client_id[BASE_TYPE_REQUIRED]: This field is required",
      expect.stringContaining("permissions[NUMBER_TYPE_COERCE]"),
    ]),
  );
  const unknown = await refusal(rest.post("/applications/1/bot"));
  expect(unknown).toMatchObject({ status: 404, code: 10002, message: "Unknown Application" });
  const stranger = await client(instance, await instance.addUser("stranger"));
  const { id } = await instance.addBot();
  expect(await refusal(stranger.post(`/applications/${id}/bot`))).toMatchObject({ status: 403, code: 20012 });
  const nobody = await client(instance, "404");
  expect(await refusal(nobody.post("/applications", { body: { name: "x" } }))).toMatchObject({
    status: 401,
    code: 0,
  });
});

for (const window of ["ip", "global"] as const) {
  test.describe(`if the ${window} rate limit is used up`, () => {
    const limit = (instance: Instance, seconds: number) =>
      instance.configure((config) => {
        const roomy = { count: 1000, window: seconds };
        const rate = { enabled: true, ip: roomy, global: roomy, error: roomy };
        config.limits = { rate: { ...rate, [window]: { count: 2, window: seconds } } };
      });

    test.afterEach(({ instance }) => instance.configure((config) => void delete config.limits));

    test("a bot library waits and then succeeds", async ({ instance }) => {
      limit(instance, 1);
      const rest = await client(instance, await instance.addUser("busy"));
      let waited = 0;
      rest.on("rateLimited", () => (waited += 1));
      // The library waits if a window is used up, so every request succeeds.
      while (waited === 0) {
        expect(await rest.post("/applications", { body: { name: "Busy" } })).toMatchObject({ name: "Busy" });
      }
    });

    test("a bot library parses the 429 response", async ({ instance }) => {
      limit(instance, window === "ip" ? 3001 : 3002);
      const user = await instance.addUser("busy");
      const options = { api: `${instance.url}/api`, version: "9", authPrefix: "Bearer" } as const;
      for (const name of ["One", "Two"]) {
        await (await client(instance, user)).post("/applications", { body: { name } });
      }
      // A new client does not know the state of the window yet, so its request gets a 429 response.
      const rejecting = new REST({ ...options, rejectOnRateLimit: () => true });
      rejecting.setToken(await instance.token(user));
      const refused: unknown = await rejecting
        .post("/applications", { body: { name: "Three" } })
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(RateLimitError);
      const scope = window === "global" ? "global" : "user";
      expect(refused).toMatchObject({ global: window === "global", scope });
      expect((refused as RateLimitError).retryAfter).toBeGreaterThan(1000);
    });
  });
}
