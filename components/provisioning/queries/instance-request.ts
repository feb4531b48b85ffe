import type { InstanceAccess } from "./instance-access";
import { instanceError, InstanceError, isOfThePanel, panelError, TokenRefused } from "./instance-error";

interface InstanceRequest {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: unknown;
  signal?: AbortSignal;
  /** The request changes nothing, whatever its outcome. */
  isSafe?: boolean;
}

/*
 * Pages call the instance API as any other client does, with a user token: the local one over its public paths, that of an
 * upstream instance through the panel, which lets through what pages ask (`instancePrefix`).
 */

async function send(access: InstanceAccess, path: string, request: InstanceRequest, authorization?: string) {
  const { method = "POST", body, signal, isSafe } = request;
  try {
    return await fetch(`${access.prefix}${path}`, {
      method,
      signal,
      cache: "no-store",
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    const words = "The panel does not answer. Check that it is running and that you are online.";
    throw new InstanceError(words, 0, [], 0, isSafe);
  }
}

/**
 * The answer to a change is not specified (docs/instance-api.md does not mention it), so one that is not JSON counts as
 * empty.
 * @throws InstanceError for an error answer, and for one that is not JSON where JSON was requested
 */
async function read(response: Response, access: InstanceAccess, isSafe: boolean): Promise<unknown> {
  if (isOfThePanel(response)) throw await panelError(response, isSafe);
  if (!response.ok) throw await instanceError(response, access.url, isSafe);
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch {
    if (!isSafe) return null;
    const words = "The answer of the instance API is not JSON. Check that the address is that of the API.";
    throw new InstanceError(words, response.status);
  }
}

/**
 * Calls the instance API with the access's token.
 * @throws InstanceError; status 0 when there is no answer
 */
export async function askInstance(
  access: InstanceAccess,
  path: string,
  request: InstanceRequest = {},
): Promise<unknown> {
  const isSafe = request.isSafe ?? request.method === "GET";
  try {
    const response = await send(access, path, { ...request, isSafe }, await access.authorization());
    return await read(response, access, isSafe);
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    error.request ??= `${request.method ?? "POST"} ${path.split("?", 1)[0] ?? ""}`;
    // The local directory's token is renewed, the one of an upstream instance has to be connected again.
    if (error instanceof TokenRefused || (error.status === 401 && access.url === null)) access.refused();
    throw error;
  }
}

/** For requests that need no token, such as signing in. Same errors as `askInstance`. */
export async function askInstanceOpenly(
  access: Pick<InstanceAccess, "prefix" | "url">,
  path: string,
  body: unknown,
): Promise<Response> {
  return send({ ...access, authorization: async () => "", refused: () => undefined }, path, {
    body,
    isSafe: true,
  });
}

/** Whether the instance does not have the route. Some say so with the status as the code, as they do of unknown things. */
export function isNotOffered(error: unknown): boolean {
  if (!(error instanceof InstanceError) || ![404, 405, 501].includes(error.status)) return false;
  return (
    error.code === 0 || (error.code === error.status && /\b(?:endpoint|route|method)\b/i.test(error.message))
  );
}
