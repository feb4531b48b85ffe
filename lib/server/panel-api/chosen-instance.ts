import "server-only";
import type { Author } from "@/lib/shared/author";
import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { configFile } from "@/lib/server/config-file";
import { announce, db, onAnnouncement } from "@/lib/server/db";
import { env, setConnection } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { seal, unseal } from "@/lib/server/operators/session-account";
import type { ConnectionChoice, ConnectionView } from "@/lib/shared/contract/connection";

/*
 * Whether this panel is the instance, or which running instance it works with. The environment takes precedence.
 * An operator chooses everything that it leaves open once, and the choice is stored, encrypted, in the panel's
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
  const row = await db().selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  const text = row ? unseal(row.value, KEY) : null;
  return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
}

/** Loads the operator's stored choice. */
export async function loadConnection(): Promise<void> {
  const stored = await readStored();
  if (stored !== null) setConnection(stored.mode === "connected" ? stored : {});
}

/** Loads the choice at startup and whenever another replica changes it. */
export async function followConnection(): Promise<void> {
  await loadConnection();
  processSingleton("connection-announcements", () => onAnnouncement(CHANNEL, () => void loadConnection()));
}

/**
 * Decides whether to ask an operator before the panel acts as the instance. Called at startup, after the file was
 * read.
 */
export async function askIfFileOfOthers(): Promise<void> {
  // Unattended setup: nobody can be asked, so this panel is the instance unless the environment sets one.
  if (env().operatorUsername !== undefined || (await readStored()) !== null) return;
  setConnection({ isOpen: (await isFileOfOthers()) && !(await hasUsers()) });
}

/** Whether this panel's own instance has users, which shows that the panel has acted as the instance before. */
const hasUsers = async (): Promise<boolean> =>
  (await db().selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Whether the file seems to belong to another server: its edition implies it, or its API's address is not the
 * panel's.
 */
export async function isFileOfOthers(): Promise<boolean> {
  const settings = await configFile()
    .settings()
    .catch(() => null);
  if (settings === null) return false;
  if (settings.edition.isOfOtherServer) return true;
  const address = settings.get("api.endpointPublic");
  if (!address || !URL.canParse(address)) return false;
  const { hostname, origin } = new URL(address);
  return !LOOPBACK.test(hostname) && origin !== new URL(env().publicUrl).origin;
}

/** An address without a version or a slash at its end. @throws AppError `invalid-settings` */
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
 * Stores an operator's choice of the instance and applies it.
 * @param actor the name for the audit log and the history
 * @throws AppError `conflict` if the environment sets it
 */
export async function saveConnection(actor: Author, entered: ConnectionChoice): Promise<void> {
  const { isInstanceFixed, instanceApiUrl, instanceOperatorToken } = env();
  if (isInstanceFixed && (entered.mode === "standalone" || normalUrl(entered.url) !== instanceApiUrl))
    throw new AppError(
      "conflict",
      "INSTANCE_API_URL sets the instance. Change the variable, and restart the panel.",
    );
  const stored = storedAs(entered, instanceApiUrl, instanceOperatorToken);
  const target = stored.mode === "connected" ? stored.url : "this panel";
  await audited(db(), { actor, action: "instance.connection", target }, async () => {
    const row = { key: KEY, value: seal(JSON.stringify(stored), KEY) };
    await db()
      .insertInto("meta")
      .values(row)
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: row.value }))
      .execute();
  });
  setConnection(stored.mode === "connected" ? stored : {});
  await announce(CHANNEL);
  // If the file cannot be written now, its keys are generated when the first token is requested.
  if (stored.mode === "standalone")
    await configFile()
      .generate(actor)
      .catch((err: unknown) => log().warn({ err }, "No keys were generated yet"));
}

/** The panel's stored token for an address, so that it can be tried without being entered again. */
export function storedToken(address: string): string | undefined {
  const { instanceApiUrl, instanceOperatorToken } = env();
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
  // A token is only valid for the address that it was entered for.
  const kept = next === url ? operatorToken : undefined;
  const token = entered.operatorToken === undefined ? kept : (entered.operatorToken ?? undefined);
  return { mode: "connected", url: next, ...(token !== undefined && { operatorToken: token }) };
}

/** The connection as the Instance page shows it. Never contains the token. */
export async function connectionView(): Promise<ConnectionView> {
  const { instanceApiUrl, instanceOperatorToken, isInstanceFixed, isOperatorTokenFixed, isModeOpen } = env();
  const [settings, isOthers, stored] = await Promise.all([
    configFile()
      .settings()
      .catch(() => null),
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
