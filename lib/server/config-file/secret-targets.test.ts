import { expect, test, vi } from "vitest";
import { testFile } from "@/testing/config-file/test-file";
import { byOperator } from "@/lib/shared/author";
import { describeVersion, listVersions } from "./history";
import { readAndRecord } from "./open-file";
import { saveOperations } from "./save-operations";
import { rawText, saveRaw } from "./raw-text";

const smtp = {
  host: "mail.example.org",
  port: 587,
  secure: false,
  username: "harbor",
  password: "stored-0501",
};
const peers = [{ name: "north", url: "https://north.example.org", token: "stored-0502" }];
const general = { instanceName: "Harbor" };

/** Edits and saves a file with stored secrets. Returns whether the panel asks for proof of identity. */
async function asks(
  operations: readonly { path: string; value: unknown }[],
  content: Record<string, unknown> = { general, email: { smtp }, mine: { peers } },
) {
  const { config, write } = await testFile();
  write(JSON.stringify(content));
  const onSecretChange = vi.fn();
  await saveOperations(config, {
    baseEtag: (await readAndRecord(config)).etag,
    author: byOperator("ada"),
    operations: operations.map((one) => ({ op: "set" as const, ...one })),
    onSecretChange,
  });
  return onSecretChange.mock.calls.length > 0;
}

test.each([
  ["the host of a stored password", "email.smtp.host", "mail.thief.example"],
  ["the port of the server that receives a stored password", "email.smtp.port", 2525],
  ["the use of TLS for a stored password", "email.smtp.secure", true],
])("a save asks for proof of identity before %s changes", async (_, path, value) => {
  expect(await asks([{ path, value }])).toBe(true);
});

const raw = { storage: { secretKey: "stored-0503" }, mailer: { password: "stored-0504" } };
const nested = { credentials: { secretKey: "stored-0505" }, endpoint: "https://s3.example.org" };
const signing = { requestSignature: "stored-0506" };

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["storage.baseURL", { ...raw }, { ...raw, storage: { ...raw.storage, baseURL: null } }],
  ["mailer.HOST", { ...raw }, { ...raw, mailer: { ...raw.mailer, HOST: 2130706433 } }],
  ["mailer.SMTPPort", { ...raw }, { ...raw, mailer: { ...raw.mailer, SMTPPort: 2525 } }],
  ["mailer.smtpPort", { ...raw }, { ...raw, mailer: { ...raw.mailer, smtpPort: 2525 } }],
  ["mailer.requireTLS", { ...raw }, { ...raw, mailer: { ...raw.mailer, requireTLS: false } }],
  ["storage.HTTPProxy", { ...raw }, { ...raw, storage: { ...raw.storage, HTTPProxy: null } }],
  [
    "an address above the secret",
    { mine: nested },
    { mine: { ...nested, endpoint: "https://thief.example" } },
  ],
  [
    "the CDN's private address, to which the request signature is sent",
    { security: signing, cdn: { endpointPrivate: "http://127.0.0.1:3001" } },
    { security: signing, cdn: { endpointPrivate: "https://thief.example" } },
  ],
  [
    "the trusted proxies",
    { security: { forwardedFor: "X-Real-IP" } },
    { security: { forwardedFor: "X-Real-IP", trustedProxies: "10.0.0.1" } },
  ],
  ["the client address header", { security: {} }, { security: { forwardedFor: "X-Real-IP" } }],
])("a save asks for proof of identity before the raw text changes %s", async (_, before, after) => {
  const { config, write } = await testFile();
  write(JSON.stringify(before));
  const onSecretChange = vi.fn();
  const { etag } = rawText(await readAndRecord(config));
  let count = 0;
  await saveRaw(config, {
    baseEtag: etag,
    author: byOperator("ada"),
    text: JSON.stringify(after).replace(/"stored-\d+"/g, () => `"«secret ${++count}»"`),
    onSecretChange,
  });
  expect(onSecretChange).toHaveBeenCalled();
});

test("adding a mail server requires proof of identity if a mail password is stored", async () => {
  const { host: _, ...rest } = smtp;
  const change = [{ path: "email.smtp.host", value: "mail.thief.example" }];
  expect(await asks(change, { email: { smtp: rest } })).toBe(true);
  const { password: __, ...open } = smtp;
  expect(await asks(change, { email: { smtp: open } })).toBe(false);
});

test("changing a text of an unrecognized key requires proof of identity", async () => {
  const { config, write } = await testFile();
  write(JSON.stringify({ mine: { peers } }));
  const onSecretChange = vi.fn();
  const moved = JSON.stringify({ peers: [{ ...peers[0], url: "https://thief.example" }] });
  const { etag } = await readAndRecord(config);
  await saveOperations(config, {
    baseEtag: etag,
    author: byOperator("ada"),
    operations: [],
    keys: [{ path: "mine", text: moved }],
    onSecretChange,
  });
  expect(onSecretChange).toHaveBeenCalledOnce();
});

test("saving the username, the sender or an unrelated setting needs no proof of identity", async () => {
  expect(await asks([{ path: "email.smtp.username", value: "lantern" }])).toBe(false);
  expect(await asks([{ path: "email.senderAddress", value: "harbor@example.org" }])).toBe(false);
  expect(await asks([{ path: "general.instanceName", value: "Lagoon" }])).toBe(false);
});

test.each([
  ["replaced", [{ op: "set", path: "security.jwtSecret", value: "b".repeat(64) }]],
  ["cleared", [{ op: "unset", path: "security.jwtSecret" }]],
] as const)("a save reports what stops working if the token signing key is %s", async (_, operations) => {
  const { config, write } = await testFile();
  write(JSON.stringify({ security: { jwtSecret: "a".repeat(64) } }));
  const onSecretChange = vi.fn();
  await saveOperations(config, {
    baseEtag: (await readAndRecord(config)).etag,
    author: byOperator("ada"),
    operations: [...operations],
    onSecretChange,
  });
  expect(onSecretChange).toHaveBeenCalledWith([
    {
      path: "security.jwtSecret",
      message: "Token signing key: Signs everybody out, and every bot needs a new token.",
    },
  ]);
});

test("a repair of a broken file reports what stops working since the last readable version", async () => {
  const { config, write } = await testFile();
  const withKey = (letter: string) => JSON.stringify({ security: { jwtSecret: letter.repeat(64) } });
  write(withKey("a"));
  await readAndRecord(config);
  const { id } = (await listVersions(config)).revisions[0]!;
  write(withKey("b"));
  await readAndRecord(config);
  write("{ broken");
  const { etag } = await readAndRecord(config);
  expect((await describeVersion(config, id)).restores).toMatchObject([
    { path: "security.jwtSecret", secret: "replaced" },
  ]);
  const onSecretChange = vi.fn();
  await saveRaw(config, { baseEtag: etag, author: byOperator("ada"), text: withKey("a"), onSecretChange });
  expect(onSecretChange).toHaveBeenCalledWith([expect.objectContaining({ path: "security.jwtSecret" })]);
});

test("a save that sets a key for the first time reports no consequences", async () => {
  const { config, write } = await testFile();
  write("{}");
  const onSecretChange = vi.fn();
  await saveOperations(config, {
    baseEtag: (await readAndRecord(config)).etag,
    author: byOperator("ada"),
    operations: [{ op: "set", path: "security.jwtSecret", value: "a".repeat(64) }],
    onSecretChange,
  });
  expect(onSecretChange).toHaveBeenCalledWith([]);
});

test("removing null at a protected setting needs no proof of identity", async () => {
  const { config, write } = await testFile();
  write('{"security": {"trustedProxies": null}}');
  const onSecretChange = vi.fn();
  const { etag } = await readAndRecord(config);
  await saveRaw(config, { baseEtag: etag, author: byOperator("ada"), text: "{}", onSecretChange });
  expect(onSecretChange).not.toHaveBeenCalled();
});
