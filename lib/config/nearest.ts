import { typingErrors } from "./distance";
import { fields } from "./registry";

/**
 * The setting whose path was probably meant: one with the same last key in the same section, or one that a few
 * typing errors lead to. Undefined when none is close.
 */
export function nearestPath(path: string): string | undefined {
  const wanted = path.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 4));
  let best: { path: string; errors: number } | undefined;
  for (const field of fields) {
    const errors = typingErrors(wanted, field.path.toLowerCase(), limit);
    if (errors <= limit && (best === undefined || errors < best.errors)) best = { path: field.path, errors };
  }
  return best?.path ?? sameLastKey(wanted);
}

function sameLastKey(wanted: string): string | undefined {
  const last = wanted.split(".").at(-1) ?? "";
  const [section] = wanted.split(".", 1);
  const candidates = fields.filter((field) => field.path.toLowerCase().split(".").at(-1) === last);
  return (candidates.find((field) => field.path.startsWith(`${section}.`)) ?? candidates[0])?.path;
}
