import "server-only";
import { isInstancePath } from "./paths";

const KiB = 1024;
const MiB = 1024 * KiB;

/** The maximum size (bytes) of a request's body if the request's area sets no limit. */
export function bodyLimit(path: string): number {
  if (isInstancePath(path)) return 64 * KiB;
  return /^\/api\/(?:auth|setup|join)(?:\/|$)/.test(path) ? 16 * KiB : MiB;
}
