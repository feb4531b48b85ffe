import { merged } from "@/testing/running-instance/file.mjs";
import type { VirtualClock } from "./clock";

type Section = Record<string, unknown>;
export type Config = Record<string, Section>;

const defaults: Config = {
  general: { instanceName: "Spacebar Instance", instanceDescription: null, frontPage: null },
  limits: { rate: { enabled: false, ip: { count: 500, window: 5 } } },
  register: { requireInvite: false },
  email: { senderAddress: null, smtp: { password: null } },
  rabbitmq: { host: null },
};

/** Values of settings that make the process fail. Those of `frontPage` do so only after an upgrade of the server. */
export const faults = {
  description: ["no cdn", "refused", "no sign-in"],
  /** Read only at the start: the process ends soon after it. */
  futureLimit: 1_000,
  frontPage: { refused: "https://old.example", noSignIn: "https://old-client.example" },
} as const;

/** What differs between instances. It stays the same during a run. */
export interface Habits {
  /** Whether the parts report when they started. */
  hasMetrics: boolean;
  /** Whether the process writes the file at its start, with defaults and values from its environment. */
  rewrites: boolean;
  /** The broker's address from the environment. */
  broker: string | null;
  /** Time (ms) between a start and the first response. */
  slowMs: number;
  /** Whether a service manager starts a process again that has ended. */
  isSupervised: boolean;
  /** Whether the command fails if the process ends at its start. */
  notifies: boolean;
  /** Whether the command of INSTANCE_RELOAD only makes the process read its file, without a restart. */
  onlyReloads: boolean;
  /** Whether the panel has an operator's token. Without it, the instance reports only its public settings. */
  hasToken: boolean;
  /** Whether the gateway is a separate process. */
  isSplit: boolean;
  /** Whether the command of INSTANCE_RELOAD leaves the gateway's process running. */
  onlyApi: boolean;
}

/** A process with the values that it uses now, and those that it used when it started. */
interface Gateway {
  startedAt: number;
  config: Config;
  atStart: Config;
}

const supervisedAfterMs = 2_000;
/** Less than the time between two looks of the panel. */
const flappingMs = 900;

/** The running instance: a process that reads the file when it starts, or when it gets a reload event. */
export class Process {
  startedAt = 0;
  /** What the process uses now, and what it used when it started. Null if no process is running. */
  config: Config | null = null;
  atStart: Config = defaults;
  /** The file as the process read it at its start. */
  readText = "{}";
  isUpgraded = false;
  /** How many of the next starts read a file that another process is writing, and end. */
  races = 0;
  /** Null if it is not a separate process, or if it is not running. */
  gateway: Gateway | null = null;
  /** The configurations with which a process has started and served clients, with the last time. */
  readonly served = new Map<string, number>();
  private started = 0;

  constructor(
    private readonly clock: VirtualClock,
    readonly habits: Habits,
    private readonly file: { text: string; write: (text: string) => void },
  ) {}

  /** The configuration that a process makes of a file. Null if the file is not JSON. */
  configOf(text: string): Config | null {
    const document = parsed(text);
    if (document === null) return null;
    const config = merged(defaults, document) as Config;
    if (this.habits.broker !== null) config.rabbitmq = { host: this.habits.broker };
    return config;
  }

  /** Reads a file as the process does. Returns null if the process would exit. */
  read(text: string): Config | null {
    const config = this.configOf(text);
    const isRefused =
      typeof config?.limits !== "object" ||
      config.general?.instanceDescription === "refused" ||
      (this.isUpgraded && config.general?.frontPage === faults.frontPage.refused) ||
      (config.future !== undefined && typeof config.future.limit !== "number");
    return isRefused ? null : config;
  }

  /** @param isWhole whether the gateway's process starts too */
  start({ isWhole = true } = {}): void {
    const number = (this.started += 1);
    const isRaced = this.races > 0;
    if (isRaced) this.races -= 1;
    const config = isRaced ? null : this.read(this.file.text);
    this.config = config;
    this.readText = this.file.text;
    this.startedAt = this.clock.now();
    if (isWhole)
      this.gateway =
        config && this.habits.isSplit ? { startedAt: this.startedAt, config, atStart: config } : null;
    if (config === null) return this.end(number);
    this.atStart = config;
    if (this.habits.rewrites) this.file.write(JSON.stringify(config, null, 4));
    this.clock.at(this.habits.slowMs, async () => this.note());
    if (flaps(config))
      this.clock.at(this.habits.slowMs + flappingMs, async () => {
        if (number === this.started) this.end(number);
      });
  }

  private end(number: number): void {
    this.config = null;
    if (!this.habits.isSupervised) return;
    this.clock.at(supervisedAfterMs, async () => {
      if (number === this.started) this.start({ isWhole: this.gateway === null });
    });
  }

  stop({ isWhole = true } = {}): void {
    this.started += 1;
    this.config = null;
    if (isWhole) this.gateway = null;
  }

  reload(): void {
    const config = this.isUp ? this.read(this.file.text) : null;
    if (config !== null) this.config = config;
    if (config !== null && this.gateway) this.gateway.config = config;
    this.note();
  }

  /** Records that the process serves clients with what it started with. */
  note(): void {
    if (!this.isAnswering || this.config === null || this.isFlapping) return;
    if (this.isWhole) this.served.set(keyOf(this.config), this.clock.now());
  }

  /** Whether every process uses the same values, and would use them after a restart. */
  get isWhole(): boolean {
    const { config, atStart, gateway } = this;
    const startOnly = ({ limits, rabbitmq, future }: Config) => keyOf({ limits, rabbitmq, future } as Config);
    return (
      config !== null &&
      startOnly(config) === startOnly(atStart) &&
      (gateway === null ||
        (keyOf(gateway.config) === keyOf(config) && startOnly(gateway.atStart) === startOnly(config)))
    );
  }

  /** When a process last served clients that had started with the values of a file. */
  servedAt(text: string): number | undefined {
    const config = this.configOf(text);
    return config === null ? undefined : this.served.get(keyOf(config));
  }

  /** Whether a process that starts with a file now would serve clients. */
  serves(text: string): { api: boolean; client: boolean; cdn: boolean } {
    const config = this.read(text);
    const api = config !== null && !isLimited(config) && !flaps(config);
    return {
      api,
      client: api && this.hasSignIn(config),
      cdn: api && config.general?.instanceDescription !== "no cdn",
    };
  }

  private hasSignIn({ general }: Config): boolean {
    const isOld = this.isUpgraded && general?.frontPage === faults.frontPage.noSignIn;
    return general?.instanceDescription !== "no sign-in" && !isOld;
  }

  get isUp(): boolean {
    return this.config !== null && this.clock.now() >= this.startedAt + this.habits.slowMs;
  }

  get isFlapping(): boolean {
    return this.config !== null && flaps(this.atStart);
  }

  get isAnswering(): boolean {
    return this.isUp && !isLimited(this.atStart);
  }

  get isServing(): boolean {
    return this.isAnswering && this.config !== null && this.hasSignIn(this.config);
  }

  get hasCdn(): boolean {
    return this.isUp && this.config?.general?.instanceDescription !== "no cdn";
  }
}

const isLimited = ({ limits }: Config): boolean => {
  const rate = limits?.rate as { enabled: boolean; ip: { count: number } };
  return rate.enabled && rate.ip.count < 5;
};

const flaps = ({ future }: Config): boolean => future?.limit === faults.futureLimit;

export const keyOf = (config: Config): string => JSON.stringify(sorted(config));

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
}

export function parsed(text: string): Config | null {
  try {
    return JSON.parse(text) as Config;
  } catch {
    return null;
  }
}
