import { expect, test } from "vitest";
import { wasSent } from "./failure";

const failed = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });

test.each([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
])("a request that failed with %s did not reach the instance", (code) => {
  expect(wasSent(failed(code))).toBe(false);
});

test.each(["ECONNRESET", "UND_ERR_SOCKET", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "EPIPE"])(
  "a request that failed with %s may have reached the instance",
  (code) => expect(wasSent(failed(code))).toBe(true),
);
