import { parseEnv } from "@/lib/env";
import { PanelSettings, reachOf } from "@/lib/panel-settings";
import { Version } from "@/lib/server/config-file";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createReload } from "./index";
import { Output } from "./output";

const secret = "a signing secret of the file";
const file = {
  general: { instanceName: "Harbor Lights" },
  security: { jwtSecret: secret },
  broker: { host: "amqp://harbor:sea%20salt@b.example" },
};
const version = Version.parse(Buffer.from(JSON.stringify(file)), "neutral");
const begun = (...further: string[]) => Output.begin("", version.usable ? version.settings : null, further);

const key = [
  "-----BEGIN PRIVATE KEY-----",
  ...Array.from({ length: 60 }, (_, line) => `MIIEkeyline${line}${"k".repeat(50)}`),
  "-----END PRIVATE KEY-----",
].join("\n");

/** Returns the stored output of a command that prints these pieces. `further` are secrets. */
async function kept(pieces: readonly string[], ...further: string[]): Promise<string> {
  const output = begun(...further);
  for (const piece of pieces) output.add(piece);
  return output.toString({ isEnded: true });
}

const piecesOf = (text: string, length: number) =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, n) => text.slice(n * length, (n + 1) * length));

it("stores only the end of a command's output, without secrets, colors or control characters", async () => {
  const output = begun();
  const shown = () => output.toString({ isEnded: true });
  output.add(`\u001b[31mfailed\u001b[0m: ${secret}\0\r`);
  output.add("\n\u001b[3");
  // The escape sequence and the secret each arrive in two pieces.
  output.add(`2m${secret.slice(0, 9)}`);
  output.add(secret.slice(9));
  expect(shown()).toBe("failed: «secret»\n«secret»");
  // One secret in the file is a URL that contains the password "sea salt". The command prints only the
  // password.
  output.add("\nlogin harbor, sea salt");
  expect(shown()).toMatch(/\nlogin harbor, «secret»$/);
  output.add(`${"x".repeat(200_000)}the end`);
  expect(shown().length).toBeLessThan(33_000);
  expect(shown()).toMatch(/^… earlier output omitted …\n/);
  expect(shown()).toMatch(/the end$/);
});

it("stores 32,000 characters, without a notice if nothing was omitted", async () => {
  const rest = "word ".repeat(6_400).slice(0, 31_999);
  expect(await kept([`a${rest}`])).toBe(`a${rest}`);
  expect(await kept([`ab${rest}`])).toBe(`… earlier output omitted …\nb${rest}`);
  // A credential near the end does not shorten what is kept before it.
  const long = await kept([`${"word ".repeat(14_000)}?token=lamplight2 end`]);
  expect(long).toMatch(/^… earlier[^]*word \?token=«secret» end$/);
  expect(long.length).toBeGreaterThan(31_900);
});

it("hides given secrets of six characters or more, each line of them, and their passwords as printed", () => {
  const shown = (secret: string, printed: string) => {
    const output = Output.begin("", version.usable ? version.settings : null, [undefined, secret]);
    output.add(printed);
    return output.toString({ isEnded: true });
  };
  expect(shown("12345", "12345")).toBe("12345");
  expect(shown("123456", "123456")).toBe("«secret»");
  expect(shown("abcabc", "abcabcabc")).toBe("«secret»");
  for (const end of ["\r\n", "\n"])
    expect(shown(`first line${end}second line`, "  first line\n  second line")).toBe(
      "  «secret»\n  «secret»",
    );
  expect(shown("amqp://harbor:100%sure@b.example", "login 100%sure")).toBe("login «secret»");
  // Other settings are no secrets.
  expect(shown("123456", "amqp://b.example Harbor Lights")).toBe("amqp://b.example Harbor Lights");
});

it("hides a secret that contains another secret, also if the output is cut in the middle of it", async () => {
  const secrets = ["lamp-light-9", "lamp-light"];
  expect(await kept(["lamp-light-9, lamp-light."], ...secrets)).toBe("«secret», «secret».");
  // The last 32,000 characters begin inside the longer secret.
  const cut = await kept([`${"w".repeat(40_000)} lamp-light-9${"w".repeat(31_996)}`], ...secrets);
  expect(cut).toBe(`… earlier output omitted …\n${"w".repeat(31_996)}`);
});

it.each([
  [1_999, false],
  [2_000, true],
])(
  "if a secret begins %d characters after the cut, shows what is before it: %s",
  async (distance, isShown) => {
    const text = `${"w".repeat(40_000)} lamplight${"w".repeat(32_000 - 9 - distance)}`;
    expect((await kept([text], "lamplight")).includes("w «secret»w")).toBe(isShown);
  },
);

it("hides the rest of a key that was cut, up to its end, which may arrive in pieces", async () => {
  const lines = "keyline\n".repeat(5_000);
  const pieces = [
    `-----BEGIN PRIVATE KEY-----\n${lines}lamplight\n${lines}`,
    "keyline\n-----END PRI",
    "VATE KEY-----\nend",
  ];
  expect(await kept(pieces, "lamplight")).toBe("… earlier output omitted …\n\nend");
});

it("shows a line break for a carriage return, and nothing for a short escape sequence", async () => {
  expect(await kept(["10 %\r20 %\r", "\ndone\u001bM!"])).toBe("10 %\n20 %\ndone!");
});

it.each([
  ["\r\n", "\n"],
  ["\u001b[m", ""],
  ["\u001b[0;31m", ""],
  ["\u001b[?25h", ""],
  ["\u001b[1 q", ""],
  ["\u001b[1/@", ""],
  ["\u001b[3~", ""],
  ["\u001b@", ""],
  ["\u001b_", ""],
  ["\u001b`", "`"],
  ["\u001b[1\u007f", "1"],
])("shows %j as %j, also if it arrives in two pieces", async (text, expected) => {
  for (let at = 0; at <= text.length; at += 1)
    expect(await kept([`a${text.slice(0, at)}`, `${text.slice(at)}b`])).toBe(`a${expected}b`);
});

it.each([
  ["a password in an address", "connect amqp://chat:lamplight@broker", "lamplight"],
  ["a parameter", "GET /hook?a=1&token=lamplight2", "lamplight2"],
  ["an authorization header", "> Authorization: Basic bGFtcGxpZ2h0OjE=", "bGFtcGxpZ2h0OjE="],
  ["a private key", key, "MIIEkeyline"],
])(
  "hides a secret that is not in the file, even if the output arrives in pieces: %s",
  async (_, text, found) => {
    for (const length of [1, 7, 1_000])
      expect(await kept(piecesOf(`begin\n${text}\nend\n`, length))).toMatch(
        new RegExp(`^begin\\n(?![^]*${found})[^]*«secret»[^]*end\\n$`),
      );
  },
);

it("hides a secret completely even if the output is truncated in the middle of it", async () => {
  const filler = fc.integer({ min: 31_000, max: 66_000 });
  const secrets = fc.constantFrom(
    { text: key, found: "keyline" },
    { text: secret, found: "secret of the file" },
    { text: `https://h/?token=${"lamp".repeat(200)}`, found: "lamplamp" },
    { text: `https://h/?secret=${"lamp".repeat(20_000)}`, found: "lamplamp" },
    { text: `-----BEGIN PRIVATE KEY-----\n${"keyline\n".repeat(10_000)}`, found: "keyline" },
  );
  await fc.assert(
    fc.asyncProperty(
      secrets,
      filler,
      filler,
      fc.boolean(),
      fc.integer({ min: 500, max: 40_000 }),
      async ({ text, found }, before, after, isOneLine, size) => {
        const fill = (length: number) => (isOneLine ? "x" : "some words\n").repeat(length).slice(0, length);
        const shown = await kept(piecesOf(`${fill(before)} \n${text}\n${fill(after)}`, size));
        expect(shown.includes(found)).toBe(false);
        expect(shown.length).toBeLessThan(33_000);
      },
    ),
    { numRuns: 60 },
  );
});

it("shows the last line of a running command only when the line is complete", async () => {
  const output = begun();
  output.add(`first\n${secret.slice(0, 12)}`);
  expect(output.toString({ isEnded: false })).toBe("first\n");
  output.add(`${secret.slice(12)}\n`);
  expect(output.toString({ isEnded: false })).toBe("first\n«secret»\n");
});

it("shows the output that follows a very long credential", async () => {
  const shown = await kept([`?secret=${"lamp".repeat(20_000)}`, "lamplamp", "lamp\nsecond\n"]);
  expect(shown).toBe("… earlier output omitted …\nsecond\n");
});

it("hides the values of the panel's secret variables, which the instance's log may be linked to", async () => {
  const env = parseEnv({ AUDIT_KEY: "k".repeat(40), METRICS_TOKEN: "m".repeat(40), HOST: "harbor.example" });
  const config = { settings: () => Promise.reject(new Error("There is no file.")) };
  const reach = reachOf(env, new PanelSettings(env));
  const output = await createReload({ config, env: { ...env, ...reach } }).output("");
  output.add(`${"k".repeat(40)} ${"m".repeat(40)} harbor.example\n`);
  expect(output.toString({ isEnded: true })).toBe("«secret» «secret» harbor.example\n");
});
