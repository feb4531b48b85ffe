import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { PageQueue } from "./page-queue";

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

test("at most 25 requests of one client wait in a queue that counts per client", () => {
  const queue = new PageQueue(createServer());
  const enter = (client?: string, of = response()) => queue.enter(of, () => undefined, client);
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

test("at most 100 requests wait", () => {
  const queue = new PageQueue(createServer());
  for (let waiting = 0; waiting < 100; waiting += 1)
    expect(queue.enter(response(), () => undefined)).toBe(true);
  expect(queue.enter(response(), () => undefined)).toBe(false);
});
