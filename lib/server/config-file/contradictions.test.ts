import { byOperator } from "@/lib/shared/author";
import { describe as suite, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { saveOperations } from "./save-operations";
import { readAndRecord } from "./open-file";
import { revert } from "./revert";
import { type TestFile, testFile } from "@/testing/config-file/test-file";
import { previewImport } from "./import-export";
import { saveRaw } from "./raw-text";
import { refuseContradictions } from "./contradictions";
import { Version } from "./version";

const set = (path: string, value: unknown) => ({ op: "set" as const, path, value });
const captchasOn = set("security.captcha.enabled", true);
const complete =
  '{"security": {"captcha": {"enabled": true, "service": "hcaptcha", "sitekey": "k", "secret": "s"}}}';
const incomplete = complete.replace(', "secret": "s"', "");

async function opened(text: string) {
  const file = await testFile();
  file.write(text);
  const etag = async () => (await readAndRecord(file.config)).etag;
  const patch = async (...operations: Parameters<typeof saveOperations>[1]["operations"]) =>
    saveOperations(file.config, { baseEtag: await etag(), author: byOperator("ada"), operations });
  return { ...file, etag, patch, firstEtag: await etag() };
}

async function refusal(file: TestFile, work: Promise<unknown>): Promise<AppError> {
  const before = file.read();
  const error = await work.then(
    () => Promise.reject(new Error("It was not refused.")),
    (thrown: unknown) => thrown,
  );
  expect(file.read()).toBe(before);
  if (!(error instanceof AppError)) throw error;
  return error;
}

suite("a save that leaves a contradiction", () => {
  test("is refused, and the error describes each contradiction", async () => {
    const file = await opened("{}");
    const error = await refusal(file, file.patch(captchasOn, set("api.defaultVersion", "3")));
    expect(error.code).toBe("invalid-settings");
    expect(error.problems).toEqual([
      {
        path: "api.defaultVersion",
        code: "default-version-inactive",
        message: expect.stringMatching(/Choose/),
      },
      {
        path: "security.captcha.enabled",
        code: "captcha-incomplete",
        message: expect.stringMatching(/Complete the/),
      },
    ]);
    expect(error.message).toMatch(/Complete the.* Nothing was saved\.$/);
    expect(error.message).not.toContain("undefined");
  });

  test("is allowed if the file already contains the contradiction", async () => {
    const file = await opened(incomplete.replace('"service": "hcaptcha", ', ""));
    await file.patch(set("general.instanceName", "Harbor"));
    await file.patch(set("security.captcha.service", "captchaService2"));
    expect((await refusal(file, file.patch(set("api.defaultVersion", "3")))).problems).toHaveLength(1);
  });

  test("is detected by checking the whole resulting file", async () => {
    const file = await opened(complete);
    const cleared = file.patch({ op: "unset", path: "security.captcha.secret" });
    expect((await refusal(file, cleared)).problems[0]?.code).toBe("captcha-incomplete");
    await file.patch(captchasOn);
    await file.patch(
      { op: "unset", path: "security.captcha.secret" },
      set("security.captcha.enabled", false),
    );
  });

  test("in the raw editor, is refused for errors and allowed for warnings", async () => {
    const file = await opened('{\n  "login": {}\n}');
    const save = async (text: string) =>
      saveRaw(file.config, { baseEtag: await file.etag(), author: byOperator("ada"), text });
    const error = await refusal(file, save('{\n  "api": {\n    "defaultVersion": "3"\n  }\n}'));
    expect(error.details.places).toMatchObject([
      { path: "api.defaultVersion", rule: "default-version-inactive", line: 3, column: 23 },
    ]);
    await save('{\n  "login": { "requireCaptcha": true }\n}');
  });

  test("is allowed if it fixes a broken file", async () => {
    const file = await opened(`${incomplete},`);
    await saveRaw(file.config, { baseEtag: await file.etag(), author: byOperator("ada"), text: incomplete });
    expect(file.read()).toBe(incomplete);
  });

  test("is reported in the preview of an import, with each contradiction", async () => {
    const file = await opened("{}");
    const current = await readAndRecord(file.config);
    const preview = await previewImport(file.config, current, incomplete);
    expect(preview.contradictions).toMatchObject([
      { path: "security.captcha.enabled", rule: "captcha-incomplete" },
    ]);
    expect(preview.operations.length).toBeGreaterThan(1);
    expect((await previewImport(file.config, current, complete)).contradictions).toEqual([]);
  });
});

suite("undoing and restoring", () => {
  test("undoing a save restores the previous version byte for byte", async () => {
    const file = await opened(incomplete);
    await file.patch(set("security.captcha.secret", "s"));
    await revert(file.config, {
      to: { save: file.firstEtag },
      baseEtag: await file.etag(),
      author: byOperator("ada"),
    });
    expect(file.read()).toBe(incomplete);
  });

  test("undo is refused after a newer save, or if the previous version is not stored", async () => {
    const file = await opened("{}");
    const { etag: ours } = await file.patch(set("general.instanceName", "Harbor"));
    await file.patch(set("general.instanceDescription", "Calm"));
    const late = revert(file.config, {
      to: { save: file.firstEtag },
      baseEtag: ours,
      author: byOperator("ada"),
    });
    expect((await refusal(file, late)).code).toBe("config-changed");
    const unknown = revert(file.config, {
      to: { save: "0".repeat(64) },
      baseEtag: await file.etag(),
      author: byOperator("ada"),
    });
    expect((await refusal(file, unknown)).code).toBe("not-found");
  });

  test("two saves can be undone one after the other, but not both at once", async () => {
    const file = await opened("{}");
    const first = await file.patch(set("general.instanceName", "Harbor"));
    const second = await file.patch(set("general.instanceDescription", "Calm"));
    const further = revert(file.config, {
      to: { save: file.firstEtag },
      baseEtag: second.etag,
      author: byOperator("ada"),
    });
    expect((await refusal(file, further)).code).toBe("conflict");
    await revert(file.config, { to: { save: first.etag }, baseEtag: second.etag, author: byOperator("ada") });
    await revert(file.config, {
      to: { save: file.firstEtag },
      baseEtag: first.etag,
      author: byOperator("ada"),
    });
    expect(file.read()).toBe("{}");
  });

  test("a version that has contradictions can be restored", async () => {
    const file = await opened(incomplete);
    await file.patch(set("security.captcha.enabled", false));
    const to = { baseEtag: await file.etag(), author: byOperator("ada") };
    await revert(file.config, { to: { version: 1 }, ...to, only: ["security.captcha.enabled"] });
    expect(file.read()).toBe(incomplete);
    await file.patch(set("security.captcha.enabled", false));
    await revert(file.config, { to: { version: 1 }, author: byOperator("ada"), baseEtag: await file.etag() });
    expect(file.read()).toBe(incomplete);
  });

  test("restoring one setting is refused if this creates a new contradiction", async () => {
    const file = await opened(complete);
    await file.patch(
      set("security.captcha.enabled", false),
      { op: "unset", path: "security.captcha.secret" },
      { op: "unset", path: "security.captcha.sitekey" },
    );
    const one = {
      baseEtag: await file.etag(),
      author: byOperator("ada"),
      only: ["security.captcha.enabled"],
    };
    expect((await refusal(file, revert(file.config, { to: { version: 1 }, ...one }))).problems[0]?.code).toBe(
      "captcha-incomplete",
    );
    const all = ["security.captcha.enabled", "security.captcha.secret", "security.captcha.sitekey"];
    await revert(file.config, { to: { version: 1 }, ...one, only: all });
  });

  test("restoring one overwritten value is refused if this creates a contradiction", async () => {
    // A version that no value is restored from excuses nothing.
    const file = await opened(incomplete);
    const old = '{"security": {"captcha": {"service": "hcaptcha", "sitekey": "k"}}}';
    file.write(old);
    await file.etag();
    await file.patch(captchasOn, set("security.captcha.secret", "s"));
    file.write(old);
    const again = { baseEtag: await file.etag(), author: byOperator("ada") };
    const half = revert(file.config, { to: { undone: true }, ...again, only: ["security.captcha.enabled"] });
    expect((await refusal(file, half)).problems[0]?.code).toBe("captcha-incomplete");
    await revert(file.config, { to: { undone: true }, ...again });
    expect(JSON.parse(file.read())).toMatchObject({ security: { captcha: { enabled: true, secret: "s" } } });
  });
});

suite("a contradiction", () => {
  const addresses = {
    general: { serverName: "chat.example" },
    gateway: { endpointPublic: "wss://gateway.example" },
    cdn: { endpointPublic: "https://cdn.example", endpointPrivate: "http://127.0.0.1:3001" },
  };
  const api = { endpointPublic: "https://api.example" };

  test("is refused even if the file has no warnings", async () => {
    const file = await opened(JSON.stringify({ ...addresses, api }));
    const error = await refusal(file, file.patch(set("api.defaultVersion", "3")));
    expect(error.problems).toMatchObject([{ code: "default-version-inactive" }]);
  });

  test("is placed at the first of its settings that the file has, and offers its fix", async () => {
    const file = await opened("{}");
    const text = '{\n "security": {"captcha":\n {"service": "hcaptcha", "enabled": true}}}';
    const current = await readAndRecord(file.config);
    const { contradictions } = await previewImport(file.config, current, text);
    expect(contradictions).toMatchObject([{ line: expect.any(Number), fix: { label: expect.any(String) } }]);
    const saved = saveRaw(file.config, {
      baseEtag: current.etag,
      author: byOperator("ada"),
      text: '{"api":\n {"activeVersions": ["6"]}}',
    });
    const { details } = await refusal(file, saved);
    expect(details.places).toMatchObject([{ path: "api.defaultVersion", line: 2, column: 21 }]);
  });

  test("does not block the restore of a value if either the file or the stored version contains it", () => {
    const version = (defaultRights: string, captcha: object = {}) => {
      const text = JSON.stringify({ rabbitmq: {}, register: { defaultRights }, security: { captcha } });
      const parsed = Version.parse(Buffer.from(text));
      if (!parsed.usable) throw new Error(text);
      return parsed;
    };
    const [tooMany, operator, both] = ["9223372036854775808", "1", "9223372036854775809"] as const;
    const restore =
      (before: Version, after: Version, ...sources: Version[]) =>
      () =>
        refuseContradictions(before, after, sources);
    expect(restore(version(tooMany), version(both), version(operator))).not.toThrow();
    expect(restore(version(tooMany), version(both), version("0"))).toThrow(/OPERATOR/);
    expect(restore(version("0"), version(both), version(operator))).toThrow(/too large/);
    const on = { enabled: true };
    expect(restore(version(operator), version(operator, on), version("0", on))).not.toThrow();
  });
});
