import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { Notices } from "@/lib/log";
import { DOCTOR_HEADER } from "@/lib/request-headers";
import { createContexts } from "./context";

/** Receives a request with these headers from this machine. Returns its contexts' notices. */
function noticesAfter(headers: Record<string, string>): Notices {
  const notices = new Notices(pino({ level: "silent" }));
  const header = (name: string) => headers[name] ?? null;
  const contexts = createContexts({
    config: { settings: () => Promise.reject(new Error("There is no file.")) },
    env: { trustedProxies: undefined, isAddressKnown: true, isHttps: false },
    panelSettings: { instanceApiUrl: undefined },
    notices,
  });
  contexts.noticeProxy(header, contexts.create("127.0.0.1", header));
  return notices;
}

test("a forwarded request from an unknown proxy is reported, except the doctor's own", async () => {
  const forged = { "x-forwarded-for": "203.0.113.77" };
  const doctor = noticesAfter({ ...forged, [DOCTOR_HEADER]: "proof" });
  const proxy = noticesAfter(forged);
  await vi.waitFor(() => expect(proxy.has("TRUSTED_PROXIES")).toBe(true));
  expect(doctor.has("TRUSTED_PROXIES")).toBe(false);
});
