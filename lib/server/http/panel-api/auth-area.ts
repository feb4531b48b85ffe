import "server-only";
import type { NextApiRequest, NextApiResponse } from "next";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { bodyOf, wellFormedJsonOf, wholeRequest } from "@/lib/server/http/api/body";
import {
  type Answer,
  type Area,
  bodyLimit,
  type DoorRequest,
  type WholeRequest,
} from "@/lib/server/http/door";
import type { Rooms } from "@/lib/server/rooms";
import { browserName } from "@/lib/shared/browser-name";
import { cookiesIn } from "@/lib/shared/cookies";
import { refuseOtherSites } from "./same-origin";

/** Loaded at the first request, because an idle panel does not need its 3 MB. */
async function loadNextAuth() {
  const { default: loaded } = await import("next-auth");
  // The import is the whole CommonJS module, whose `default` is the function.
  return (loaded as { default?: typeof loaded }).default ?? loaded;
}

type AuthDeps = Pick<Rooms, "env" | "notifier" | "operators" | "panel" | "problems">;

export const authArea = (rooms: AuthDeps): Area => ({
  owns: (_, path) => path.startsWith("/api/auth/"),
  answer: (request) => answerAuth(rooms, request),
  isQueued: true,
  refuse: rooms.problems.refusal,
});

const METHODS = ["GET", "HEAD", "POST"];
const ALLOW = { Allow: [...METHODS, "OPTIONS"].join(", ") };

async function answerAuth(rooms: AuthDeps, request: DoorRequest): Promise<Answer> {
  try {
    if (request.method === "OPTIONS") return { status: 204, headers: ALLOW };
    if (!METHODS.includes(request.method)) throw new AppError("method-not-allowed");
    refuseOtherSites(rooms.env.publicUrl, request);
    const { body, ...answered } = await answer(rooms, request);
    return request.method === "HEAD" ? answered : { ...answered, body };
  } catch (error) {
    const problem = rooms.problems.problemAnswer(error);
    return problem.status === 405 ? { ...problem, headers: { ...problem.headers, ...ALLOW } } : problem;
  }
}

const json = (body: unknown): Answer => ({
  status: 200,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

async function answer({ env, notifier, operators, panel }: AuthDeps, request: DoorRequest): Promise<Answer> {
  const { method, context } = request;
  const path = request.path.split("/").slice(3);
  const [action, provider] = path;
  // Ignored, because next-auth would log any text that a client sends.
  if (action === "_log") return { status: 204, headers: {} };
  const cookies = cookiesIn(request.header("cookie"));
  const currentSession = async () =>
    operators.sessionOfCookie(cookies[operators.sessionCookie], {
      address: await context.clientAddress(),
      userAgent: context.userAgent,
    });
  // next-auth checks only the cookie. This checks whether the session is still valid.
  if (action === "session" && !(await currentSession())) return json({});
  // Returns the options with which the page asks the browser for a passkey. A later sign-in request contains
  // the browser's answer.
  if (action === "passkey" && method === "POST") return json(await operators.passkeyToSignIn());
  if ((action === "signin" || action === "callback") && provider === "oidc")
    await operators.countSignInStep(await context.clientAddress());
  const { unusable, usable } = sorted(cookies, env.publicUrl);
  const options = operators.authOptions({
    currentSession,
    onNewAddress({ username }, { address, userAgent }) {
      void notifier.notify({ event: "new-address", username, address, browser: browserName(userAgent) });
    },
    addPerson: panel.operatorUsers,
    onSignOut: (operator) => panel.operatorUsers.endTokens(operator),
  });
  const usableFields = (fields: Record<string, string>) => withUsableUrl(fields, env.publicUrl);
  const sent = {
    method: method === "HEAD" ? "GET" : method,
    query: { ...usableFields(Object.fromEntries(new URLSearchParams(request.search))), nextauth: path },
    cookies: usable,
    headers: { host: request.header("host") ?? undefined },
    body:
      method === "POST"
        ? usableFields(fieldsIn(await wholeRequest(request, bodyLimit(request.path))))
        : undefined,
  };
  const recorder = new Recorder(unusable.flatMap((name) => expired(name, env.basePath)));
  // next-auth uses only these parts of Next's request and response.
  const NextAuth = await loadNextAuth();
  await NextAuth(sent as unknown as NextApiRequest, recorder as unknown as NextApiResponse, options);
  return recorder.answer();
}

class Recorder {
  private code = 200;
  private readonly headers: Record<string, string> = { "cache-control": "no-store" };
  private body: string | undefined;

  constructor(private cookies: string[]) {}

  status(code: number): this {
    this.code = code;
    return this;
  }

  /** next-auth reads only `Set-Cookie`. */
  getHeader(): string[] {
    return this.cookies;
  }

  setHeader(name: string, value: string | string[]): this {
    if (name === "Set-Cookie") this.cookies = [value].flat();
    else
      this.headers[name.toLowerCase()] = value === "text/html" ? "text/html; charset=utf-8" : String(value);
    return this;
  }

  json(value: unknown): void {
    this.headers["content-type"] = "application/json";
    this.body = JSON.stringify(value);
  }

  send(value: unknown): void {
    if (typeof value === "string") this.body = value;
    else this.json(value);
  }

  end(): void {}

  answer(): Answer {
    const { code, headers, cookies, body } = this;
    return { status: code, headers, cookies, body };
  }
}

/** The body of a request to next-auth, whose routes accept only strings and fail for other values. */
const fields = z.record(z.string(), z.union([z.string(), z.boolean().transform(String)]));

/** @throws the errors of `wellFormedJsonOf`; ZodError */
function fieldsIn(request: WholeRequest): Record<string, string> {
  if (/json/i.test(request.header("content-type") ?? "")) return fields.parse(wellFormedJsonOf(request));
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bodyOf(request))));
}

function isUsable(callbackUrl: string, publicUrl: string): boolean {
  const base = callbackUrl.startsWith("/") ? publicUrl : undefined;
  return URL.canParse(callbackUrl, base) && /^https?:$/.test(new URL(callbackUrl, base).protocol);
}

/** Any sibling domain can set such a cookie, and next-auth would then answer every request with 500. */
function sorted(
  cookies: Record<string, string>,
  publicUrl: string,
): { usable: Record<string, string>; unusable: string[] } {
  const isBad = ([name, value]: [string, string]) =>
    name.endsWith("next-auth.callback-url") && value !== "" && !isUsable(value, publicUrl);
  const all = Object.entries(cookies);
  return {
    usable: Object.fromEntries(all.filter((one) => !isBad(one))),
    unusable: all.filter(isBad).map(([name]) => name),
  };
}

/** A sibling domain may have set the cookie at either path. */
function expired(name: string, basePath: string): string[] {
  const paths = name.startsWith("__Host-") || basePath === "" ? ["/"] : ["/", basePath];
  const secure = /^__(?:Secure|Host)-/.test(name) ? "; Secure" : "";
  return paths.map((path) => `${name}=; Path=${path}; Max-Age=0${secure}`);
}

/** Returns the fields without an invalid `callbackUrl`, for which next-auth would answer 500. */
function withUsableUrl(
  { callbackUrl, ...others }: Record<string, string>,
  publicUrl: string,
): Record<string, string> {
  return callbackUrl === undefined || !isUsable(callbackUrl, publicUrl) ? others : { ...others, callbackUrl };
}
