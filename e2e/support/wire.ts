import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A raw connection that sends exactly the given bytes. It can send requests that no HTTP client would send. */
export class Wire {
  private received = "";

  private constructor(private readonly socket: Socket) {
    socket.setEncoding("latin1").on("data", (text: string) => (this.received += text));
    // The server may end the connection with a reset, which is not an error in these tests. `ended` reports every kind
    // of end.
    socket.on("error", () => undefined);
  }

  static async to(url: string): Promise<Wire> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    await once(socket, "connect");
    return new Wire(socket);
  }

  /** Sends these lines of a request head, a Host header, and the final empty line. */
  head(...lines: string[]): this {
    return this.lines(...lines, "Host: localhost");
  }

  /** Sends these lines unchanged, followed by an empty line. */
  lines(...lines: string[]): this {
    this.socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    return this;
  }

  chunk(text: string): this {
    this.socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    return this;
  }

  /** Waits until the server closes the connection. Returns everything that the server has sent. */
  async ended(): Promise<string> {
    if (!this.socket.closed) await once(this.socket, "close");
    return this.received;
  }

  /**
   * Waits until the server has sent text that matches the pattern. Returns everything that the server has sent so far.
   */
  async says(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) await once(this.socket, "data");
    return this.received;
  }

  close(): void {
    this.socket.destroy();
  }
}
