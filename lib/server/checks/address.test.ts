import { describe, expect, it } from "vitest";
import { isWithin, reachOf } from "./address";

describe("the address of a check", () => {
  it.each([
    "93.184.216.34",
    "2606:2800:220:1:248:1893:25c8:1946",
    "::ffff:93.184.216.34",
    "64:ff9b::5db8:d822",
    "2002:5db8:d822::1",
  ])("%s is always allowed", (ip) => {
    expect(reachOf(ip)).toBe("open");
  });

  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "::1",
    "fd12:3456::1",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "64:ff9b::10.0.0.1",
    "::127.0.0.1",
    "::7f00:1",
    "::ffff:0:10.0.0.1",
    "64:ff9b:1::7f00:1",
    "2002:7f00:1::1",
    "2002:c0a8:101::",
  ])("%s is allowed only with permission", (ip) => {
    expect(reachOf(ip)).toBe("local");
  });

  it.each([
    "169.254.169.254",
    "::ffff:169.254.169.254",
    "64:ff9b::169.254.169.254",
    "fe80::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "100.100.100.200",
    "168.63.129.16",
    "0.0.0.0",
    "::",
    "224.0.0.1",
    "ff02::1",
    "255.255.255.255",
    "240.0.0.1",
    "2002:a9fe:a9fe::1",
    "::169.254.169.254",
    "::a9fe:a9fe",
    "::ffff:0:169.254.169.254",
    "64:ff9b:1::a9fe:a9fe",
    "2002:6464:64c8::",
    "::6464:64c8",
    "fd00:ec2::23",
    "fe80::a9fe:a9fe",
    "febf::1",
    "fec0::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:db8::1",
    "4000::1",
    "192.0.0.192",
    "198.18.0.1",
    "not an address",
  ])("%s is never allowed", (ip) => {
    expect(reachOf(ip)).toBe("never");
  });

  it("matches only the ranges that contain it, even if it is IPv4 written as IPv6", () => {
    expect(isWithin("10.2.3.4", ["10.0.0.0/8"])).toBe(true);
    expect(isWithin("::ffff:10.2.3.4", ["10.0.0.0/8"])).toBe(true);
    expect(isWithin("11.2.3.4", ["10.0.0.0/8", "192.168.0.0/16"])).toBe(false);
    expect(isWithin("fd12::1", ["10.0.0.0/8", "fd12::/16"])).toBe(true);
    expect(isWithin("fd12::1", ["fd12::1"])).toBe(true);
    expect(isWithin("fd12::2", ["fd12::1"])).toBe(false);
  });
});
