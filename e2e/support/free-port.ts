import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Returns an unused port below the system's range for outgoing connections (from 32768 on Linux). No
 * outgoing connection can occupy this port while a program restarts.
 */
export async function freePort(): Promise<number> {
  for (let left = 100; left > 0; left -= 1) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("No port from 20000 to 31999 is free.");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
