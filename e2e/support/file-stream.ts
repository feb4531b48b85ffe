import type { PanelClient } from "./session";

/** Reads the server-sent events of the configuration file. */
export class FileStream {
  private buffer = "";

  private constructor(private readonly reader: ReadableStreamDefaultReader<string>) {}

  static async open(client: PanelClient): Promise<FileStream> {
    const response = await client.fetch("/api/panel/config/events");
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
    return new FileStream(response.body.pipeThrough(new TextDecoderStream()).getReader());
  }

  /** The data of the next event of a type; others are skipped. */
  async next(event: string): Promise<Record<string, unknown>> {
    for (;;) {
      const end = this.buffer.indexOf("\n\n");
      if (end >= 0) {
        const lines = this.buffer.slice(0, end).split("\n");
        this.buffer = this.buffer.slice(end + 2);
        const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
        if (lines.includes(`event: ${event}`) && data) return JSON.parse(data) as Record<string, unknown>;
        continue;
      }
      const { done, value } = await this.reader.read();
      if (done) throw new Error(`The stream ended before ${event}.`);
      this.buffer += value;
    }
  }

  /** Waits until the server has ended the stream. */
  async ended(): Promise<void> {
    for (;;) {
      const { done } = await this.reader.read();
      if (done) return;
    }
  }
}
