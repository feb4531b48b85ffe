import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { merged } from "@/testing/running-instance/file.mjs";

/*
 * A small program that handles its configuration file as the public server does. It reads the file only at
 * startup, merges the values into its defaults (lists by index), and writes the whole file back in place.
 * Later, it may write its startup values to the file again.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const readDefaults = (): Json => JSON.parse(readFileSync("e2e/fixtures/branded-full.json", "utf8")) as Json;

export class PublicServer {
  private memory: Json = null;

  private constructor(
    private readonly path: string,
    private readonly defaults: Json,
  ) {}

  /** Starts a server with the file at `path`. If the file does not exist, the server creates it with its defaults. */
  static start(path: string, defaults = readDefaults()): PublicServer {
    const server = new PublicServer(path, defaults);
    server.restart();
    return server;
  }

  restart(): void {
    const text = existsSync(this.path) ? readFileSync(this.path, "utf8") : "{}";
    this.memory = merged(this.defaults, JSON.parse(text) as Json);
    this.rewrite();
  }

  /**
   * Rewrites the file, as the server does when a guild is created. Values that other programs wrote since the server's
   * start are lost.
   */
  rewrite(): void {
    writeFileSync(this.path, JSON.stringify(this.memory, null, 4));
  }
}
