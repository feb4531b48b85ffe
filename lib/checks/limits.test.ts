import { describe, expect, it } from "vitest";
import { limited } from "./limits";

describe("how many checks an operator may run", () => {
  it("two at a time; a third is refused until one has finished", async () => {
    let finish = (): void => undefined;
    const running = new Promise<void>((resolve) => (finish = resolve));
    const first = [limited("busy", () => running), limited("busy", () => running)];
    await expect(limited("busy", () => running)).rejects.toMatchObject({ code: "rate-limited" });
    expect(await limited("somebody else", async () => "ran")).toBe("ran");
    finish();
    await Promise.all(first);
    expect(await limited("busy", async () => "ran")).toBe("ran");
  });

  it("twenty a minute; a check that fails gives its place back", async () => {
    for (let count = 0; count < 20; count += 1) {
      await expect(limited("eager", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    }
    await expect(limited("eager", async () => "ran")).rejects.toMatchObject({
      code: "rate-limited",
      details: { retryAfter: expect.any(Number) as number },
    });
  });
});
