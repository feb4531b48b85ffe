import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.unknown().optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
      volumes: z.array(z.string()).default([]),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()).default({}),
});

it("the compose file names only services and volumes that it declares", () => {
  const { services, volumes } = Compose.parse(
    parse(readFileSync("examples/compose.yaml", "utf8"), { merge: true }),
  );
  expect(Object.keys(services).length).toBeGreaterThan(3);
  for (const [name, { image, build, depends_on = [], volumes: mounted }] of Object.entries(services)) {
    expect(image ?? build, name).toBeDefined();
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const other of needed) expect(services, name).toHaveProperty(other);
    for (const source of mounted.map((mount) => mount.split(":")[0] ?? ""))
      if (!/^[./~$]/.test(source)) expect(volumes, name).toHaveProperty(source);
  }
});
