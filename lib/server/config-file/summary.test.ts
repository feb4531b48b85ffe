import { expect, it } from "vitest";
import { ConfigStore } from "@/components/settings/store/config-store";
import { sampleDocument } from "@/testing/sample-document";
import { summaryOf, withRules } from "./describe";

const captcha = "login.requireCaptcha";
const document = sampleDocument({ general: { instanceName: "Harbor" }, login: { requireCaptcha: true } }, [
  captcha,
]);
const broken = { ...document, problems: [], file: { ...document.file, state: "broken" as const } };

it("the summary of a valid file lists the same problems as the settings store", () => {
  const { problems } = new ConfigStore(withRules(document)).document();
  expect(problems.map(({ path }) => path)).toContain(captcha);
  expect(summaryOf(document).problems).toEqual(problems.map(({ path, severity }) => ({ path, severity })));
  expect(summaryOf(broken).problems).toEqual([]);
});

it("the summary contains no values of settings", () => {
  expect(JSON.stringify(document)).toContain("Harbor");
  expect(JSON.stringify(summaryOf(document))).not.toContain("Harbor");
});
