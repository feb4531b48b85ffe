import { describe, expect, it } from "vitest";
import { addressesFrom, addressPaths, domainIn } from "./addresses-from-domain";
import { parseValue } from "./parse-value";
import { fieldAt } from "./registry";

describe("domains as people write them", () => {
  it.each([
    ["chat.example.org", "chat.example.org", true],
    [" Chat.Example.org/ ", "chat.example.org", true],
    ["https://chat.example.org/api/v9?x#y", "chat.example.org", true],
    ["wss://chat.example.org:8443", "chat.example.org:8443", true],
    ["http://chat.example.org", "chat.example.org", false],
    ["localhost:3001", "localhost:3001", false],
    ["192.168.1.20", "192.168.1.20", false],
    ["[fd00::1]:3001", "[fd00::1]:3001", false],
    ["harbor.lan", "harbor.lan", false],
  ])("are recognized in “%s”", (typed, host, secure) => {
    expect(domainIn(typed)).toEqual({ host, secure });
  });

  it.each([
    "",
    "   ",
    "chat example",
    "https://",
    "ftp://chat.example.org",
    "user:pw@chat.example.org",
    "-x.org",
  ])("are not recognized in “%s”", (typed) => expect(domainIn(typed)).toBeNull());
});

describe("the addresses of a domain", () => {
  const domain = { host: "chat.example.org", secure: true };

  it("use the domain itself, or subdomains for the gateway and the CDN", () => {
    expect(addressesFrom(domain, "one", "neutral")).toEqual({
      "general.serverName": "chat.example.org",
      "api.endpointPublic": "https://chat.example.org/api",
      "gateway.endpointPublic": "wss://chat.example.org",
      "cdn.endpointPublic": "https://chat.example.org",
      "cdn.endpointPrivate": "https://chat.example.org",
    });
    expect(addressesFrom(domain, "subdomains", "branded")).toEqual({
      "general.serverName": "chat.example.org",
      // The branded naming belongs to the public server. The public server appends /api to this address, so
      // the address has no path.
      "api.endpointPublic": "https://chat.example.org",
      "gateway.endpointPublic": "wss://gateway.chat.example.org",
      "cdn.endpointPublic": "https://cdn.chat.example.org",
      "cdn.endpointPrivate": "https://cdn.chat.example.org",
    });
  });

  it.each(["chat.example.org", "localhost:3001", "bücher.example", "192.168.1.20"])(
    "are valid values for their settings if the domain is %s",
    (typed) => {
      const addresses = addressesFrom(domainIn(typed)!, "one", "neutral");
      for (const path of addressPaths)
        expect(parseValue(fieldAt(path)!, addresses[path])).toEqual({ ok: true, value: addresses[path] });
    },
  );
});
