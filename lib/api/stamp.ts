import "server-only";
import type { IncomingMessage } from "node:http";

/** Sets a header of an incoming request to our value, whatever its client wrote there. */
export function stamp(request: IncomingMessage, name: string, value: string): void {
  // The raw list first: `headers` is made from it, at its first use.
  for (let at = request.rawHeaders.length - 2; at >= 0; at -= 2) {
    if (request.rawHeaders[at]?.toLowerCase() === name) request.rawHeaders.splice(at, 2);
  }
  request.rawHeaders.push(name, value);
  request.headers[name] = value;
}
