import { describe as suite, expect, test } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { longFrom } from "@/lib/shared/settings/long-lists";
import { getAt } from "@/lib/shared/settings/paths";
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
  const save = async (value: unknown) =>
    saveOperations(config, {
      baseEtag: (await readAndRecord(config)).etag,
      author: byOperator("ada"),
      operations: [{ op: "set", path, value }],
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
    await save(domains(300));
    write(original);
    expect((await document()).problems.map(({ code }) => code)).toContain("undone");
    expect(JSON.stringify(withCountedLists(await document())).length).toBeLessThan(20_000);
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
