import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const eslint = new ESLint();

/** What the linter says about a file at `path` that imports `source`. */
async function verdict(path: string, source: string): Promise<string[]> {
  const text = `${path.startsWith("lib/") ? 'import "server-only";\n' : ""}export * from "${source}";\n`;
  const [result] = await eslint.lintText(text, { filePath: path });
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
}

// The rule once silently stopped matching imports of single files while all checks passed, so the rule itself is
// tested.
describe("the dependency rule", () => {
  it.each([
    ["components/ui/probe.ts", "@/lib/errors"],
    ["components/ui/probe.ts", "@/lib/shared/settings/registry"],
    ["components/settings/probe.ts", "@/lib/env"],
    ["components/settings/probe.ts", "@/lib/server/config-file"],
    ["lib/server/instance/probe.ts", "../operators"],
    ["lib/server/operators/probe.ts", "@/lib/server/instance"],
    ["lib/server/config-file/probe.ts", "@/lib/server/instance"],
    ["lib/server/db/probe.ts", "@/lib/server/config-file"],
    ["lib/server/audit/probe.ts", "@/lib/server/operators"],
    ["lib/shared/settings/probe.ts", "@/lib/server/db"],
    ["lib/server/panel-api/probe.ts", "@/app/layout"],
    ["lib/server/door/probe.ts", "@/lib/server/instance"],
    ["lib/server/door/probe.ts", "@/lib/server/instance-api"],
    ["lib/server/config-file/probe.ts", "@/lib/server/door"],
  ])("forbids %s to import %s", async (path, source) => {
    expect(await verdict(path, source)).toContain("boundaries/dependencies");
  });

  it.each([
    ["components/settings/probe.ts", "@/lib/shared/settings/editions"],
    ["lib/server/instance/probe.ts", "@/lib/server/config-file"],
    ["lib/server/instance/probe.ts", "@/lib/server/audit"],
    ["lib/server/panel-api/probe.ts", "@/lib/server/operators"],
    ["app/probe.ts", "@/lib/server/panel-api"],
    ["lib/server/operators/probe.ts", "@/lib/server/door"],
  ])("lets %s import %s", async (path, source) => {
    expect(await verdict(path, source)).toEqual([]);
  });
});
