import { byOperator } from "@/lib/shared/author";
import { readFileSync } from "node:fs";
import { describe as suite, expect, test } from "vitest";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { isModifiedIn } from "@/lib/shared/settings/modified";
import { evaluateRules } from "@/lib/shared/settings/rules";
import { setAt } from "@/lib/shared/settings/paths";
import { createSearch } from "@/lib/shared/settings/search";
import { testFile } from "@/testing/config-file/test-file";
import { saveOperations } from "./save-operations";
import { describe, schemaIn } from "./describe";
import { revert } from "./revert";
import { undoneValues } from "./undone";
import { readAndRecord } from "./open-file";

/**
 * A file that the public open-source server wrote at startup, after its operator had set a few keys. Private
 * texts in the file were replaced.
 */
const sample = readFileSync("e2e/fixtures/branded-full.json", "utf8");

/** The server's defaults, by path, for the settings that the sample's operator had changed. */
const choices: Readonly<Record<string, unknown>> = {
  "general.instanceName": "Spacebar Instance",
  "general.instanceDescription": "This is a Spacebar instance made in the pre-release days",
  "general.serverName": null,
  "api.endpointPublic": null,
  "gateway.endpointPublic": null,
  "cdn.endpointPublic": null,
  "cdn.endpointPrivate": null,
  "register.guestsRequireInvite": true,
  "register.requireCaptcha": true,
  "register.dateOfBirth.required": true,
  "register.blockAbuseIpDbAboveScore": 75,
  "limits.absoluteRate.register.enabled": true,
};

async function opened(text: string) {
  const file = await testFile();
  file.write(text);
  const snapshot = () => readAndRecord(file.config).then((current) => describe(file.config, current));
  const save = async (...operations: Operation[]) => {
    await saveOperations(file.config, {
      baseEtag: (await snapshot()).etag,
      author: byOperator("ada"),
      operations,
    });
    return snapshot();
  };
  return { ...file, snapshot, save };
}

const modifiedIn = (document: Awaited<ReturnType<typeof describe>>): string[] =>
  editionOf(document.naming)
    .registry.fields.filter((field) => isModifiedIn(document, field))
    .map(({ path }) => path);

suite("a file of the public server", () => {
  test("has no unrecognized keys, and only the operator's changes count as modified", async () => {
    const { snapshot } = await opened(sample);
    const document = await snapshot();
    expect(document.naming).toBe("branded");
    expect(document.unknown).toEqual([]);
    expect(modifiedIn(document).sort()).toEqual(Object.keys(choices).sort());
  });

  test("has no modified settings if the operator changed nothing", async () => {
    const untouched = JSON.parse(sample) as Record<string, unknown>;
    for (const [path, value] of Object.entries(choices)) setAt(untouched, path, value);
    const { snapshot } = await opened(JSON.stringify(untouched));
    expect(modifiedIn(await snapshot())).toEqual([]);
  });

  test("uses the server's spellings, and the server's defaults for removed keys", async () => {
    const { save, read } = await opened(sample);
    const set = await save({ op: "set", path: "email.emailApi1.username", value: " api " });
    expect(read()).toBe(
      sample.replace('"username": null,\n            "apiKey"', '"username": "api",\n            "apiKey"'),
    );
    expect(set.spelling["email.emailApi1.username"]).toBe("email.mailgun.username");
    expect(modifiedIn(set)).toContain("email.emailApi1.username");
    const gone = await save({ op: "unset", path: "limits.channel.maxName" });
    expect((gone.values as { limits: { channel: unknown } }).limits.channel).toMatchObject({ maxName: 32 });
  });

  test("has no overwritten values if the server adds a default", async () => {
    const { save, snapshot, write, read, config } = await opened(sample);
    await save({ op: "set", path: "general.instanceName", value: "Harbor" });
    await save({ op: "unset", path: "general.instanceName" });
    write(read().replace('"general": {', '"general": {\n        "instanceName": "Spacebar Instance",'));
    expect(modifiedIn(await snapshot())).not.toContain("general.instanceName");
    expect(await undoneValues(config)).toEqual([]);
  });

  test.each([
    ["a list with a new value", ["9"], ["9", "7", "8", "9"], ["9", "9", "9", "9"]],
    ["a list with its previous value", ["6"], ["6", "7", "8", "9"], ["6", "6", "6", "6"]],
  ])("offers a lasting fix if the server adds items to %s", async (_, list, filled, lasting) => {
    const { save, write, read, config, snapshot } = await opened('{"rabbitmq": {}, "api": {}}');
    const path = "api.activeVersions";
    await save({ op: "set", path, value: list });
    const fill = () => {
      const document = JSON.parse(read()) as { api: { activeVersions: string[] } };
      const own = ["6", "7", "8", "9"];
      const { activeVersions } = document.api;
      document.api.activeVersions = [...activeVersions, ...own.slice(activeVersions.length)];
      write(JSON.stringify(document));
    };
    fill();
    const { problems, etag } = await snapshot();
    expect(await undoneValues(config)).toEqual([
      expect.objectContaining({ path, saved: list, now: filled, filledUp: { lasting } }),
    ]);
    expect(problems).toContainEqual(
      expect.objectContaining({
        path,
        fix: expect.objectContaining({ operations: [{ op: "set", path, value: lasting }] }) as unknown,
      }),
    );
    await revert(config, { to: { undone: true }, baseEtag: etag, author: byOperator("ada") });
    fill();
    expect(JSON.parse(read())).toMatchObject({ api: { activeVersions: lasting } });
    await snapshot();
    expect(await undoneValues(config)).toEqual([]);
  });

  test("offers no fix if the server adds items to an empty list", async () => {
    const { save, write, read, config, snapshot } = await opened('{"rabbitmq": {}, "user": {}}');
    await save({ op: "set", path: "user.blockedEquals", value: [] });
    write(read().replace("[]", '["everyone", "here"]'));
    const { etag } = await snapshot();
    expect(await undoneValues(config)).toMatchObject([{ filledUp: { lasting: null } }]);
    await expect(
      revert(config, { to: { undone: true }, baseEtag: etag, author: byOperator("ada") }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("is sent to the browser without the secrets that only this edition has", async () => {
    const { save } = await opened(sample);
    const path = "external.twitter";
    const document = await save({ op: "set", path, value: "sea-salt-0451" });
    expect(document.secrets[path]).toBe("set");
    expect(JSON.stringify(document)).not.toContain("sea-salt");
  });

  test("cannot be saved with rights that would make every registration fail", async () => {
    const { save } = await opened(sample);
    const operation: Operation = { op: "set", path: "register.defaultRights", value: String(2n ** 63n) };
    await expect(save(operation)).rejects.toThrow(/not valid/);
  });

  test("can contain an API address with a path, but this causes a warning", async () => {
    const { save } = await opened(sample);
    const value = "https://chat.example.org/api/v9";
    const document = await save({ op: "set", path: "api.endpointPublic", value });
    expect(evaluateRules(document)).toContainEqual(
      expect.objectContaining({
        rule: "api-address-with-path",
        severity: "warning",
        message: expect.stringContaining(
          "announces https://chat.example.org/api/v9/api/ to clients",
        ) as unknown,
      }),
    );
  });

  test("cannot be saved without values that the server needs at startup", async () => {
    const { save } = await opened(sample);
    const path = "gateway.endpointPublic";
    await save({ op: "set", path, value: "wss://gateway.example.org" });
    await expect(save({ op: "unset", path })).rejects.toThrow(/the instance exits at startup without it/);
  });

  test("cannot be saved with an invalid list item; the error lists the allowed values", async () => {
    const { save } = await opened(sample);
    const operation: Operation = { op: "set", path: "register.blockAsnTypes", value: ["vpn"] };
    await expect(save(operation)).rejects.toMatchObject({
      problems: [
        expect.objectContaining({
          message: "Item 1: Use one of: business, education, government, hosting, isp.",
        }),
      ],
    });
  });

  test("has a schema and a search index with all its settings", () => {
    const edition = editionOf("branded");
    const schema = JSON.stringify(schemaIn(edition));
    for (const { label } of edition.registry.fields)
      expect(schema).toContain(JSON.stringify(label).slice(1, -1));
    const search = createSearch({ registry: edition.registry });
    for (const path of ["integrations.gifs.klipy.enabled", "user.blockedEquals", "email.smtp.starttls"]) {
      expect(search(path)[0]).toMatchObject({ kind: "setting", field: { path } });
    }
  });
});

suite("a neutral file", () => {
  test("does not have the settings that only the public server has", async () => {
    const text = '{"broker": {}, "email": {"smtp": {"starttls": true}}, "user": {"botsCanUseInvites": true}}';
    const { snapshot, save } = await opened(text);
    const document = await snapshot();
    expect(document.unknown).toEqual(["email.smtp.starttls", "user"]);
    const operation: Operation = { op: "set", path: "email.smtp.starttls", value: false };
    await expect(save(operation)).rejects.toMatchObject({
      problems: [expect.objectContaining({ code: "UNKNOWN_SETTING" })],
    });
    expect(JSON.stringify(schemaIn(editionOf("neutral")))).not.toContain('starttls"');
    expect(createSearch()("klipy")).toEqual([]);
  });
});
