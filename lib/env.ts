import "server-only";
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { isTooWide } from "@/lib/shared/settings/proxy-width";
import { roles } from "@/lib/shared/role";

/*
 * All environment variables of the panel, with their documentation. They are in one file because some checks compare
 * several variables.
 */

/** `1`, `true`, `yes` and `on` are true. Unset, empty, `0`, `false`, `no` and `off` are false. */
const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["", "0", "false", "no", "off", "1", "true", "yes", "on"]))
  .transform((text) => ["1", "true", "yes", "on"].includes(text));

/** A command as a JSON list of strings: the program, then its arguments. */
const words = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "is not JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string().regex(/^[^\0]+$/)).min(1));

/** IP addresses and address ranges, separated by commas or blanks. */
const ranges = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (list) => list.every((range) => ipaddr.isValid(range) || ipaddr.isValidCIDR(range)),
    "must list addresses and ranges, such as 10.0.0.0/8, fd00::/8",
  );

/** Like `ranges`, but also accepts names of ranges (`lib/server/http/door/address.ts`). The value stays a string. */
const entriesOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

const proxies = z
  .string()
  .refine(
    (text) =>
      entriesOf(text).every(
        (entry) =>
          /^(?:loopback|linklocal|uniquelocal)$/i.test(entry) ||
          ipaddr.isValid(entry) ||
          ipaddr.isValidCIDR(entry),
      ),
    "must list addresses, ranges, or the names loopback, linklocal and uniquelocal, such as loopback, 10.0.0.0/8",
  )
  .refine(
    (text) => !isTooWide(entriesOf(text)),
    "must not cover more public addresses than a /8 (IPv6: a /16); list only your own proxies",
  );

/**
 * Matches one item of INSTANCE_RELOAD and the comma after it. Each item is a way to reload the instance: `broker`, or
 * `command:` and a JSON list of strings. The former way `api` matches too, so that it is refused with a reason.
 */
const way = /\s*(broker|api|command:\s*\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\])\s*(?:,(?=.)|$)/sy;

/** Splits INSTANCE_RELOAD into its items, in the order given. Returns null if the text is not valid. */
function splitWays(text: string): string[] | null {
  const items: string[] = [];
  way.lastIndex = 0;
  while (way.lastIndex < text.length) {
    const match = way.exec(text);
    if (match?.[1] === undefined) return null;
    items.push(match[1]);
  }
  return items;
}

function wayOf(text: string): Reload | null {
  if (text === "broker") return { way: text };
  const command = words.safeParse(text.slice("command:".length));
  return command.success ? { way: "command", command: command.data } : null;
}

/**
 * How the panel makes the instance reload its file: `command:["…", …]`, `broker`, or both with a comma between them. The
 * result lists the less disruptive way first.
 */
const reload = z.string().transform((text, context): Reload[] => {
  const items = splitWays(text);
  if (items?.includes("api")) {
    context.addIssue({
      code: "custom",
      message:
        'api is no longer supported, because servers ignore the request to stop. Use command: with the command that restarts the instance, such as command:["systemctl","restart","chat"]',
    });
    return z.NEVER;
  }
  const ways = items?.map(wayOf) ?? [null];
  const known = ways.filter((one) => one !== null);
  const restarts = known.filter(isRestart);
  const reloads = known.filter((one) => !isRestart(one));
  if (known.length === ways.length && restarts.length <= 1 && reloads.length <= 1)
    return [...reloads, ...restarts];
  context.addIssue({
    code: "custom",
    message:
      'must be broker, or command: with a JSON list of the program and its arguments, such as command:["systemctl","restart","chat"]; or both with a comma between them',
  });
  return z.NEVER;
});

export type Reload = { way: "broker" } | { way: "command"; command: string[] };

export type InstanceLogSource =
  | { kind: "file"; path: string }
  | { kind: "journald"; unit: string }
  | { kind: "command"; command: string[] };

const instanceLog = z.string().transform((text, context): InstanceLogSource => {
  const [, kind, rest = ""] = /^\s*(file|journald|command):\s*(.*?)\s*$/s.exec(text) ?? [];
  const command = kind === "command" ? words.safeParse(rest) : null;
  if (command?.success) return { kind: "command", command: command.data };
  if (kind === "file" && isAbsolute(rest)) return { kind, path: rest };
  if (kind === "journald" && /^[\w:@.\\-]+$/.test(rest) && !rest.startsWith("-")) return { kind, unit: rest };
  context.addIssue({
    code: "custom",
    message:
      'must be file: with an absolute path, journald: with the name of a unit, or command: with a JSON list of a program and its arguments, such as command:["docker","logs","--follow","--tail=100","chat"]',
  });
  return z.NEVER;
});

export const isRestart = ({ way: name }: Pick<Reload, "way">): boolean => name !== "broker";

const httpAddress = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });

export const webhookAddress = httpAddress.refine(
  (url) => !/^[^:]+:\/\/[^/]*@/.test(url),
  "must not have a username or password",
);

const auditSink = z
  .string()
  .refine(
    (text) =>
      /^file:\/[^\0]+$/.test(text) || (URL.canParse(text) && /^(?:syslog|https?):\/\/[^/]/.test(text)),
    "must be file: and an absolute path, syslog://host:port, or an http:// or https:// address",
  );

/** Example: `admins=owner, staff=editor, *=viewer` assigns a role to each value of the OIDC claim. */
const roleRules = z.string().transform((text, context) => {
  const rules = text.split(",").map((part) => {
    const [, value = "", role = ""] = /^\s*(.+?)\s*=\s*(\w+)\s*$/.exec(part) ?? [];
    return { value, role: roles.find((one) => one === role) };
  });
  const known = rules.flatMap(({ value, role }) => (role ? [{ value, role }] : []));
  if (known.length === rules.length) return known;
  context.addIssue({
    code: "custom",
    message: "must list values and roles, such as admins=owner, staff=editor, *=viewer",
  });
  return z.NEVER;
});

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

const schema = z.object({
  CONFIG_PATH: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(365).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres:// (leave it unset for SQLite)")
    .optional(),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z
    .string()
    .transform((text) => (text.startsWith("/") ? text : Number(text)))
    .refine(
      (port) => typeof port === "string" || (Number.isInteger(port) && port >= 0 && port <= 65_535),
      "must be a number from 1 to 65535, or the absolute path of a socket",
    )
    .default(3000),
  BASE_PATH: z
    .string()
    .transform((path) => path.replace(/\/+$/, ""))
    .refine((path) => /^(?:(?:\/[\w.~-]+)+)?$/.test(path), "must be a path such as /admin")
    .default(""),
  TRUSTED_PROXIES: proxies.optional(),
  NEXTAUTH_URL: httpAddress.optional(),
  NEXTAUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  OPERATOR_USERNAME: z.string().min(1).optional(),
  OPERATOR_PASSWORD: z.string().min(1).optional(),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be an https:// address" })
    .refine((url) => /^https:/i.test(url) || LOOPBACK.test(url), "must be an https:// address")
    .refine(
      (url) => !/^[^:]+:\/\/[^/]*@|[?#]/.test(url),
      "must not have a username, password, query or fragment",
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_SCOPES: z
    .string()
    .regex(/^openid(?: |$)/, "must begin with openid")
    .default("openid profile email"),
  OIDC_NAME: z.string().min(1).max(40, "must have at most 40 characters").default("single sign-on"),
  OIDC_ROLE_CLAIM: z.string().min(1).default("groups"),
  OIDC_ROLES: roleRules.optional(),
  PASSWORD_SIGN_IN: flag.default(true),
  INSTANCE_API_URL: httpAddress
    // The panel shows this address to operators and logs it, so it must not contain a password or a token.
    .refine(
      (url) => !/^[^:]+:\/\/[^/]*@|[?#]/.test(url),
      "must not have a username, password, query or fragment",
    )
    .optional(),
  INSTANCE_API_TIMEOUT: z.coerce.number().int().min(100).max(600_000).default(15_000),
  INSTANCE_USER_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, "must be one word of letters, digits and dots")
    .optional(),
  INSTANCE_OPERATOR_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be one word, as returned by the instance's sign-in")
    .optional(),
  INSTANCE_PROBE_CHANNEL: z
    .string()
    .regex(/^\d{1,20}$/, "must be the id of a channel")
    .optional(),
  INSTANCE_PROBE_MAIL: z.email("must be an email address").optional(),
  INSTANCE_RELOAD: reload.optional(),
  INSTANCE_LOG: instanceLog.optional(),
  INSTANCE_HEALTH_TIMEOUT: z.coerce.number().int().min(5).max(3_600).default(60),
  CONFIG_EDITION: z.string().min(1).optional(),
  CONFIG_NAMING: z.enum(["neutral", "branded"]).optional(),
  CONFIG_READONLY: flag.default(false),
  CONFIG_RULES: z.string().min(1).optional(),
  GIT_MIRROR: z.string().min(1).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, "must have at least 16 characters and no spaces")
    .optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  LOG_FORMAT: z.enum(["json", "text"]).default("json"),
  AUDIT_KEY: z.string().min(32, "must have at least 32 characters").optional(),
  AUDIT_SINK: auditSink.optional(),
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  AUDIT_USER_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  CONFIG_REVISIONS: z.coerce.number().int().min(2).max(100_000).default(500),
  CHECK_ALLOW: ranges.default([]),
  WATCH_INTERVAL: z.coerce.number().int().min(0).max(3_600).default(30),
  NOTIFY_URL: webhookAddress.optional(),
  NOTIFY_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  NOTIFY_DISCORD_URL: webhookAddress.optional(),
  NOTIFY_NTFY_URL: webhookAddress.optional(),
  NOTIFY_NTFY_TOKEN: z.string().min(1).optional(),
  NOTIFY_MAIL_SERVER: z
    .string()
    .regex(/^smtps?:\/\/[^/]+\/?$/, "must be an address such as smtps://user:password@mail.example.org:465")
    .optional(),
  NOTIFY_MAIL_FROM: z.email("must be an email address").optional(),
  NOTIFY_MAIL_TO: z.email("must be an email address").optional(),
});

/** Variables that may instead name a file with their value: `NEXTAUTH_SECRET_FILE`, as container secrets are mounted. */
const SECRET_VARIABLES = [
  "DATABASE_URL",
  "NEXTAUTH_SECRET",
  "OPERATOR_PASSWORD",
  "OIDC_CLIENT_SECRET",
  "INSTANCE_USER_TOKEN",
  "INSTANCE_OPERATOR_TOKEN",
  "METRICS_TOKEN",
  "NOTIFY_URL",
  "NOTIFY_SECRET",
  "NOTIFY_DISCORD_URL",
  "NOTIFY_NTFY_URL",
  "NOTIFY_NTFY_TOKEN",
  "NOTIFY_MAIL_SERVER",
  "AUDIT_KEY",
  "AUDIT_SINK",
] as const satisfies readonly (keyof typeof schema.shape)[];

type Variables = Readonly<Record<string, string | undefined>>;

function credentialFile({ CREDENTIALS_DIRECTORY: folder }: Variables, name: string): string | undefined {
  if (!folder) return undefined;
  const path = join(/* turbopackIgnore: true */ folder, name);
  return existsSync(path) ? path : undefined;
}

/**
 * Reads the files that `<VARIABLE>_FILE` variables name, and systemd's credentials with the name of a variable. A
 * trailing line break is not part of the value.
 */
function readSecretFiles(variables: Variables): Variables {
  const values: Record<string, string> = {};
  for (const name of SECRET_VARIABLES) {
    const given = variables[`${name}_FILE`];
    const path = given || credentialFile(variables, name);
    if (!path) continue;
    const source = given ? `${name}_FILE` : `the credential ${name}`;
    if (variables[name]) throw new Error(`Both ${name} and ${source} are set. Remove one and start again.`);
    try {
      values[name] = readFileSync(/* turbopackIgnore: true */ path, "utf8").replace(/\r?\n$/, "");
    } catch (cause) {
      throw new Error(
        `The file of ${name}, ${path}, could not be read (${(cause as NodeJS.ErrnoException).code}). Check the path and its permissions, and start again.`,
        { cause },
      );
    }
    if (values[name] === "")
      throw new Error(`The file of ${name}, ${path}, is empty. Write the value into it and start again.`);
  }
  return { ...variables, ...values };
}

/**
 * Null if none is configured.
 * @throws Error if a variable of the provider is missing, or if no way to sign in remains
 */
function oidcIn(raw: z.infer<typeof schema>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = raw;
  if (issuer && clientId && clientSecret && raw.OIDC_ROLES)
    return {
      issuer: issuer.replace(/\/+$/, ""),
      clientId,
      clientSecret,
      scopes: raw.OIDC_SCOPES,
      name: raw.OIDC_NAME,
      roleClaim: raw.OIDC_ROLE_CLAIM,
      roles: raw.OIDC_ROLES,
    };
  if (issuer ?? clientId ?? clientSecret ?? raw.OIDC_ROLES)
    throw new Error(
      "Sign-in with OpenID Connect needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ROLES. Set all four and start again.",
    );
  if (!raw.PASSWORD_SIGN_IN)
    throw new Error(
      "PASSWORD_SIGN_IN=0 needs another way to sign in: OIDC_ISSUER. Set it, or allow passwords, and start again.",
    );
  return null;
}

/** @throws Error if nothing determines the address */
function publicUrlIn({ NEXTAUTH_URL: given, HOST, PORT, BASE_PATH }: z.infer<typeof schema>): string {
  if (given === undefined && typeof PORT === "string")
    throw new Error(
      "PORT is a socket, so browsers reach the panel only through a proxy. Set NEXTAUTH_URL to the proxy's address and start again.",
    );
  const url = given ?? `http://${HOST === "::1" ? "[::1]" : "localhost"}:${PORT}`;
  return BASE_PATH === "" ? url : `${new URL(url).origin}${BASE_PATH}`;
}

export type Oidc = NonNullable<ReturnType<typeof oidcIn>>;

/** @throws Error that names each invalid variable */
export function parseEnv(environment: Variables) {
  const variables = readSecretFiles(environment);
  // An empty variable counts as unset, because compose files and unit files may define variables without a value.
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])),
  );
  const result = schema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(
      `Some environment variables are not valid. Correct them and start again.\n${lines.join("\n")}`,
    );
  }
  const raw = result.data;
  const absolute = (path: string) =>
    isAbsolute(path) ? path : resolve(/* turbopackIgnore: true */ process.cwd(), path);
  const dataDir = absolute(raw.DATA_DIR);
  const configPath = raw.CONFIG_PATH
    ? absolute(raw.CONFIG_PATH)
    : join(/* turbopackIgnore: true */ dataDir, "config.json");
  return {
    configPath,
    gitMirror: raw.GIT_MIRROR ? absolute(raw.GIT_MIRROR) : undefined,
    /** The file with the operator's own rules. The default file may be missing. */
    configRules: raw.CONFIG_RULES
      ? { path: absolute(raw.CONFIG_RULES), isRequired: true }
      : { path: configPath.replace(/(?:\.json)?$/, ".rules.json"), isRequired: false },
    dataDir,
    backupDir: raw.BACKUP_DIR
      ? absolute(raw.BACKUP_DIR)
      : join(/* turbopackIgnore: true */ dataDir, "backups"),
    /** How many backups the panel stores. If undefined, an owner chooses the number in the panel. */
    backupKeep: raw.BACKUP_KEEP,
    databaseUrl: raw.DATABASE_URL,
    host: raw.HOST,
    port: raw.PORT,
    publicUrl: publicUrlIn(raw),
    /** The path below which the panel is served, such as `/admin`. Empty by default. */
    basePath: raw.BASE_PATH,
    /** Whether NEXTAUTH_URL sets the panel's address. The default address works only on this machine. */
    isAddressKnown: raw.NEXTAUTH_URL !== undefined,
    isHttps: /^https:/i.test(raw.NEXTAUTH_URL ?? ""),
    /**
     * The reverse proxies in front of the panel. If undefined, standalone mode uses the proxies in the configuration
     * file, and other modes trust no proxy.
     */
    trustedProxies: raw.TRUSTED_PROXIES,
    nextAuthSecret: raw.NEXTAUTH_SECRET,
    /** Values that no output shows. */
    secretTexts: SECRET_VARIABLES.flatMap((name) => given[name] ?? []),
    operatorUsername: raw.OPERATOR_USERNAME,
    operatorPassword: raw.OPERATOR_PASSWORD,
    oidc: oidcIn(raw),
    /**
     * Whether all operators may sign in with a password. If false, only operators whose password was reset on the
     * command line may sign in with it.
     */
    passwordSignIn: raw.PASSWORD_SIGN_IN,
    /** The API address without a trailing version such as `/v9`, because each request adds one. */
    givenApiUrl: raw.INSTANCE_API_URL?.replace(/\/+$/, "").replace(/\/v\d+$/, ""),
    instanceApiTimeout: raw.INSTANCE_API_TIMEOUT,
    /** The token of a user of the upstream instance. Only the provision command uses it. */
    instanceUserToken: raw.INSTANCE_USER_TOKEN,
    /**
     * The token of an instance user with the OPERATOR right. With this token, the instance returns its whole
     * configuration.
     */
    givenOperatorToken: raw.INSTANCE_OPERATOR_TOKEN,
    /** The instance's channel for test uploads. If unset, the panel makes no test uploads. */
    probeChannel: raw.INSTANCE_PROBE_CHANNEL,
    /** The recipient of a test email after an apply. If unset, the panel sends no test email. */
    probeMail: raw.INSTANCE_PROBE_MAIL,
    /**
     * The ways to apply the file to the running instance, least disruptive first. If empty, an operator must
     * restart the instance.
     */
    instanceReload: raw.INSTANCE_RELOAD ?? [],
    /** Where the instance's output is read. Without it, the panel does not show the output. */
    instanceLog: raw.INSTANCE_LOG,
    instanceHealthTimeout: raw.INSTANCE_HEALTH_TIMEOUT * 1_000,
    configEdition: raw.CONFIG_EDITION === undefined ? undefined : absolute(raw.CONFIG_EDITION),
    configNaming: raw.CONFIG_NAMING,
    configReadOnly: raw.CONFIG_READONLY,
    /** Bearer token for `GET /api/metrics`. If unset, the panel does not serve metrics. */
    metricsToken: raw.METRICS_TOKEN,
    logLevel: raw.LOG_LEVEL,
    logFormat: raw.LOG_FORMAT,
    isDemo: environment.INSTANCE_ADMIN_DEMO === "1",
    /** The key of the audit log. If undefined, the key is in a file of the data folder. */
    auditKey: raw.AUDIT_KEY,
    /** The second place for audit entries. Its address may contain a token: never show or log it. */
    auditSink: raw.AUDIT_SINK,
    auditRetention: { days: raw.AUDIT_RETENTION_DAYS, userDays: raw.AUDIT_USER_RETENTION_DAYS },
    configRevisions: raw.CONFIG_REVISIONS,
    /**
     * Private address ranges that connection checks may reach, in addition to the addresses in the configuration file.
     */
    checkAllow: raw.CHECK_ALLOW,
    /** Seconds between two samples of the running instance. 0 turns monitoring off. */
    watchInterval: raw.WATCH_INTERVAL,
    /** The address of the webhook for notifications. It contains a token: never show or log it. */
    /** Settings of notification channels. They contain credentials: never show or log them. */
    givenChannels: {
      webhook: { url: raw.NOTIFY_URL, secret: raw.NOTIFY_SECRET },
      discord: { url: raw.NOTIFY_DISCORD_URL },
      email: { server: raw.NOTIFY_MAIL_SERVER, from: raw.NOTIFY_MAIL_FROM, to: raw.NOTIFY_MAIL_TO },
      ntfy: { url: raw.NOTIFY_NTFY_URL, token: raw.NOTIFY_NTFY_TOKEN },
    },
  };
}

export type Env = Readonly<ReturnType<typeof parseEnv>>;

/** @throws Error; the message names each invalid variable */
export const readEnv = (): Env => Object.freeze(parseEnv(process.env));
