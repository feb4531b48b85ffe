import { expect, test } from "vitest";
import { testFile } from "@/testing/config-file/test-file";
import { readAndRecord } from "./open-file";
import { previewImport } from "./import-export";
import { AppError } from "@/lib/errors";
import { byOperator } from "@/lib/shared/author";
import { previewOperations, saveOperations } from "./save-operations";
import { rawText, saveRaw } from "./raw-text";

const proxy = "cdn.imageProxyServerUrl";
const stored = (password: string) => ({
  email: { smtp: { password } },
  cdn: { imageProxyServerUrl: `http://imagor:${password}@127.0.0.1:8000` },
});

async function opened() {
  const { config, write } = await testFile();
  write(JSON.stringify({ ...stored("right-0507"), mine: { token: "right-0507" } }));
  return config;
}

test("the preview of an import does not reveal whether a guessed secret is correct", async () => {
  const config = await opened();
  const current = await readAndRecord(config);
  const answers = ["right-0507", "wrong-0508"].map(async (guess) => {
    const { operations, changes, ...rest } = await previewImport(
      config,
      current,
      JSON.stringify(stored(guess)),
    );
    return { paths: operations.map(({ path }) => path), changes, ...rest };
  });
  const [right, wrong] = await Promise.all(answers);
  expect(right).toEqual(wrong);
  expect(right?.paths.toSorted()).toEqual([proxy, "email.smtp.password"]);
});

test("the preview of a save does not reveal whether a guessed secret is correct", async () => {
  const config = await opened();
  const preview = async (guess: string) =>
    previewOperations(
      config,
      await readAndRecord(config),
      [
        { op: "set", path: "email.smtp.password", value: guess },
        { op: "set", path: proxy, value: `http://imagor:${guess}@127.0.0.1:8000` },
      ],
      [{ path: "mine", text: JSON.stringify({ token: guess }) }],
    );
  const right = await preview("right-0507");
  expect(right).toEqual(await preview("wrong-0508"));
  expect(JSON.stringify(right).split("«new secret»")).toHaveLength(4);
});

const lists = (token: string) => [{ id: "north", endpoint: "a.example.org:443", authToken: token }];
type Opened = Awaited<ReturnType<typeof opened>>;
type Request = Pick<Parameters<typeof saveOperations>[1], "baseEtag" | "author" | "onSecretChange">;

test.each<[string, (config: Opened, guess: string, request: Request) => Promise<unknown>]>([
  [
    "a secret setting",
    (config, value, request) =>
      saveOperations(config, {
        ...request,
        operations: [{ op: "set", path: "email.smtp.password", value }],
      }),
  ],
  [
    "the password in an address",
    (config, guess, request) =>
      saveOperations(config, {
        ...request,
        operations: [{ op: "set", path: proxy, value: `http://imagor:${guess}@127.0.0.1:8000` }],
      }),
  ],
  [
    "an unrecognized key",
    (config, guess, request) =>
      saveOperations(config, {
        ...request,
        operations: [],
        keys: [{ path: "mine", text: JSON.stringify({ token: guess }) }],
      }),
  ],
  [
    "an unrecognized key that is saved with settings",
    (config, guess, request) =>
      saveOperations(config, {
        ...request,
        operations: [],
        keys: [{ path: "mine", text: JSON.stringify({ token: guess }) }],
      }),
  ],
  [
    "the raw text",
    async (config, guess, request) => {
      const { text } = rawText(await readAndRecord(config));
      return saveRaw(config, { ...request, text: text.replace("«secret 1»", guess) });
    },
  ],
])("a save with a right or wrong guess for a hidden secret in %s is refused", async (_, send) => {
  const config = await opened();
  const { etag } = await readAndRecord(config);
  const onSecretChange = () => {
    throw new AppError("proof-required");
  };
  const request = { baseEtag: etag, author: byOperator("ada"), onSecretChange };
  for (const guess of ["right-0507", "wrong-0508"])
    await expect(send(config, guess, request), guess).rejects.toMatchObject({ code: "proof-required" });
  expect((await readAndRecord(config)).etag).toBe(etag);
});

test("a save with markers in place of the stored secrets needs no proof of identity", async () => {
  const { config, write } = await testFile();
  write(JSON.stringify({ ...stored("right-0507"), regions: { available: lists("right-0509") }, mine: 1 }));
  const base = async () => ({
    baseEtag: (await readAndRecord(config)).etag,
    author: byOperator("ada"),
    onSecretChange: () => {
      throw new AppError("proof-required");
    },
  });
  await saveRaw(config, { ...(await base()), text: rawText(await readAndRecord(config)).text });
  await saveRaw(config, {
    ...(await base()),
    text: rawText(await readAndRecord(config)).text.replace("1}", "2}"),
  });
  await saveOperations(config, {
    ...(await base()),
    operations: [],
    keys: [{ path: "mine", text: '{"count": 3}' }],
  });
  await saveOperations(config, {
    ...(await base()),
    operations: [{ op: "set", path: proxy, value: "http://imagor:•••@127.0.0.1:8000" }],
  });
});
