import "server-only";
import { once } from "node:events";
import { connect } from "node:net";
import { hostname } from "node:os";
import { type Sink, SINK_TIMEOUT, type SinkEntry } from "./sink";

const PORT = 514;
/** Facility 13 (log audit), severity 5 (notice): RFC 5424, section 6.2.1. */
const PRIORITY = 13 * 8 + 5;

/** Frames a message by its length in bytes (RFC 6587, section 3.4.1). */
function frame(entry: SinkEntry): string {
  const message = `<${PRIORITY}>1 ${entry.at} ${hostname()} instance-admin ${process.pid} audit - ${JSON.stringify(entry)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

/**
 * Syslog has no acknowledgment: entries count as taken when the server's machine has received them and the
 * connection was closed without an error.
 */
export const syslogSink = (url: URL): Sink => ({
  place: `syslog://${url.host}`,
  async take(entries) {
    const host = url.hostname.replaceAll(/[[\]]/g, "");
    const socket = connect({ host, port: Number(url.port || PORT) });
    // Not an idle timeout, which a server that sends something now and then would extend for ever.
    const timer = setTimeout(
      () => socket.destroy(new Error(`no answer within ${SINK_TIMEOUT / 1000} s`)),
      SINK_TIMEOUT,
    );
    try {
      await once(socket, "connect");
      socket.end(entries.map(frame).join(""));
      socket.resume();
      await once(socket, "close");
    } finally {
      clearTimeout(timer);
      socket.destroy();
    }
  },
});
