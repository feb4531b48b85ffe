import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "@/lib/errors";
import type { RequestContext } from "@/lib/request-context";
import { createContext } from "./context";
import type { Answer, DoorRequest } from "./exchange";

/** A group of paths with the same response format. */
export interface Area {
  owns(method: string, path: string): boolean;
  /**
   * Answers without Next; if missing, Next answers. `body` is null if the body exceeds the limit. Never rejects.
   */
  answer?(request: DoorRequest): Promise<Answer>;
  /** The maximum size of a body in bytes; `bodyLimit` if missing. */
  limitOf?(method: string, path: string): Promise<number>;
  /** Formats an error of the front door itself. */
  refuse(error: AppError, context: RequestContext): Answer;
}

/** Everything that belongs to no other area. */
const pages: Area = {
  owns: () => true,
  refuse: ({ status, message }) => ({
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    body: `${message}\n`,
  }),
};

/** Whether Next renders a page for the request. Next's routes answer everything below `/api/`. */
export const isPage = ({ area, path }: Visit): boolean => area === pages && !path.startsWith("/api/");

/** One request at the front door. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  /** Without the query, which may contain a setup token. */
  path: string;
  area: Area;
  context: RequestContext;
  header(name: string): string | null;
  /** The route that answered, by its name in metrics. Set with the answer. */
  route?: string | undefined;
}

/** @param areas asked in turn whether they own the request */
export function receive(request: IncomingMessage, response: ServerResponse, areas: readonly Area[]): Visit {
  const { method = "", url = "" } = request;
  const [path = ""] = url.split("?", 1);
  const header = (name: string) => {
    const value = request.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
  };
  return {
    request,
    response,
    method,
    path,
    area: areas.find((area) => area.owns(method, path)) ?? pages,
    context: createContext(request.socket.remoteAddress ?? "", header),
    header,
  };
}
