import { afterEach, describe as suite, expect, test, vi } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { longFrom } from "@/lib/shared/settings/long-lists";
import { getAt } from "@/lib/shared/settings/paths";
import { specified } from "@/lib/shared/settings/registry";
import { testFile } from "@/testing/config-file/test-file";
import { describe } from "./describe";
import { withCountedLists } from "./long-lists";
import { readAndRecord } from "./open-file";
import { saveOperations } from "./save-operations";
import { listVersions } from "./history";

const path = "register.email.domains";
const domains = (count: number): string[] => Array.from({ length: count }, (_, nth) => `mail${nth}.example`);

async function withDomains(list: readonly string[]) {
  const { config, write, read } = await testFile();
  write(JSON.stringify({ register: { email: { domains: list } } }, null, 2));
  const document = async () => await describe(config, await readAndRecord(config));
  const save = async (value: unknown, at = path) =>
    saveOperations(config, {
      baseEtag: (await readAndRecord(config)).etag,
      author: byOperator("ada"),
      operations: [{ op: "set", path: at, value }],
    });
  return { config, document, save, read, write };
}

suite("a page's document", () => {
  test.each([
    [longFrom - 1, domains(longFrom - 1)],
    [longFrom, { counted: longFrom, digest: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  ])(
    "with %i entries in a list contains the entries only if there are fewer than 200",
    async (count, shown) => {
      const { document } = await withDomains(domains(count));
      const whole = await document();
      expect(getAt(withCountedLists(whole).values, path)).toEqual(shown);
      expect(getAt(whole.values, path)).toEqual(domains(count));
    },
  );

  test("changes its digest if an entry changes", async () => {
    const { document, save } = await withDomains(domains(300));
    const before = getAt(withCountedLists(await document()).values, path);
    await save([...domains(299), "other.example"]);
    expect(getAt(withCountedLists(await document()).values, path)).not.toEqual(before);
  });

  test("has no fix that contains a long list", async () => {
    const { document, save, read, write } = await withDomains([]);
    const original = read();
    const fixOf = async (count: number) => {
      await save(domains(count));
      write(original);
      const { problems } = withCountedLists(await document());
      return problems.find(({ code }) => code === "undone")?.fix;
    };
    expect(await fixOf(longFrom - 1)).toMatchObject({ operations: [{ op: "set", path }] });
    expect(await fixOf(longFrom)).toBeUndefined();
  });
});

test("a list of 100,000 entries can be saved, and the history names the first changes", async () => {
  const { config, save, document } = await withDomains(domains(100_000));
  await save([...domains(100_000).slice(3), ...Array.from({ length: 120 }, (_, nth) => `new${nth}.example`)]);
  const page = withCountedLists(await document());
  expect(getAt(page.values, path)).toMatchObject({ counted: 100_117 });
  expect(JSON.stringify(page).length).toBeLessThan(20_000);
  const [revision] = (await listVersions(config, { limit: 1 })).revisions;
  expect(revision?.changes).toMatchObject([
    { path, before: { counted: 100_000 }, after: { counted: 100_117 } },
  ]);
  const list = revision?.changes?.[0]?.list;
  expect(list?.counts).toEqual({ added: 120, removed: 3, moved: 0 });
  expect(list?.removed).toEqual(["mail0.example", "mail1.example", "mail2.example"]);
  expect(list?.added).toHaveLength(50);
});

suite("a long list", () => {
  const field = specified.fieldAt(path)!;
  afterEach(() => vi.restoreAllMocks());
  /** Counts the checks of the list, and how often a text that contains it is parsed. */
  function counting() {
    const [check, parse] = [vi.spyOn(field, "schema"), vi.spyOn(JSON, "parse")];
    return () => {
      const parsed = parse.mock.calls.filter(([text]) => text.length > 1_000);
      const counts = { checked: check.mock.calls.length, parsed: parsed.length };
      vi.clearAllMocks();
      return counts;
    };
  }

  test("is neither checked nor decoded again if another setting is saved or edited from outside", async () => {
    const { save, document, read, write } = await withDomains(domains(300));
    const before = await document();
    const counts = counting();
    await save(300, "limits.user.maxBio");
    // Once to make sure that the instance can parse the text.
    expect(counts()).toEqual({ checked: 0, parsed: 1 });
    const after = await document();
    expect(getAt(after.values, path)).toBe(getAt(before.values, path));
    write(read().replace("300", "301"));
    expect(getAt((await document()).values, path)).toBe(getAt(before.values, path));
    expect(counts()).toEqual({ checked: 0, parsed: 1 });
  });

  test("is checked and decoded once if it is saved", async () => {
    const { save, document } = await withDomains(domains(300));
    await document();
    const counts = counting();
    await save(domains(310));
    await document();
    expect(counts()).toEqual({ checked: 1, parsed: 2 });
  });
});

test("a page's document has the entries of a list that rules read, and no fix with a long list", async () => {
  const activeVersions = Array.from({ length: longFrom }, () => "9");
  const { config, write } = await testFile();
  write(JSON.stringify({ api: { activeVersions } }));
  const whole = await describe(config, await readAndRecord(config));
  const operations = [
    { op: "set" as const, path, value: domains(longFrom) },
    { op: "unset" as const, path: "general.image" },
  ];
  const problem = { severity: "warning" as const, message: "Odd.", fix: { label: "Fix", operations } };
  const page = withCountedLists({ ...whole, problems: [problem] });
  expect(getAt(page.values, "api.activeVersions")).toEqual(activeVersions);
  expect(page.problems).toEqual([{ severity: "warning", message: "Odd." }]);
});
