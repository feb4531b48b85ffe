import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { metrics } from "./answers.mjs";

/** Another process than the API's, which reports when it started. */
export class SeparatePart {
  private startedAt = 0;
  private readonly server = createServer((_, response) => response.end(metrics(this.startedAt)));

  static async listen(onTestFinished: (end: () => void) => void): Promise<SeparatePart> {
    const part = new SeparatePart();
    part.server.listen(0, "127.0.0.1");
    await once(part.server, "listening");
    onTestFinished(() => void part.server.close());
    return part;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  restart(): void {
    this.startedAt = Date.now() + 0.5;
  }
}
