import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, migrate } from "@/lib/db";
import { createOperator } from "./operators";
import { signIn } from "./sign-in";

const password = "a lantern on the pier";

beforeAll(async () => {
  process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "sign-in-"));
  await migrate(db());
  await createOperator(db(), { username: "ada", password, userId: null });
});
afterAll(async () => {
  await db().destroy();
  rmSync(process.env.DATA_DIR ?? "", { recursive: true });
});

const attempts = (count: number, typed: string, address: string, name = () => "ada") =>
  Promise.all(Array.from({ length: count }, () => signIn(name(), typed, address)));
const outcomes = (results: Awaited<ReturnType<typeof attempts>>) =>
  results.map((result) => ("operator" in result ? "in" : result.error)).toSorted();

test("attempts that arrive together are counted like those that follow each other", async () => {
  const found = await attempts(14, "a wrong guess", "203.0.113.1");
  expect(outcomes(found)).toEqual([...Array(4).fill("throttled"), ...Array(10).fill("wrong")]);
  const [late] = await attempts(1, password, "203.0.113.1");
  expect(late).toMatchObject({ error: "throttled", retryAfter: expect.any(Number) });
  expect(outcomes(await attempts(1, password, "203.0.113.2"))).toEqual(["in"]);
});

test("signing in uses nothing up, however often", async () => {
  for (let round = 0; round < 6; round += 1) {
    expect(outcomes(await attempts(9, password, "203.0.113.3"))).toEqual(Array(9).fill("in"));
  }
});

test("who is told to wait for one name can still sign in with another", async () => {
  await attempts(80, "a wrong guess", "203.0.113.5", () => "nobody");
  expect(outcomes(await attempts(1, password, "203.0.113.5"))).toEqual(["in"]);
});

test("one address cannot try many names either", async () => {
  let count = 0;
  const found = await attempts(53, "a wrong guess", "203.0.113.4", () => `name ${(count += 1)}`);
  expect(outcomes(found).filter((one) => one === "throttled")).toHaveLength(3);
});
