import "server-only";
import type { Author } from "@/lib/shared/author";
import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { configFile } from "@/lib/server/config-file";
import { announce, db, onAnnouncement, readMeta, writeMeta } from "@/lib/server/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import type { ConnectionChoice, ConnectionView } from "@/lib/shared/contract/instance";
import { panelSettings } from "@/lib/panel-settings";
import { operators } from "./rooms";

/*
 * The choice of the panel's mode. In standalone mode, the panel acts as the instance: it serves the instance
 * API itself. In connected mode, the panel uses the API of a running instance. Environment variables take
 * precedence. If no variable is set, an operator chooses, and the choice is stored encrypted in the panel's
 * database.
 */

const KEY = "instance-connection";
const CHANNEL = "instance_admin_connection";

const schema = z.union([
  z.object({ mode: z.literal("standalone") }),
  z.object({ mode: z.literal("connected"), url: z.string(), operatorToken: z.string().optional() }),
]);
type Stored = z.output<typeof schema>;

async function readStored(): Promise<Stored | null> {
  const sealed = await readMeta(db(), KEY);
  const text = sealed === undefined ? null : operators().unseal(sealed, KEY);
  return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
}

export async function loadConnection(): Promise<void> {
  const stored = await readStored();
  if (stored !== null) panelSettings().setConnection(stored.mode === "connected" ? stored : {});
}

/** Loads the choice now, and again whenever another replica changes it. */
export async function followConnection(): Promise<void> {
  await loadConnection();
  processSingleton("connection-announcements", () => onAnnouncement(CHANNEL, () => void loadConnection()));
}

/**
 * Decides at startup, after the file was read, whether an operator must choose the mode before the panel acts
 * as the instance.
 */
export async function askIfFileOfOthers(): Promise<void> {
  // OPERATOR_USERNAME means that setup is unattended. Nobody could choose, so the panel acts as the instance.
  if (env().operatorUsername !== undefined || (await readStored()) !== null) return;
  panelSettings().setConnection({ isOpen: (await isFileOfOthers()) && !(await hasUsers()) });
}

/** Whether the local store has users. If it does, the panel has acted as the instance before. */
const hasUsers = async (): Promise<boolean> =>
  (await db().selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;

export const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/** Returns the file's settings. Null if the file cannot be read. */
export const readableSettings = () =>
  configFile()
    .settings()
    .catch(() => null);

/**
 * Whether the file seems to belong to another server. This is the case if the file spells its settings as
 * another server program does, or if the file's public API address is neither a loopback address nor at the
 * panel's origin.
 */
export async function isFileOfOthers(): Promise<boolean> {
  const settings = await readableSettings();
  if (settings === null) return false;
  if (settings.edition.isOfOtherServer) return true;
  const address = settings.get("api.endpointPublic");
  if (!address || !URL.canParse(address)) return false;
  const { hostname, origin } = new URL(address);
  return !LOOPBACK.test(hostname) && origin !== new URL(env().publicUrl).origin;
}

/** Removes the API version and trailing slashes from an address. @throws AppError `invalid-settings` */
export function normalUrl(typed: string): string {
  const text = typed
    .trim()
    .replace(/\/+$/, "")
    .replace(/\/v\d+$/, "");
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) return text;
  throw new AppError("invalid-settings", "Enter an address such as https://chat.example.org/api.", {
    problems: [{ path: "url", message: "Enter an address such as https://chat.example.org/api." }],
  });
}

/**
 * Stores and applies an operator's choice.
 * @param actor the author for the audit log and the history
 * @throws AppError `conflict` if an environment variable sets the instance
 */
export async function saveConnection(actor: Author, entered: ConnectionChoice): Promise<void> {
  const { instanceApiUrl, instanceOperatorToken, isInstanceFixed } = panelSettings();
  if (isInstanceFixed && (entered.mode === "standalone" || normalUrl(entered.url) !== instanceApiUrl))
    throw new AppError(
      "conflict",
      "INSTANCE_API_URL sets the instance. Change the variable, and restart the panel.",
    );
  const stored = storedAs(entered, instanceApiUrl, instanceOperatorToken);
  const target = stored.mode === "connected" ? stored.url : "this panel";
  const entry = { actor, action: "instance.connection", target };
  await audited(db(), entry, () => writeMeta(db(), KEY, operators().seal(JSON.stringify(stored), KEY)));
  panelSettings().setConnection(stored.mode === "connected" ? stored : {});
  await announce(CHANNEL);
  // If the signing keys cannot be written to the file now, they are generated at the first request for a token.
  if (stored.mode === "standalone")
    await configFile()
      .generate(actor)
      .catch((err: unknown) => log().warn({ err }, "No keys were generated yet"));
}

/**
 * Returns the stored token if it belongs to this address, so that operators can test the connection without
 * entering the token again.
 */
export function storedToken(address: string): string | undefined {
  const { instanceApiUrl, instanceOperatorToken } = panelSettings();
  return URL.canParse(address.trim()) && normalUrl(address) === instanceApiUrl
    ? instanceOperatorToken
    : undefined;
}

function storedAs(
  entered: ConnectionChoice,
  url: string | undefined,
  operatorToken: string | undefined,
): Stored {
  if (entered.mode === "standalone") return entered;
  const next = normalUrl(entered.url);
  // A stored token belongs to one address, so drop it if the address changes.
  const kept = next === url ? operatorToken : undefined;
  const token = entered.operatorToken === undefined ? kept : (entered.operatorToken ?? undefined);
  return { mode: "connected", url: next, ...(token !== undefined && { operatorToken: token }) };
}

/** Returns the connection for the Instance page, without the token. */
export async function connectionView(): Promise<ConnectionView> {
  const { instanceApiUrl, instanceOperatorToken, isModeOpen, isInstanceFixed, isOperatorTokenFixed } =
    panelSettings();
  const [settings, isOthers, stored] = await Promise.all([
    readableSettings(),
    isFileOfOthers(),
    readStored(),
  ]);
  return {
    mode: instanceApiUrl !== undefined ? "connected" : isModeOpen ? "open" : "standalone",
    url: instanceApiUrl ?? null,
    isUrlFixed: isInstanceFixed,
    hasOperatorToken: instanceOperatorToken !== undefined,
    isTokenFixed: isOperatorTokenFixed,
    isFileOfOthers: isOthers,
    isAnswered: isInstanceFixed || stored !== null,
    suggestion: isOthers ? (settings?.get("api.endpointPublic") ?? null) : null,
  };
}
