import "server-only";
import { IncomingMessage } from "node:http";
import { AppError } from "@/lib/errors";
import { announcedBytes, hasBody } from "./body";
import type { Metrics } from "./metrics";

/** Maximum size of all request bodies in memory together (bytes). */
const MAX_BYTES = 64 * 1024 * 1024;
/** How long a body may take to arrive (ms). */
const MAX_MS = 30_000;

const GONE = "The client disconnected before the request was complete.";
const BUSY = "The panel is receiving too much data. Nothing was changed. Send the request again in a moment.";
const SLOW = "The body did not arrive within 30 seconds. Nothing was changed. Send the request again.";

const NOTHING = Buffer.alloc(0);

export interface OpenBody {
  /**
   * Reads the whole body. If the announced length exceeds the limit, the body is not read at all.
   * @throws AppError `unavailable` beyond the budget; `request-timeout`; `invalid-input` if the client
   * disconnects
   */
  read(limit: number): Promise<Buffer<ArrayBuffer> | null>;
  /** Returns the body's bytes to the budget. Call this once nobody uses the body. */
  release(): void;
}

export class Bodies {
  private held = 0;
  private readonly maxBytes: number;
  private readonly budget: { refused(): void };

  constructor({ setBudget }: Pick<Metrics, "setBudget">, { maxBytes = MAX_BYTES } = {}) {
    this.maxBytes = maxBytes;
    this.budget = setBudget("body bytes", maxBytes, () => this.held);
  }

  open(request: IncomingMessage): OpenBody {
    let received = 0;
    const release = () => {
      this.held -= received;
      received = 0;
    };
    const take = (bytes: number) => {
      received += bytes;
      this.held += bytes;
      if (this.held <= this.maxBytes) return;
      this.budget.refused();
      throw new AppError("unavailable", BUSY, { details: { retryAfter: 5 } });
    };
    return {
      release,
      async read(limit) {
        const body = await receive(request, limit, take).catch((error: unknown) => {
          release();
          throw error;
        });
        if (body === null) release();
        return body;
      },
    };
  }
}

/** @param take called for each part before it is stored; throws to refuse the body */
function receive(
  request: IncomingMessage,
  limit: number,
  take: (bytes: number) => void,
): Promise<Buffer<ArrayBuffer> | null> {
  if (announcedBytes(request) > limit) return Promise.resolve(null);
  if (!hasBody(request)) return Promise.resolve(NOTHING);
  // The request was closed earlier, so no event will follow.
  if (request.destroyed) return Promise.reject(new AppError("invalid-input", GONE));
  return new Promise((resolve, reject) => {
    let parts: Buffer<ArrayBuffer>[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onGone);
      settle();
      parts = [];
    };
    const fail = (error: unknown) => end(() => reject(error));
    const onData = (part: Buffer<ArrayBuffer>) => {
      size += part.length;
      if (size > limit) return end(() => resolve(null));
      try {
        take(part.length);
        parts.push(part);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => end(() => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    const onGone = () => fail(new AppError("invalid-input", GONE));
    const timer = setTimeout(() => fail(new AppError("request-timeout", SLOW)), MAX_MS);
    // The listener for errors stays, because a request may fail after its body was refused.
    request.on("data", onData).on("end", onEnd).on("close", onGone).on("error", onGone);
  });
}

/** Returns a copy of a request for Next, which refuses a stream that has already been read. */
export function requestWith(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const whole = Object.assign(new IncomingMessage(request.socket), {
    ...{ method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor },
    complete: true,
  });
  whole.push(body);
  whole.push(null);
  return whole;
}
