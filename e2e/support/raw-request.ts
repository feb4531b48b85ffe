import { type IncomingHttpHeaders, request as httpRequest } from "node:http";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: unknown;
}

interface RawRequest {
  method?: string;
  /** A header with an array as its value is sent once per element. */
  headers?: Record<string, string | string[]>;
  /** If this is an array, its elements are sent as separate chunks without a Content-Length header. */
  body?: string | Uint8Array | string[];
}

/** Sends a request with any method, path, headers and bytes. `fetch` would normalize or refuse some of them. */
export function rawRequest(origin: string, path: string, { method = "POST", headers, body }: RawRequest) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => {
        const { statusCode = 0, headers: answered } = response;
        resolve({ status: statusCode, headers: answered, body: text === "" ? null : JSON.parse(text) });
      });
    });
    request.on("error", reject);
    if (Array.isArray(body)) for (const part of body) request.write(part);
    request.end(Array.isArray(body) ? undefined : body);
  });
}
