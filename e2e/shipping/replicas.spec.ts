import { expect, test } from "@playwright/test";
import { soak } from "../../bench/soak";

test("replicas behind a proxy without stickiness are restarted under load, and no request fails", async () => {
  test.setTimeout(240_000);
  const soaked = await soak({
    ...{ replicas: 3, pages: 30, operators: 4, rate: 20, seconds: 40, restarts: true },
  });
  expect(soaked.failures).toEqual([]);
  expect(soaked.lost).toEqual([]);
  // At least one replica was stopped with SIGTERM, and one with SIGKILL.
  expect(soaked.restarts).toBeGreaterThan(1);
  expect(soaked.saves).toBeGreaterThan(10);
});
