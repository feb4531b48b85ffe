import { expect, test } from "vitest";
import { clientAddress, parseTrustedProxies } from "./address";

const trusted = parseTrustedProxies("10.0.0.0/8, 192.168.1.1 loopback, fd00::/8, nonsense");

test.each<[string, string, string | null, string]>([
  ["a stranger's header is ignored", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a proxy's is read", "127.0.0.1", "198.51.100.1", "198.51.100.1"],
  [
    "from the right, past trusted proxies",
    "10.0.0.1",
    "198.51.100.1, 203.0.113.7, 192.168.1.1",
    "203.0.113.7",
  ],
  ["what a client wrote to the left does not count", "10.0.0.1", "127.0.0.1, 203.0.113.7", "203.0.113.7"],
  ["trusted proxies only: the farthest", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["an entry that is no address ends the reading", "10.0.0.1", "198.51.100.1, unknown, 10.0.0.2", "10.0.0.2"],
  ["a port is no part of it", "10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
  ["IPv6, with brackets and port", "fd00::1", "[2001:db8::7]:443", "2001:db8::7"],
  ["IPv4 in IPv6 is IPv4", "::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
  ["Forwarded names it", "127.0.0.1", 'for=10.0.0.9;by=x, proto=http; For="198.51.100.1:80"', "198.51.100.1"],
  ["Forwarded names nobody", "10.0.0.1", "for=198.51.100.1, for=_hidden;proto=https", "10.0.0.1"],
  ["no header", "127.0.0.1", null, "127.0.0.1"],
  ["an empty header", "127.0.0.1", "", "127.0.0.1"],
  ["one spelling of an address", "2001:DB8:0:0::1", null, "2001:db8::1"],
  ["no peer address", "", "198.51.100.1", "unknown"],
])("%s", (_, peer, header, expected) => expect(clientAddress(peer, header, trusted)).toBe(expected));

test("trusts no proxy unless configured", () => {
  expect(clientAddress("127.0.0.1", "198.51.100.1", parseTrustedProxies(null))).toBe("127.0.0.1");
});

test("an IPv4 range written as IPv6 matches IPv4 peers", () => {
  const ranges = parseTrustedProxies("::ffff:10.0.0.0/104");
  expect(clientAddress("10.9.9.9", "198.51.100.1", ranges)).toBe("198.51.100.1");
});
