import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres";

/** Vitest's global setup of the project `postgres`: one server for all its tests (`testing/test-database.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgres", await server.createDatabase());
  return () => server.dispose();
}
