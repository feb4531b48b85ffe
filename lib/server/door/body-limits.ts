import "server-only";
import { isInstancePath } from "./paths";

const KiB = 1024;
const MiB = 1024 * KiB;

/** The first matching pattern decides. A configuration file is at most 2 MiB (`lib/server/config-file/parse.ts`), and longer as a string. */
const limits: readonly (readonly [RegExp, number])[] = [
  [/^\/api\/(?:auth|setup)(?:\/|$)/, 16 * KiB],
  [/^\/api\/panel\/bots\/[^/]+\/avatar$/, 256 * KiB],
  [/^\/api\/panel\/config\/(?:raw|import|other)$/, 8 * MiB],
  [/^\/api\/panel\/provision$/, 256 * KiB],
  [/^\/api\/panel\/config(?:\/preview)?$/, 4 * MiB],
];

/** The maximum body size in bytes for a request to a path. */
export function bodyLimit(path: string): number {
  if (isInstancePath(path)) return 64 * KiB;
  return limits.find(([pattern]) => pattern.test(path))?.[1] ?? MiB;
}
