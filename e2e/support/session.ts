import { checkAnswer } from "@/lib/shared/contract/check-answer";
import type { Role } from "@/lib/shared/role";
import { databaseOf } from "./database";
import { operator, type Panel } from "./panel";

const sessions = new WeakMap<Panel, { client: Promise<PanelClient>; provedAt: number }>();
/** The proof of identity is renewed halfway through its lifetime of ten minutes. */
const PROOF_AGE = 5 * 60_000;

/** Returns the operator's session in a panel. All tests share this session, unless they test signing in. */
export async function sessionIn(panel: Panel): Promise<PanelClient> {
  const known = sessions.get(panel) ?? { client: PanelClient.signIn(panel), provedAt: Date.now() };
  sessions.set(panel, known);
  const client = await known.client;
  if (Date.now() - known.provedAt > PROOF_AGE) {
    known.provedAt = Date.now();
    await client.send("POST", "/api/panel/account/proof", { password: operator.password });
  }
  return client;
}

/** Simulates that ten minutes have passed since the last proof of identity in every session. */
export async function forgetProofs(panel: Panel, databaseUrl?: string): Promise<void> {
  await databaseOf(databaseUrl, panel.dataDir).query("update sessions set proved_at = 0");
  // Makes `sessionIn` renew the proof for later tests.
  const known = sessions.get(panel);
  if (known) known.provedAt = 0;
}

/** A client of the panel API without a browser. `signIn` creates a client with a session. */
export class PanelClient {
  /** The password of the last sign-in. It can prove the operator's identity again later. */
  private password: string | undefined;

  constructor(
    readonly url: string,
    private readonly cookies = new Map<string, string>(),
    /** Headers of every request, such as a different user agent. */
    private readonly always: Record<string, string> = {},
  ) {}

  /** Creates a client and signs in with next-auth's credentials provider. */
  static async signIn(
    panel: Pick<Panel, "url">,
    credentials = operator,
    always: Record<string, string> = {},
  ): Promise<PanelClient> {
    const client = new PanelClient(panel.url, new Map(), always);
    await client.signInAgain(credentials);
    return client;
  }

  /** Signs in with the current cookies, like a browser that already has a session. */
  async signInAgain(credentials = operator, headers: Record<string, string> = {}): Promise<void> {
    const response = await this.trySignIn(credentials, headers);
    this.password = credentials.password;
    if (!response.ok) throw new Error(`Sign-in failed with ${response.status}: ${await response.text()}`);
  }

  /** Tries to sign in. Does not throw if the panel refuses. */
  async trySignIn(
    credentials: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    // Concurrent attempts must not overwrite each other's CSRF cookie, so each attempt uses a copy of the cookies.
    const browser = new PanelClient(this.url, new Map(this.cookies), this.always);
    const { csrfToken } = (await (await browser.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const response = await browser.fetch("/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ csrfToken, ...credentials, json: "true" }).toString(),
      redirect: "manual",
    });
    for (const [name, value] of browser.cookies) this.cookies.set(name, value);
    return response;
  }

  get browserCookies(): { name: string; value: string; url: string; httpOnly: true; sameSite: "Lax" }[] {
    return [...this.cookies].map(([name, value]) => ({
      name,
      value,
      url: this.url,
      httpOnly: true,
      sameSite: "Lax",
    }));
  }

  /**
   * Sends a request with the session's cookies. Throws if a successful response does not match the schema in
   * the route table.
   */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.always, ...Object.fromEntries(new Headers(init.headers)) });
    headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(`${this.url}${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) this.cookies.set(name, value);
    }
    if (response.ok && response.headers.get("content-type") === "application/json")
      checkAnswer(init.method ?? "GET", path, await response.clone().json());
    return response;
  }

  async json<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await this.fetch(path, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  send(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  /** Returns a client with this session for another process. */
  at({ url }: Pick<Panel, "url">): PanelClient {
    return new PanelClient(url, this.cookies);
  }

  async saveSetting(path: string, value: unknown): Promise<Response> {
    const document = await this.fetch("/api/panel/config");
    const headers = { "if-match": document.headers.get("etag") ?? "" };
    return this.send("PATCH", "/api/panel/config", { operations: [{ op: "set", path, value }] }, headers);
  }

  /**
   * Adds an operator as owners do: creates an invitation and accepts it.
   * @returns the id of the operator
   */
  async addOperator(credentials: { username: string; password: string; role?: Role }): Promise<number> {
    const { role = "owner", username, password } = credentials;
    const body = { role, expiresInDays: 1, password: this.password };
    const made = await this.send("POST", "/api/panel/invitations", body);
    if (!made.ok) throw new Error(`No invitation: ${made.status} ${await made.text()}`);
    const { link } = (await made.json()) as { link: string };
    const joined = await new PanelClient(this.url).join(link, { username, password });
    if (joined.status !== 201) throw new Error(`${username} did not join: ${await joined.text()}`);
    return ((await joined.json()) as { id: number }).id;
  }

  join(link: string, credentials: { username: string; password: string }): Promise<Response> {
    return this.send("POST", "/api/join", { token: new URL(link).hash.slice(1), ...credentials });
  }

  async userToken(): Promise<string> {
    return (await this.json<{ token: string }>("/api/panel/token")).token;
  }
}
