import { expect, it, vi } from "vitest";

it("instanceof AppError recognizes an error created by another copy of the module", async () => {
  const { AppError } = await import("./errors");
  vi.resetModules();
  const other = await import("./errors");
  expect(other.AppError).not.toBe(AppError);
  expect(new other.AppError("not-found")).toBeInstanceOf(AppError);
  expect(new Error("not ours")).not.toBeInstanceOf(AppError);
  class Special extends AppError {}
  expect(new Special("not-found")).toBeInstanceOf(AppError);
  expect(new AppError("not-found")).not.toBeInstanceOf(Special);
});
