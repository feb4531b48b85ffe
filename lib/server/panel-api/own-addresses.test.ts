import { expect, it } from "vitest";
import { ownUrls } from "./own-addresses";

const urls = (host: string, configured?: string) =>
  ownUrls(
    {
      host,
      port: 3000,
      publicUrl: configured ?? "http://localhost:3000",
      isAddressKnown: configured !== undefined,
    },
    () => ["192.168.1.5", "10.0.0.7"],
  );

it.each(["127.0.0.1", "::1", "localhost", "127.0.0.53"])(
  "a panel that listens on %s is reachable only from its machine",
  (host) => {
    expect(urls(host)).toEqual(["http://localhost:3000"]);
  },
);

it.each(["0.0.0.0", "::", "[::]"])(
  "a panel that listens on %s is also reachable at the machine's addresses",
  (host) => {
    expect(urls(host)).toEqual(["http://localhost:3000", "http://192.168.1.5:3000", "http://10.0.0.7:3000"]);
  },
);

it.each([
  ["192.168.1.5", "http://192.168.1.5:3000"],
  ["fd00::5", "http://[fd00::5]:3000"],
  ["panel.lan", "http://panel.lan:3000"],
])("a panel that listens only on %s is not reachable at localhost", (host, url) =>
  expect(urls(host)).toEqual([url]),
);

it("if an address is configured, only this address is listed", () => {
  expect(urls("0.0.0.0", "https://panel.example.org")).toEqual(["https://panel.example.org"]);
});
