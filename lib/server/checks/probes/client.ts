import "server-only";
import * as z from "zod";
import type { Reach } from "@/lib/panel-settings";
import { mailChecks } from "@/lib/shared/contract/check-kinds";
import type { CheckStep } from "@/lib/shared/contract/checks";
import { type ClientProbeName, clientProbes } from "@/lib/shared/contract/values";
import { parsedJson } from "@/lib/shared/json/value";
import type { Settings } from "@/lib/shared/settings/values";
import type { Permit } from "@/lib/server/checks/dial";
import { checkGateway } from "@/lib/server/checks/gateway";
import { run } from "@/lib/server/checks/run";
import { checkDiscovery, checkHttp, exchange, readBody, type Request } from "../http";
import { permitOf, addressOfName, wellKnown } from "../endpoints";
import { CheckFailure, Trail } from "../trail";

/** Time limit of one probe (ms). Uploads and emails take longer than simple requests. */
const LIMIT = 15_000;
/** Maximum size (bytes) of a response. */
const LARGEST = 64 * 1024;

export interface ClientProbeResult {
  ok: boolean;
  ms: number;
  /** The result, or the problem and what to do. Contains no secrets. */
  message: string;
}

export interface ClientProbe {
  name: ClientProbeName;
  label: string;
  /** Ends within 15 seconds, or when it is aborted. Never throws because of the server's behavior. */
  run(signal: AbortSignal): Promise<ClientProbeResult>;
}

/**
 * Returns the probes that are possible with the file's settings and the environment, in display order. Leaves
 * out probes whose address or token is missing. `upload` and `mail` also need INSTANCE_PROBE_CHANNEL or
 * INSTANCE_PROBE_MAIL, because they have side effects.
 */
export function clientProbesOf(settings: Settings, env: Reach): ClientProbe[] {
  const permit = permitOf(settings, env);
  return [
    discoveryProbe(settings, permit),
    ...(env.instanceApiUrl === undefined
      ? []
      : apiProbes(`${env.instanceApiUrl}/v${settings.get("api.defaultVersion")}`, settings, env, permit)),
    mailProbe(settings, env),
  ].filter((one) => one !== null);
}

function clientProbe(name: ClientProbeName, way: (trail: Trail) => Promise<void>): ClientProbe {
  return timed(name, (signal) => new Trail(signal, LIMIT).follow(way));
}

function timed(name: ClientProbeName, steps: (signal: AbortSignal) => Promise<CheckStep[]>): ClientProbe {
  return {
    name,
    label: clientProbes[name],
    run: async (signal) => {
      const begin = performance.now();
      const results = await steps(signal);
      const failed = results.find(({ ok }) => !ok);
      const { message = "" } = failed ?? results.at(-1) ?? {};
      return { ok: failed === undefined, ms: Math.round(performance.now() - begin), message };
    },
  };
}

function discoveryProbe(settings: Settings, permit: Permit): ClientProbe | null {
  const { discovery, answersPing } = settings.edition;
  const [name, api] = [settings.get("general.serverName"), settings.get("api.endpointPublic")];
  if (discovery.length === 0 || name === null || !URL.canParse(addressOfName(name))) return null;
  if (api === null || !URL.canParse(api)) return null;
  return clientProbe("discovery", async (trail) => {
    for (const path of discovery)
      await checkDiscovery(trail, new URL(path, addressOfName(name)), { permit, api });
    await checkHttp(trail, wellKnown("api", api), { permit, ...(answersPing && { service: "API" }) });
  });
}

function apiProbes(api: string, settings: Settings, env: Reach, permit: Permit): ClientProbe[] {
  const { instanceOperatorToken: token, probeChannel: channel } = env;
  const announced = clientProbe("announced-gateway", async (trail) => {
    const { url } = await answered(trail, `${api}/gateway`, { permit, shape: z.object({ url: address }) });
    const forwardedFor = settings.get("security.forwardedFor");
    await checkGateway(trail, url, { permit, forwardedFor, mayForward: false });
  });
  if (token === undefined) return [announced];
  const headers = { authorization: token };
  const signedIn = clientProbe("signed-in", async (trail) => {
    await answered(trail, `${api}/users/@me`, { permit, request: { headers }, shape: z.object({ id }) });
  });
  if (channel === undefined) return [announced, signedIn];
  const messages = `${api}/channels/${channel}/messages`;
  return [
    announced,
    signedIn,
    clientProbe("upload", (trail) =>
      uploadAndDownload(trail, messages, {
        ...{ permit, headers },
        cdn: settings.get("cdn.endpointPrivate") ?? settings.get("cdn.endpointPublic"),
      }),
    ),
  ];
}

const id = z.string().regex(/^\d{1,20}$/);
const address = z.url({ protocol: /^(wss?|https?)$/ });
const sent = z.object({ id, attachments: z.tuple([z.object({ url: address })], z.unknown()) });

/** Posts a message with a small file, downloads the file from the URL in the response, and deletes the message. */
async function uploadAndDownload(
  trail: Trail,
  messages: string,
  { permit, headers, cdn }: { permit: Permit; headers: Record<string, string>; cdn: string | null },
): Promise<void> {
  const content = `A test upload of the admin panel, ${new Date().toISOString()}`;
  const form = new FormData();
  form.set(
    "payload_json",
    JSON.stringify({ content: "Testing uploads. This message is deleted right away." }),
  );
  form.set("files[0]", new Blob([content], { type: "text/plain" }), "upload-test.txt");
  // `Response` is used only to encode the form. `fetch` does not send the form, because `fetch` would not
  // check whether the host's addresses are allowed.
  const body = new Response(form);
  const message = await answered(trail, messages, {
    permit,
    request: {
      method: "POST",
      headers: { ...headers, "content-type": body.headers.get("content-type") ?? "" },
      body: Buffer.from(await body.arrayBuffer()),
    },
    shape: sent,
    refused: (status) =>
      `The API answers with status ${status} to an upload. It stores files at ${cdn ?? "its CDN"}: check the path of the CDN's addresses, and the instance's log.`,
  });
  const [{ url }] = message.attachments;
  try {
    await asClient(trail, url, {
      permit,
      judge: (status, bytes) => {
        if (status !== 200 || !bytes.equals(Buffer.from(content)))
          throw new CheckFailure(
            `The file was uploaded, but ${withoutQuery(url)} answers with status ${status} instead of the file. Check the path of the CDN public address, and the CDN's log.`,
          );
      },
    });
  } finally {
    const request = { method: "DELETE" as const, headers };
    await asClient(trail, `${messages}/${message.id}`, { permit, request, judge: () => undefined });
  }
}

/** @throws CheckFailure if the response does not match */
function answered<T>(
  trail: Trail,
  url: string,
  {
    shape,
    refused,
    ...rest
  }: {
    permit: Permit;
    request?: Request;
    shape: z.ZodType<T>;
    /** Describes a refusal that is not about the token. */
    refused?: (status: number) => string;
  },
): Promise<T> {
  return asClient(trail, url, {
    ...rest,
    judge: (status, bytes) => {
      const answer = status < 300 ? shape.safeParse(parsedJson(bytes.toString())) : null;
      if (answer?.success) return answer.data;
      const isOfToken = status === 401 || status === 403 || codeIn(bytes) === badToken;
      throw new CheckFailure(refused && !isOfToken ? refused(status) : wrong(new URL(url).pathname, status));
    },
  });
}

function asClient<T>(
  trail: Trail,
  address: string,
  { judge, ...rest }: { permit: Permit; request?: Request; judge: (status: number, bytes: Buffer) => T },
): Promise<T> {
  const url = new URL(address);
  return exchange(trail, url, {
    ...rest,
    name: "Answer",
    read: async ({ status, answer }) => judge(status, await readBody(answer, LARGEST)),
    describe: () => `The server at ${url.host} answers at ${url.pathname}, as clients expect.`,
  });
}

/** Some servers answer 400 with this code to a token that is not valid. */
const badToken = 40_001;

function codeIn(bytes: Buffer): unknown {
  const body = parsedJson(bytes.toString());
  return typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
}

function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

function wrong(path: string, status: number): string {
  if (status === 400 || status === 401)
    return `The API answers with status ${status} at ${path}. INSTANCE_OPERATOR_TOKEN may have expired or been revoked: set a valid one.`;
  if (status === 403)
    return `The API answers with status 403 at ${path}. The owner of INSTANCE_OPERATOR_TOKEN may not do this.`;
  if (status >= 500) return `The API fails with status ${status} at ${path}. Check the instance's log.`;
  return `The API answers with status ${status} at ${path}, which is not what clients expect. Check the instance's log.`;
}

function mailProbe(settings: Settings, env: Reach): ClientProbe | null {
  const { probeMail: to } = env;
  const provider = settings.get("email.provider");
  const kind = provider === null ? undefined : mailChecks[provider];
  if (to === undefined || kind === undefined) return null;
  return timed("mail", async (signal) => {
    const { steps } = await run(
      { kind, operations: [], to },
      { saved: settings, env, limitMs: LIMIT, signal },
    );
    return steps;
  });
}
