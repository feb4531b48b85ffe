import { expect, test } from "vitest";
import { bodyLimit } from "./body";

const KiB = 1024;

test.each([
  ["/api/auth/callback/credentials", 16 * KiB],
  ["/api/auth", 64 * KiB],
  ["/api/setup", 16 * KiB],
  ["/api/v9/applications", 64 * KiB],
  ["/api/applications", 64 * KiB],
  ["/api/oauth2/authorize", 64 * KiB],
  ["/api/setup/elsewhere", 64 * KiB],
  ["/api/health", 1024 * KiB],
  ["/settings/general", 1024 * KiB],
  ["//api/v9/applications", 1024 * KiB],
])("the body limit for %s is %d bytes", (path, limit) => expect(bodyLimit(path)).toBe(limit));
