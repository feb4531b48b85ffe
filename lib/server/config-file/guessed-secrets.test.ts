import { expect, test } from "vitest";
import { testFile } from "@/testing/config-file/test-file";
import { readAndRecord } from "./file-snapshot";
import { previewImport } from "./import-export";
import { previewOperations } from "./preview";

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

test("the preview of an import does not show whether a guessed secret is right", async () => {
  const config = await opened();
  const current = await readAndRecord(config);
  const answers = ["right-0507", "wrong-0508"].map((guess) => {
    const { operations, changes, ...rest } = previewImport(config, current, JSON.stringify(stored(guess)));
    return { paths: operations.map(({ path }) => path), changes, ...rest };
  });
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.paths.toSorted()).toEqual([proxy, "email.smtp.password"]);
});

test("the preview of a save does not show whether a guessed secret is right", async () => {
  const config = await opened();
  const preview = (guess: string) =>
    previewOperations(
      config,
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
