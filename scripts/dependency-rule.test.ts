import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const eslint = new ESLint();

/** What the linter says about a file at `path` that imports `source`. */
async function verdict(path: string, source: string): Promise<string[]> {
  const text = `${path.startsWith("lib/") ? 'import "server-only";\n' : ""}export * from "${source}";\n`;
  const [result] = await eslint.lintText(text, { filePath: path });
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
}

// The rule once stopped seeing single files, and every check stayed green; so the rule itself is checked.
describe("the dependency rule", () => {
  it.each([
    ["components/ui/probe.ts", "@/lib/errors"],
    ["components/ui/probe.ts", "@/lib/config/registry"],
    ["components/settings/probe.ts", "@/lib/env"],
    ["components/settings/probe.ts", "@/lib/config-file"],
    ["lib/instance/probe.ts", "../operators"],
    ["lib/operators/probe.ts", "@/lib/instance"],
    ["lib/config-file/probe.ts", "@/lib/instance"],
    ["lib/db/probe.ts", "@/lib/config-file"],
    ["lib/config/probe.ts", "@/lib/db"],
    ["lib/panel/probe.ts", "@/app/layout"],
  ])("forbids %s to import %s", async (path, source) => {
    expect(await verdict(path, source)).toContain("boundaries/dependencies");
  });

  it.each([
    ["components/settings/probe.ts", "@/lib/config/registry"],
    ["lib/instance/probe.ts", "@/lib/config-file"],
    ["lib/panel/probe.ts", "@/lib/operators"],
    ["app/probe.ts", "@/lib/panel"],
  ])("lets %s import %s", async (path, source) => {
    expect(await verdict(path, source)).toEqual([]);
  });
});
