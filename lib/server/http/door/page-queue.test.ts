import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { queueShares } from "./address";
import { createMetrics } from "./metrics";
import { PageQueue } from "./page-queue";

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

test("at most 25 requests of one client wait", () => {
  const queue = new PageQueue(createServer(), createMetrics(undefined));
  const enter = (client?: string, of = response()) =>
    queue.enter(of, () => undefined, client === undefined ? [] : queueShares(client, () => null));
  const first = response();
  expect(enter("203.0.113.1", first)).toBe(true);
  for (let waiting = 1; waiting < 25; waiting += 1) expect(enter("203.0.113.1")).toBe(true);
  expect(enter("203.0.113.1")).toBe(false);
  expect(enter("203.0.113.2")).toBe(true);
  expect(enter()).toBe(true);
  first.emit("close");
  expect(enter("203.0.113.1")).toBe(true);
  expect(enter("203.0.113.1")).toBe(false);
});

test("clients behind a private proxy that is not listed queue separately, and together leave room for others", () => {
  const queue = new PageQueue(createServer(), createMetrics(undefined));
  const enter = (forwarded: string, peer = "10.0.0.9") =>
    queue.enter(
      response(),
      () => undefined,
      queueShares(peer, (name) => (name === "x-forwarded-for" ? forwarded : null)),
    );
  const fill = (forwarded: string) => {
    for (let waiting = 0; waiting < 25; waiting += 1) expect(enter(forwarded)).toBe(true);
    expect(enter(forwarded)).toBe(false);
  };
  fill("203.0.113.1");
  fill("198.51.100.7, 203.0.113.2");
  fill("203.0.113.3");
  expect(enter("203.0.113.4")).toBe(false);
  expect(enter("203.0.113.4", "10.0.0.10")).toBe(true);
});

test("a public address that sends X-Forwarded-For counts as one client", () => {
  const forge = (name: string) => (name === "x-forwarded-for" ? "203.0.113.1" : null);
  expect(queueShares("198.51.100.7", forge)).toEqual([{ key: "198.51.100.7", most: 25 }]);
  expect(queueShares("192.168.1.2", () => "unknown")).toEqual([{ key: "192.168.1.2", most: 25 }]);
});

test("at most 100 requests wait", () => {
  const queue = new PageQueue(createServer(), createMetrics(undefined));
  for (let waiting = 0; waiting < 100; waiting += 1)
    expect(queue.enter(response(), () => undefined)).toBe(true);
  expect(queue.enter(response(), () => undefined)).toBe(false);
});
