import type { PanelClient } from "./session";

/** Reads the stream of server-sent events about the configuration file. */
export class FileStream {
  received = "";
  private position = 0;

  private constructor(private readonly reader: ReadableStreamDefaultReader<string>) {}

  static async open(client: PanelClient): Promise<FileStream> {
    const response = await client.fetch("/api/panel/events");
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
    return new FileStream(response.body.pipeThrough(new TextDecoderStream()).getReader());
  }

  /** Returns the data of the next event of this type. Skips events of other types. */
  async next(event: string): Promise<Record<string, unknown>> {
    for (;;) {
      const lines = await this.nextLines(event);
      const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
      if (lines.includes(`event: ${event}`) && data) return JSON.parse(data) as Record<string, unknown>;
    }
  }

  /** Waits for the next heartbeat, or for the event that announces the end of the session. */
  async heartbeat(): Promise<void> {
    for (;;) {
      const lines = await this.nextLines("a heartbeat");
      if (lines.includes(": still here") || lines.includes("event: signed-out")) return;
    }
  }

  async ended(): Promise<void> {
    while (await this.read());
  }

  /** Returns the lines up to the next empty line. */
  private async nextLines(awaited: string): Promise<string[]> {
    for (;;) {
      const end = this.received.indexOf("\n\n", this.position);
      if (end >= 0) {
        const lines = this.received.slice(this.position, end).split("\n");
        this.position = end + 2;
        return lines;
      }
      if (!(await this.read())) throw new Error(`The stream ended before ${awaited}.`);
    }
  }

  /** Reads the next chunk. Returns false if the stream has ended. */
  private async read(): Promise<boolean> {
    const { done, value } = await this.reader.read();
    if (!done) this.received += value;
    return !done;
  }
}
