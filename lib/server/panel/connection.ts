import "server-only";
import type { Logger } from "pino";
import * as z from "zod";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { PanelSettings } from "@/lib/panel-settings";
import type { Audit } from "@/lib/server/audit";
import type { ConfigFile } from "@/lib/server/config-file";
import { type Announcer, type Db, readMeta, writeMeta } from "@/lib/server/db";
import type { Operators } from "@/lib/server/operators";
import type { Author } from "@/lib/shared/author";
import type { ConnectionChoice, ConnectionView } from "@/lib/shared/contract/instance";

const KEY = "instance-connection";
const CHANNEL = "instance_admin_connection";

const schema = z.union([
  z.object({ mode: z.literal("standalone") }),
  z.object({ mode: z.literal("connected"), url: z.string(), operatorToken: z.string().optional() }),
]);
type Stored = z.output<typeof schema>;

interface ConnectionDeps {
  env: Pick<Env, "operatorUsername" | "publicUrl">;
  db: Db;
  log: Pick<Logger, "warn">;
  audit: Pick<Audit, "audited">;
  config: Pick<ConfigFile, "settings" | "generate">;
  panelSettings: PanelSettings;
  operators: Pick<Operators, "seal" | "unseal">;
  announcements: Announcer;
}

export async function readConnection(db: Db, { unseal }: Pick<Operators, "unseal">): Promise<Stored | null> {
  const sealed = await readMeta(db, KEY);
  const text = sealed === undefined ? null : unseal(sealed, KEY);
  return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
}

export type Connection = ReturnType<typeof createConnection>;

/**
 * The choice of the panel's mode. In standalone mode, the panel acts as the instance: it serves the instance API itself.
 * In connected mode, the panel uses the API of a running instance. Environment variables take precedence. If no variable
 * is set, an operator chooses, and the choice is stored encrypted in the panel's database.
 */
export function createConnection({
  env,
  db,
  log,
  audit,
  config,
  panelSettings,
  operators,
  announcements,
}: ConnectionDeps) {
  const readStored = () => readConnection(db, operators);

  async function load(): Promise<void> {
    const stored = await readStored();
    if (stored !== null) panelSettings.setConnection(stored.mode === "connected" ? stored : {});
  }

  /** Whether the local store has users. If it does, the panel has acted as the instance before. */
  const hasUsers = async (): Promise<boolean> =>
    (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;

  /**
   * Whether the file seems to belong to another server. This is the case if the file spells its settings as
   * another server program does, or if the file's public API address is neither a loopback address nor at the
   * panel's origin.
   */
  async function isFileOfOthers(): Promise<boolean> {
    const settings = await readableSettings(config);
    if (settings === null) return false;
    if (settings.edition.isOfOtherServer) return true;
    const address = settings.get("api.endpointPublic");
    if (!address || !URL.canParse(address)) return false;
    const { hostname, origin } = new URL(address);
    return !LOOPBACK.test(hostname) && origin !== new URL(env.publicUrl).origin;
  }

  return {
    load,
    isFileOfOthers,

    async follow(): Promise<void> {
      await load();
      announcements.onAnnouncement(CHANNEL, () => void load().catch(() => undefined));
    },

    /**
     * Decides at startup, after the file was read, whether an operator must choose the mode before the panel acts
     * as the instance.
     */
    async askIfFileOfOthers(): Promise<void> {
      // OPERATOR_USERNAME means that setup is unattended. Nobody could choose, so the panel acts as the instance.
      if (env.operatorUsername !== undefined || (await readStored()) !== null) return;
      panelSettings.setConnection({ isOpen: (await isFileOfOthers()) && !(await hasUsers()) });
    },

    /**
     * @param actor the author for the audit log and the history
     * @throws AppError `conflict` if an environment variable sets the instance
     */
    async save(actor: Author, choice: ConnectionChoice): Promise<void> {
      const { instanceApiUrl, instanceOperatorToken, isInstanceFixed, isOperatorTokenFixed } = panelSettings;
      if (isInstanceFixed && (choice.mode === "standalone" || normalUrl(choice.url) !== instanceApiUrl))
        throw new AppError(
          "conflict",
          "INSTANCE_API_URL sets the instance. Change the variable, and restart the panel.",
        );
      const enteredToken = isOperatorTokenFixed ? undefined : instanceOperatorToken;
      const stored = storedAs(choice, instanceApiUrl, enteredToken);
      const target = stored.mode === "connected" ? stored.url : "this panel";
      const entry = { actor, action: "instance.connection", target };
      await audit.audited(db, entry, () => writeMeta(db, KEY, operators.seal(JSON.stringify(stored), KEY)));
      panelSettings.setConnection(stored.mode === "connected" ? stored : {});
      await announcements.announce(CHANNEL);
      // If the signing keys cannot be written to the file now, they are generated at the first request for a token.
      if (stored.mode === "standalone")
        await config.generate(actor).catch((err: unknown) => log.warn({ err }, "No keys were generated yet"));
    },

    /**
     * Returns the stored token if it belongs to this address, so that operators can test the connection without
     * entering the token again.
     */
    storedToken(address: string): string | undefined {
      const { instanceApiUrl, instanceOperatorToken } = panelSettings;
      return addressOf(address) === instanceApiUrl ? instanceOperatorToken : undefined;
    },

    async view(): Promise<ConnectionView> {
      const { instanceApiUrl, instanceOperatorToken, isModeOpen, isInstanceFixed, isOperatorTokenFixed } =
        panelSettings;
      const [settings, isOthers, stored] = await Promise.all([
        readableSettings(config),
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
    },
  };
}

export const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

export const readableSettings = (config: Pick<ConfigFile, "settings">) => config.settings().catch(() => null);

/** Returns the API's address without its version, or null if the text is no such address. */
export function addressOf(typed: string): string | null {
  const text = typed
    .trim()
    .replace(/\/+$/, "")
    .replace(/\/v\d+$/, "");
  const url = URL.canParse(text) ? new URL(text) : null;
  const isAddress = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
  return isAddress ? text : null;
}

/** @throws AppError `invalid-settings` */
export function normalUrl(typed: string): string {
  const address = addressOf(typed);
  if (address !== null) return address;
  throw new AppError("invalid-settings", "Enter an address such as https://chat.example.org/api.", {
    problems: [{ path: "url", message: "Enter an address such as https://chat.example.org/api." }],
  });
}

function storedAs(
  choice: ConnectionChoice,
  url: string | undefined,
  operatorToken: string | undefined,
): Stored {
  if (choice.mode === "standalone") return choice;
  const next = normalUrl(choice.url);
  // A stored token belongs to one address, so drop it if the address changes.
  const storedToken = next === url ? operatorToken : undefined;
  const token = choice.operatorToken === undefined ? storedToken : (choice.operatorToken ?? undefined);
  return { mode: "connected", url: next, ...(token !== undefined && { operatorToken: token }) };
}
