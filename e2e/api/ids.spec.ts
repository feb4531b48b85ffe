import { anyDatabase, expect, type Instance, test } from "../support/instance";
import { rawRequest } from "../support/raw-request";

/*
 * Tests that an id that is not a snowflake results in 404, like an unknown id (docs/instance-api.md,
 * "Requests").
 */

const unknownApplication = { code: 10002, message: "Unknown Application" };
const unknownGuild = { code: 10004, message: "Unknown Guild" };

/** Returns strings that endpoints must not accept as this id. A lenient parser would accept some of them. */
const spellings = (id: string) => [
  "1",
  "9223372036854775807",
  "0",
  "00",
  `0${id}`,
  `+${id}`,
  `-${id}`,
  ` ${id}`,
  `${id} `,
  `${id}.0`,
  `${id}e0`,
  `${id}\u0000`,
  `0x${BigInt(id).toString(16)}`,
  // Numbers that do not fit into 63 or 64 bits, and a number that equals the id modulo 2^64.
  "9223372036854775808",
  "18446744073709551615",
  (BigInt(id) + 2n ** 64n).toString(),
  "9".repeat(400),
  "x",
  "@me",
  "null",
  "' or 1=1 --",
  "../..",
  "１",
  "\u{1f991}",
  "\ud800",
];

type Send = (id: string) => ReturnType<Instance["post"]>;

/**
 * Returns every endpoint parameter and field that contains an id. DELETE endpoints are omitted, because they
 * have the same paths as PATCH endpoints.
 */
function places(instance: Instance, known: { application: string; guild: string }) {
  const encode = (id: string) => encodeURIComponent(Buffer.from(id).toString());
  const authorize = (client: string, guild_id: string) =>
    instance.post(`/api/v9/oauth2/authorize?client_id=${client}`, { guild_id, authorize: true });
  return {
    "the application of a bot": [
      (id: string) => instance.post(`/api/v9/applications/${encode(id)}/bot`),
      known.application,
      unknownApplication,
    ],
    "the application of a reset": [
      (id: string) => instance.post(`/api/v9/applications/${encode(id)}/bot/reset`),
      known.application,
      unknownApplication,
    ],
    "an application": [
      (id: string) => instance.call("GET", `/api/v9/applications/${encode(id)}`),
      known.application,
      unknownApplication,
    ],
    "the application of a change": [
      (id: string) => instance.call("PATCH", `/api/v9/applications/${encode(id)}`, {}),
      known.application,
      unknownApplication,
    ],
    client_id: [(id: string) => authorize(encode(id), known.guild), known.application, unknownApplication],
    guild_id: [(id: string) => authorize(known.application, id), known.guild, unknownGuild],
  } as const satisfies Record<string, readonly [Send, string, object]>;
}

test("every id parameter accepts only the canonical spelling of the id", async ({ instance }) => {
  const { id } = await instance.addBot();
  const cases = places(instance, { application: id, guild: instance.guildId });
  for (const [place, [send, known, unknown]] of Object.entries(cases)) {
    expect([place, (await send(known)).status]).toEqual([place, 200]);
    for (const spelling of spellings(known)) {
      const { status, body } = await send(spelling);
      expect([place, spelling, status, body]).toEqual([place, spelling, 404, unknown]);
    }
  }
});

test("an id with invalid percent-encoding returns 404", async ({ instance }) => {
  const { id } = await instance.addBot();
  const headers = {
    authorization: await instance.token(instance.operatorId),
    "content-type": "application/json",
  };
  const sent = JSON.stringify({ guild_id: instance.guildId, authorize: true });
  for (const encoded of ["%", "%zz", "%ff", "%c3%28", "%ed%a0%80", `${id}%`, "%2"]) {
    const paths = [`/applications/${encoded}/bot`, `/applications/${encoded}/bot/reset`].flatMap((path) => [
      `/api/v9${path}`,
      `/api${path}`,
    ]);
    for (const path of [...paths, `/api/v9/oauth2/authorize?client_id=${encoded}`]) {
      const answer = await rawRequest(instance.url, path, { headers, body: sent });
      expect([path, answer.status, answer.body]).toEqual([path, 404, unknownApplication]);
    }
  }
});

test("an unknown path with invalid percent-encoding returns 404", anyDatabase, async ({ instance }) => {
  const none = await rawRequest(instance.url, "/api/v9/%", {});
  expect([none.status, none.body]).toEqual([404, { code: 0, message: "404: Not Found" }]);
});
