import { describe, expect, it, test } from "vitest";
import { inWords, lasted, type NotifyEvent } from "./events";
import { eventsIn, joined, type Message } from "./message";

const message = (event: string, rest: Partial<Message> = {}): Message => ({
  id: `id-of-${event}`,
  content: `Harbor: ${event}`,
  at: "2026-11-22T08:00:00.000Z",
  event,
  instance: "Harbor",
  details: { part: "api" },
  ...rest,
});

const down: NotifyEvent = {
  event: "instance-down",
  part: "api",
  target: "https://chat.example.org/api/ping",
  since: Date.parse("2026-11-22T05:10:00Z"),
  reason: "No response.",
};

test("every event is described in complete sentences", () => {
  const since = Date.parse("2026-11-22T05:10:00Z");
  const part = { part: "api", target: "https://chat.example.org/api/ping" } as const;
  const results = [
    inWords(
      { event: "instance-down", ...part, since, reason: "No service is listening on this port." },
      "Harbor",
    ),
    inWords({ event: "instance-up", ...part, since, until: since + 12 * 60_000 }, "Harbor"),
    inWords({ event: "values-undone", paths: ["general.instanceName"] }, "Harbor"),
    inWords({ event: "rolled-back", from: 42, to: 43, reason: "No Hello.", notLoaded: 0 }, "Harbor"),
    inWords({ event: "apply-failed", from: 42, to: 43, reason: "It was edited.", notLoaded: 2 }, "Harbor"),
    inWords({ event: "apply-failed", from: 42, to: 42, reason: "No response.", notLoaded: null }, "Harbor"),
    inWords({ event: "certificate-ends", ...part, days: 1 }, "Harbor"),
  ];
  expect(results).toEqual([
    "Harbor: API has been down since 05:10 UTC (https://chat.example.org/api/ping). No service is listening on this port.",
    "Harbor: API is up again after 12 minutes (https://chat.example.org/api/ping).",
    "Harbor: The configuration file was rewritten outside the panel, which undid 1 saved value: general.instanceName. The overview offers to save them again.",
    "Harbor: Applying version 42 of the file failed, and the panel restored the last version that worked as version 43. No Hello.",
    "Harbor: Applying version 42 of the file failed. The file now has version 43. The instance has not loaded 2 settings from it. It was edited. Read the instance's log, correct the file or restore an earlier version, then apply again.",
    "Harbor: Applying version 42 of the file failed. The file now has version 42. The panel cannot check which settings the instance has loaded. No response. Read the instance's log, correct the file or restore an earlier version, then apply again.",
    "Harbor: The certificate of https://chat.example.org/api/ping expires in 1 day. Renew it.",
  ]);
});

it.each<[NotifyEvent, string]>([
  [
    { event: "rolled-back", from: null, to: null, reason: "No Hello.", notLoaded: 0 },
    "Applying the file failed, and the panel restored the last version that worked. No Hello.",
  ],
  [
    { event: "apply-failed", from: 3, to: null, reason: "Cut off.", notLoaded: 0 },
    "Applying version 3 of the file failed. The file cannot be read. The instance has loaded it. Cut off.",
  ],
  [
    { event: "apply-failed", from: 3, to: 4, reason: "Cut off.", notLoaded: 1 },
    "The file now has version 4. The instance has not loaded 1 setting from it.",
  ],
  [
    { event: "apply-planned", at: down.since, actor: "ada" },
    "The apply that ada planned starts at 05:10 UTC.",
  ],
  [
    { event: "plan-dropped", at: down.since, actor: "ada", reason: "It was edited." },
    "The apply that ada planned for 05:10 UTC was canceled. It was edited.",
  ],
  [
    { event: "planned-apply-done", version: 7, actor: "ada", isConfirmed: true },
    "The apply that ada planned is done. The instance now uses version 7 of the file.",
  ],
  [
    { event: "planned-apply-done", version: 7, actor: "ada", isConfirmed: false },
    "kept version 7 of the file. Nothing confirms that the instance works with it.",
  ],
  [
    { event: "new-address", username: "ada", address: "192.0.2.1", browser: "Firefox" },
    "ada signed in to the panel from a new address: 192.0.2.1, Firefox.",
  ],
  [{ event: "backup-failed", reason: "Full." }, "A backup of the panel failed. Full."],
  [{ event: "test", username: "ada" }, "This is a test notification, sent by ada."],
  [
    { event: "values-undone", paths: Array.from({ length: 10 }, (_, nth) => `p${nth}`) },
    "undid 10 saved values: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9. The overview",
  ],
  [
    { event: "values-undone", paths: Array.from({ length: 12 }, (_, nth) => `p${nth}`) },
    "undid 12 saved values: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 and 2 more. The overview",
  ],
  ...[
    [400, "1 second"],
    [29_000, "29 seconds"],
    [30_000, "1 minute"],
    [3_600_000, "1 hour"],
    [11_100_000, "3 hours 5 minutes"],
  ].map(([ms, words]): [NotifyEvent, string] => [
    { ...down, event: "instance-up", until: down.since + Number(ms) },
    `API is up again after ${words} (`,
  ]),
])("describes the event %j in a sentence", (event, words) => {
  expect(inWords(event, "Harbor")).toContain(words);
});

describe("a message", () => {
  it("about several events contains the sentences and data of all of them", () => {
    const [down, up, again] = [message("instance-down"), message("instance-up"), message("instance-down")];
    const all = joined(joined(down, up), again);
    expect(all).toMatchObject({ id: down.id, event: "several", at: down.at });
    expect(all.content).toBe("Harbor: instance-down\ninstance-up\ninstance-down");
    expect(all.details).toEqual({
      events: [down, up, again].map(({ event, at, details }) => ({ event, at, details })),
    });
    expect(eventsIn(all)).toEqual(["instance-down", "instance-up"]);
    expect(eventsIn(down)).toEqual(["instance-down"]);
    expect(eventsIn(message("several", { details: { events: "none" } }))).toEqual(["several"]);
    expect(joined(down, message("x", { content: "Another: x" })).content).toContain("\nAnother: x");
  });

  it.each([
    [0, "1 second"],
    [1_000, "1 second"],
    [29_400, "29 seconds"],
    [60_000, "1 minute"],
    [12 * 60_000, "12 minutes"],
    [60 * 60_000, "1 hour"],
    [61 * 60_000, "1 hour 1 minute"],
    [125 * 60_000, "2 hours 5 minutes"],
  ])("describes %i ms as %s", (ms, words) => expect(lasted(ms)).toBe(words));

  it("about a failed apply contains the number of settings that are not loaded", () => {
    const failed = (notLoaded: number | null, to: number | null = 4, from: number | null = 3) =>
      inWords({ event: "apply-failed", from, to, reason: "It is down.", notLoaded }, "Harbor");
    expect(failed(null)).toContain("The panel cannot check which settings the instance has loaded.");
    expect(failed(0)).toContain("The instance has loaded it.");
    expect(failed(1)).toContain("The instance has not loaded 1 setting from it.");
    expect(failed(2)).toContain("The instance has not loaded 2 settings from it.");
    expect(failed(0)).toContain("Applying version 3 of the file failed. The file now has version 4.");
    expect(failed(0, null, null)).toContain("Applying the file failed. The file cannot be read.");
  });

  it("lists at most ten settings that another program overwrote", () => {
    const undone = (count: number) =>
      inWords(
        { event: "values-undone", paths: Array.from({ length: count }, (_, nth) => `s${nth}`) },
        "Harbor",
      );
    expect(undone(1)).toContain("undid 1 saved value: s0.");
    expect(undone(10)).toMatch(/: s0, .+, s9\. The overview/);
    expect(undone(12)).toContain(", s9 and 2 more. The overview");
    const ends = (days: number) =>
      inWords({ event: "certificate-ends", part: "api", target: "chat.example.org", days }, "Harbor");
    expect([ends(-1), ends(0), ends(1)].map((text) => /(has expired|in .+?)\./.exec(text)?.[1])).toEqual([
      "has expired",
      "in 0 days",
      "in 1 day",
    ]);
    const back = (to: number | null) =>
      inWords({ event: "rolled-back", from: 3, to, reason: "It is down.", notLoaded: null }, "Harbor");
    expect(back(null)).toContain("that worked. It is down.");
    expect(back(5)).toContain("that worked as version 5. It is down.");
  });
});
