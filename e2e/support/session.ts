import { operator, type Panel } from "./panel";

const sessions = new WeakMap<Panel, Promise<PanelClient>>();

/** The operator's session in a panel: one sign-in, however many tests need a session and do not test signing in. */
export function sessionIn(panel: Panel): Promise<PanelClient> {
  const session = sessions.get(panel) ?? PanelClient.signIn(panel);
  sessions.set(panel, session);
  return session;
}

/** A signed-in client of the panel's own API, without a browser. */
export class PanelClient {
  private constructor(
    readonly url: string,
    private readonly cookies: Map<string, string>,
  ) {}

  /** Signs in through next-auth's credentials provider. */
  static async signIn(panel: Pick<Panel, "url">, credentials = operator): Promise<PanelClient> {
    const client = new PanelClient(panel.url, new Map());
    const { csrfToken } = (await (await client.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const response = await client.fetch("/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, ...credentials, json: "true" }).toString(),
      redirect: "manual",
    });
    if (![...client.cookies.keys()].some((name) => name.endsWith("session-token"))) {
      throw new Error(`Sign-in failed with ${response.status}: ${await response.text()}`);
    }
    return client;
  }

  /** What a browser that signed in would send along. */
  get browserCookies(): { name: string; value: string; url: string; httpOnly: true; sameSite: "Lax" }[] {
    return [...this.cookies].map(([name, value]) => ({
      name,
      value,
      url: this.url,
      httpOnly: true,
      sameSite: "Lax",
    }));
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(`${this.url}${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) this.cookies.set(name, value);
    }
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

  /** The same session at another process. */
  at({ url }: Pick<Panel, "url">): PanelClient {
    return new PanelClient(url, this.cookies);
  }

  /** Saves one setting on top of the file as it is now. */
  async saveSetting(path: string, value: unknown): Promise<Response> {
    const document = await this.fetch("/api/panel/config");
    const headers = { "if-match": document.headers.get("etag") ?? "" };
    return this.send("PATCH", "/api/panel/config", { operations: [{ op: "set", path, value }] }, headers);
  }

  /** A user token of the operator, for the instance API. */
  async userToken(): Promise<string> {
    return (await this.json<{ token: string }>("/api/panel/token")).token;
  }
}
