import { expect, it } from "vitest";
import { openedStore } from "@/testing/opened-store";
import { testFile } from "@/testing/config-file/test-file";
import { describe, summaryOf } from "./describe";
import { readAndRecord } from "./open-file";

async function documentOf(content: string) {
  const { config, write } = await testFile();
  write(content);
  return describe(config, await readAndRecord(config));
}

const captcha = '{"general": {"instanceName": "Harbor"}, "login": {"requireCaptcha": true}}';

it("the summary of a valid file lists the same problems as the settings store", async () => {
  const document = await documentOf(captcha);
  const { problems } = openedStore(document).document();
  expect(problems.map(({ path }) => path)).toContain("login.requireCaptcha");
  expect(summaryOf(document).problems).toEqual(problems.map(({ path, severity }) => ({ path, severity })));
});

it("the summary of a broken file lists no contradictions between settings", async () => {
  const { config, write } = await testFile();
  write(captcha);
  await readAndRecord(config);
  write(captcha.slice(1));
  const { problems } = summaryOf(await describe(config, await readAndRecord(config)));
  expect(problems.map(({ path }) => path)).not.toContain("login.requireCaptcha");
});

it("the summary contains no values of settings", async () => {
  const document = await documentOf(captcha);
  expect(JSON.stringify(document)).toContain("Harbor");
  expect(JSON.stringify(summaryOf(document))).not.toContain("Harbor");
});
