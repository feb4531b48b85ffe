import "server-only";
import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import type { ChannelModel, connect as Connect } from "amqplib";
import { USER_AGENT } from "@/lib/request-headers";
import { isObject } from "@/lib/shared/json/value";
import { dial, type Permit } from "./dial";
import { endpointOf } from "./endpoints";
import { CheckFailure, type Trail } from "./trail";

export async function checkBroker(trail: Trail, address: string, permit: Permit): Promise<void> {
  await closeBroker(await openBroker(trail, address, permit));
}

/** How long to wait for the broker to complete the closing handshake (ms). */
const closeMs = 1_000;

/**
 * Closes a connection. Waits only briefly for the closing handshake, because a broker that has run out of
 * memory stops reading and would never respond.
 */
export async function closeBroker(connection: ChannelModel): Promise<void> {
  const { stream } = connection.connection as unknown as { stream: Socket };
  const hurry = setTimeout(() => stream.destroy(), closeMs);
  const closed = once(stream, "close").catch(() => undefined);
  await Promise.race([connection.close().catch(() => undefined), closed]);
  clearTimeout(hurry);
}

/** The caller must close it with `closeBroker`. */
export async function openBroker(trail: Trail, address: string, permit: Permit): Promise<ChannelModel> {
  const url = new URL(address);
  const { host, port } = endpointOf(url);
  // Imported before the first step, so that the import does not add to a step's reported duration.
  const { connect } = await import("amqplib");
  const line = await dial(trail, { host, port }, permit, { tls: url.protocol === "amqps:" });
  // amqplib opens its own connection to the resolved address, so the name is not resolved again.
  line.socket.destroy();
  return trail.step(
    "Sign-in",
    () => signIn(connect, url, trail, line.address),
    () =>
      `The broker accepts ${url.username ? `the user ${decodeURIComponent(url.username)}` : "the user guest"}.`,
  );
}

async function signIn(
  connect: typeof Connect,
  url: URL,
  { limitMs, signal }: Trail,
  address: string,
): Promise<ChannelModel> {
  const { host, port } = endpointOf(url);
  const path = decodeURIComponent(url.pathname.slice(1));
  const given = url.username !== "" || url.password !== "";
  const opening = connect(
    {
      protocol: url.protocol.slice(0, -1),
      hostname: address,
      port,
      ...(given && {
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
      }),
      vhost: path === "" ? "/" : path,
      heartbeat: 0,
    },
    {
      timeout: limitMs,
      clientProperties: { connection_name: USER_AGENT },
      ...(isIP(host) ? {} : { servername: host }),
      host: address,
    },
  );
  try {
    const connection = await opening;
    connection.on("error", () => undefined);
    if (signal.aborted) void closeBroker(connection);
    return connection;
  } catch (error) {
    throw refusal(error, path);
  }
}

function refusal(error: unknown, vhost: string): unknown {
  const text = error instanceof Error ? error.message : "";
  if (/ACCESS[_-]REFUSED|403/.test(text)) {
    return new CheckFailure(
      "The broker rejects this username and password. Correct them; RabbitMQ accepts the user guest only from its own machine.",
    );
  }
  // amqplib has no specific error for a refused virtual host, but errors with these texts occur only when a
  // virtual host is opened.
  if (/NOT[_-]ALLOWED|530|ConnectionOpenOk/.test(text)) {
    return new CheckFailure(
      `The broker has no virtual host ${vhost === "" ? "/" : vhost}, or this user has no access to it. Create the virtual host, or give the user access.`,
    );
  }
  if (/ETIMEDOUT/.test(text)) return Object.assign(new Error("no response"), { code: "ETIMEDOUT" });
  if (isObject(error) && "code" in error) return error;
  return new CheckFailure(
    "The service on this port does not support AMQP 0-9-1. Check the port: RabbitMQ uses 5672, or 5671 with TLS.",
  );
}
