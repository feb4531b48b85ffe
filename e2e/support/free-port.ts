import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Returns an unused port below the range that the system uses for connections (from 32768 on Linux). If a program
 * restarts on this port, no connection can occupy the port in the meantime.
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
