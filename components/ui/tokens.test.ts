import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");

/** Returns the values ("#rrggbb") of the custom properties in the first rule with this selector, by name. */
function tokens(selector: string): Record<string, string> {
  const start = css.indexOf(`\n${selector} {`);
  const body = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Relative luminance as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["background", "surface", "surface-raised", "muted"];
const words = [
  "foreground",
  "muted-foreground",
  "accent-text",
  "warning-text",
  "danger-text",
  "success-text",
];
const tones = ["accent", "warning", "danger", "success"];

/** Pairs of text and background, which need a contrast of 4.5 to 1 (WCAG 1.4.3). */
const text = [
  ...grounds.flatMap((ground) => words.map((word) => [word, ground])),
  ...tones.flatMap((tone) =>
    [`${tone}-text`, "foreground", "muted-foreground"].map((word) => [word, `${tone}-soft`]),
  ),
  ["accent-foreground", "accent"],
  ["danger-foreground", "danger"],
];
/** Pairs of a shape and its background, which need a contrast of 3 to 1 (WCAG 1.4.11). */
const shapes = [
  ...["background", "surface"].map((ground) => ["input", ground]),
  ...["ring", ...tones].flatMap((tone) => grounds.map((ground) => [tone, ground])),
  ...[1, 2, 3, 4, 5].map((nth) => [`plot-${nth}`, "surface"]),
];

describe.each([
  ["light", tokens(":root")],
  ["dark", tokens(".dark")],
])("the %s theme", (_, theme) => {
  const ratio = ([front = "", back = ""]: string[]) => contrast(theme[front] ?? "", theme[back] ?? "");

  it.each(text)("%s has enough contrast to be readable on %s", (...pair) =>
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5),
  );
  it.each(shapes)("%s has enough contrast to stand out from %s", (...pair) =>
    expect(ratio(pair)).toBeGreaterThanOrEqual(3),
  );
});

it("both themes define the same tokens", () => {
  expect(Object.keys(tokens(".dark"))).toEqual(Object.keys(tokens(":root")));
});
