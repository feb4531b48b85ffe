import "server-only";
import { fileSink } from "./file";
import { httpSink } from "./http";
import type { Sink } from "./sink";
import { syslogSink } from "./syslog";

/** @param address the value of AUDIT_SINK, which `lib/env.ts` has checked */
export function createSink(address: string): Sink {
  if (address.startsWith("file:")) return fileSink(address.slice("file:".length));
  const url = new URL(address);
  return url.protocol === "syslog:" ? syslogSink(url) : httpSink(url);
}
