import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Banned, bannedEverywhere } from "@/testing/banned-words";
import { branchCommits } from "@/testing/branch-commits";
import { sourceComments, type SourceText, testTitles } from "@/testing/source-texts";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
}).split("\n");
/** These files contain the banned words themselves. */
const quotes = new Set(["testing/banned-words.ts", "scripts/words.test.ts", "scripts/prose.test.ts"]);
const sources = tracked.filter((name) => /\.(tsx?|mjs)$/.test(name) && !quotes.has(name));
const tests = sources.filter((name) => /\.(test|spec)\.tsx?$/.test(name));
/**
 * The documents to check. Words in quotes or in italics are not checked, because documents such as
 * CONTRIBUTING.md quote banned words.
 */
const documents = tracked.filter((name) => name.endsWith(".md") && !name.startsWith("e2e/"));

function faults(name: string, texts: readonly SourceText[], banned: readonly Banned[] = bannedEverywhere) {
  return texts.flatMap(({ line, text }) =>
    banned.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(text)?.[0];
      return found === undefined ? [] : [`${name}:${line} “${found}”: ${instead}`];
    }),
  );
}

/** Returns the lines of a document, without code, names and quoted words. */
function documentLines(markdown: string): SourceText[] {
  const prose = markdown
    .replace(/^```[^]*?^```/gm, (code) => code.replace(/[^\n]/g, ""))
    .replace(/`[^`\n]*`|“[^”]*”|"[^"\n]*"|(?<!\w)_[^_\n]+_/g, "…");
  return prose.split("\n").map((text, index) => ({ line: index + 1, text }));
}

const read = (name: string) => readFileSync(name, "utf8");

it("comments contain no banned words", () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.flatMap((name) => faults(name, sourceComments(name, read(name))))).toEqual([]);
});

it("test titles contain no banned words", () => {
  expect(tests.length).toBeGreaterThan(200);
  expect(tests.flatMap((name) => faults(name, testTitles(name, read(name))))).toEqual([]);
});

it("documents contain no banned words", () => {
  expect(documents).toContain("README.md");
  expect(documents.flatMap((name) => faults(name, documentLines(read(name))))).toEqual([]);
});

it("the branch's commit subjects are short and contain no banned words", () => {
  const commits = branchCommits(".");
  const texts = commits.map(({ subject }, index) => ({ line: index + 1, text: subject }));
  expect(faults("commit", texts)).toEqual([]);
  expect(commits.filter(({ subject, isMerge }) => isMerge || subject.length > 72)).toEqual([]);
});

describe("the checks", () => {
  it.each([
    ["a line comment", "// Tells nobody.\nlet a;"],
    ["a comment over two lines", "/**\n * The column is\n * beside it. */\nlet a;"],
    ["a comment behind code", "let a; // Heard by the other process."],
    ["consecutive line comments", "// The caller takes\n// it back.\nlet a;"],
    ["an empty block", "try { f(); } catch {\n  // Told already.\n}"],
    ["a line before a closing bracket", "f([\n  a,\n  // b is told later.\n]);"],
    ["an element", "const a = <p>{/* Told already. */}</p>;"],
    ["a template's value", "const a = `//${b /* told */}//`;"],
    ["the last line", "let a;\n// Told already."],
  ])("find a banned word in %s", (_, source) => {
    expect(faults("probe.tsx", sourceComments("probe.tsx", source))).toHaveLength(1);
  });

  it("find a banned word in the title of a test, a test table and a step", () => {
    const source = 'it("tells", f); it.each([1])("is told %i", f); test.step(`${a} is heard`, f);';
    expect(faults("probe.test.ts", testTitles("probe.test.ts", source))).toHaveLength(3);
  });

  it("do not mistake strings, templates, regular expressions or JSX text for comments", () => {
    const source = 'f("// told", `// told ${a} // told`, /[/*] told/); <p>// told</p>;';
    expect(sourceComments("probe.tsx", source)).toEqual([]);
  });

  it("ignore banned words in names and quotations", () => {
    expect(faults("probe.ts", sourceComments("probe.ts", "// The state `told`.\nlet a;"))).toEqual([]);
    expect(faults("a.md", documentLines("Not _tell_, “heard” or `told`.\n```\nmend\n```"))).toEqual([]);
  });
});

describe("the list of a branch's commits", () => {
  const folder = mkdtempSync(join(tmpdir(), "commits-"));
  let own: string;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { stdio: "pipe" });
  const commit = (subject: string) => git("-C", own, "commit", "-q", "--allow-empty", "-m", subject);
  const subjects = (path: string) => branchCommits(path).map(({ subject }) => subject);
  beforeEach(() => {
    own = mkdtempSync(join(folder, "own-"));
    git("init", "-q", "-b", "main", own);
    commit("Add the first page");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is empty outside a repository", () => {
    expect(subjects(own)).toEqual([]);
    expect(subjects(folder)).toEqual([]);
  });

  it("contains the commits since origin/main, with merges marked", () => {
    git("-C", own, "update-ref", "refs/remotes/origin/main", "HEAD");
    commit("Add a second page");
    git("-C", own, "switch", "-q", "-c", "side", "HEAD~1");
    commit("Add a third page");
    git("-C", own, "merge", "-q", "--no-ff", "-m", "Merge the pages", "main");
    expect(branchCommits(own)[0]).toEqual({ subject: "Merge the pages", isMerge: true });
    expect(subjects(own).toSorted()).toEqual(["Add a second page", "Add a third page", "Merge the pages"]);
  });

  it("starts after the last tag if HEAD is on origin/main", () => {
    git("-C", own, "tag", "v1");
    commit("Add a fourth page");
    git("-C", own, "update-ref", "refs/remotes/origin/main", "HEAD");
    expect(subjects(own)).toEqual(["Add a fourth page"]);
    const shallow = join(folder, "shallow");
    git("clone", "-q", "--depth", "1", `file://${own}`, shallow);
    expect(subjects(shallow)).toEqual([]);
  });
});
