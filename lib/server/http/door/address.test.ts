import { expect, test } from "vitest";
import { addressGroup, clientAddress, parseTrustedProxies } from "./address";

const trusted = parseTrustedProxies("10.0.0.0/8, 192.168.1.1 loopback, fd00::/8, nonsense");

test.each<[string, string, string | null, string]>([
  ["ignores the header of an untrusted peer", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["reads the header of a trusted proxy", "127.0.0.1", "198.51.100.1", "198.51.100.1"],
  [
    "reads the header from the right, past trusted proxies",
    "10.0.0.1",
    "198.51.100.1, 203.0.113.7, 192.168.1.1",
    "203.0.113.7",
  ],
  ["ignores entries that a client wrote to the left", "10.0.0.1", "127.0.0.1, 203.0.113.7", "203.0.113.7"],
  [
    "uses the farthest proxy if all entries are trusted proxies",
    "10.0.0.1",
    "10.0.0.3, 10.0.0.2",
    "10.0.0.3",
  ],
  ["stops at an entry that is not an address", "10.0.0.1", "198.51.100.1, unknown, 10.0.0.2", "10.0.0.2"],
  ["drops the port of an entry", "10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
  ["reads IPv6 with brackets and port", "fd00::1", "[2001:db8::7]:443", "2001:db8::7"],
  ["converts IPv4 in IPv6 to IPv4", "::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
  [
    "reads the address in Forwarded",
    "127.0.0.1",
    'for=10.0.0.9;by=x, proto=http; For="198.51.100.1:80"',
    "198.51.100.1",
  ],
  [
    "uses the peer if Forwarded has no address",
    "10.0.0.1",
    "for=198.51.100.1, for=_hidden;proto=https",
    "10.0.0.1",
  ],
  ["uses the peer if there is no header", "127.0.0.1", null, "127.0.0.1"],
  ["uses the peer if the header is empty", "127.0.0.1", "", "127.0.0.1"],
  ["normalizes the spelling of an address", "2001:DB8:0:0::1", null, "2001:db8::1"],
  ["returns unknown without a peer address", "", "198.51.100.1", "unknown"],
])("the client address lookup %s", (_, peer, header, expected) =>
  expect(clientAddress(peer, header, trusted)).toBe(expected),
);

test("the client address lookup trusts no proxy if none is configured", () => {
  expect(clientAddress("127.0.0.1", "198.51.100.1", parseTrustedProxies(null))).toBe("127.0.0.1");
});

test("an IPv4 range written as IPv6 includes IPv4 peers", () => {
  const ranges = parseTrustedProxies("::ffff:10.0.0.0/104");
  expect(clientAddress("10.9.9.9", "198.51.100.1", ranges)).toBe("198.51.100.1");
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::1", "::/64"],
  ["unknown", "unknown"],
  ["", "unknown"],
])("the address %s belongs to the group %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
