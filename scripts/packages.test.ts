import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Locked {
  version?: string;
  integrity?: string;
  /** Whether the entry is a link to a folder of the project. */
  link?: boolean;
  /** Whether the package is part of another package's archive. */
  inBundle?: boolean;
}

it("the lock file has a checksum for every package, for all platforms", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Locked>;
  };
  const unchecked = Object.entries(packages).filter(
    ([path, { integrity, link, inBundle }]) => path !== "" && !link && !inBundle && !integrity,
  );
  expect(unchecked.map(([path, { version }]) => `${path} ${version}`)).toEqual([]);
  expect(Object.keys(packages).length).toBeGreaterThan(100);
});

it("the lock file contains only packages from the npm registry", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { resolved?: string; link?: boolean }>;
  };
  const elsewhere = Object.values(packages).flatMap(({ resolved, link }) =>
    resolved === undefined || link || resolved.startsWith("https://registry.npmjs.org/") ? [] : [resolved],
  );
  expect(elsewhere).toEqual([]);
});

it("next.config.mjs turns off Next's telemetry", () => {
  const program = `
    await import("./next.config.mjs");
    const { Telemetry } = (await import("next/dist/telemetry/storage.js")).default;
    console.log(new Telemetry({ distDir: ".next" }).isEnabled);
  `;
  const { NEXT_TELEMETRY_DISABLED: _, ...env } = process.env;
  const options = { env, encoding: "utf8" } as const;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], options);
  expect(stdout).toBe("false\n");
});
