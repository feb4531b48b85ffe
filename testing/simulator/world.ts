import { merged } from "@/testing/running-instance/file.mjs";

/** A seeded source of random numbers (mulberry32). */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  from<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!;
  }
}

/** Time that passes only when somebody waits. Events that are due by then run first, one after the other. */
export class VirtualClock {
  private time = 1_900_000_000_000;
  private events: { at: number; run: () => Promise<void> }[] = [];

  now = (): number => this.time;
  elapsed = (): number => this.time;
  /** Limits of other work never apply: in virtual time, work takes no time unless it waits. */
  alarm = (): Promise<void> => new Promise(() => undefined);

  at(delay: number, run: () => Promise<void>): void {
    this.events.push({ at: this.time + delay, run });
  }

  wait = async (ms: number): Promise<void> => {
    const until = this.time + ms;
    for (;;) {
      const [next] = this.events.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.events = this.events.filter((one) => one !== next);
      this.time = Math.max(this.time, next.at);
      await next.run();
    }
    this.time = Math.max(this.time, until);
  };
}

type Section = Record<string, unknown>;
export type Config = Record<string, Section>;

const defaults: Config = {
  general: { instanceName: "Spacebar Instance", instanceDescription: null },
  limits: { rate: { enabled: false, ip: { count: 500, window: 5 } } },
  register: { requireInvite: false },
  email: { smtp: { password: null } },
  rabbitmq: { host: null },
};

export interface Habits {
  /** Whether the parts report when they started. */
  hasMetrics: boolean;
  /** Whether the process writes the file at its start, with defaults and values from its environment. */
  rewrites: boolean;
  /** The broker's address from the environment. */
  broker: string | null;
}

/** The running instance: a process that reads the file when it starts, or when it gets a reload event. */
export class Process {
  isUp = false;
  startedAt = 0;
  /** What the process uses now, and what it used when it started. */
  config: Config = defaults;
  atStart: Config = defaults;
  /** The file as the process read it at its start. */
  readText = "{}";
  /** The configurations that a process has run with. */
  readonly ran = new Set<string>();

  constructor(
    private readonly clock: VirtualClock,
    readonly habits: Habits,
    private readonly file: { text: string; write: (text: string) => void },
  ) {}

  /** Reads a file as the process does. Returns null if the process would exit. */
  read(text: string): Config | null {
    const document = parsed(text);
    if (document === null) return null;
    const config = merged(defaults, document) as Config;
    if (this.habits.broker !== null) config.rabbitmq = { host: this.habits.broker };
    const isRefused =
      typeof config.limits !== "object" ||
      config.general?.instanceDescription === "refused" ||
      (config.future !== undefined && typeof config.future.limit !== "number");
    return isRefused ? null : config;
  }

  start(): void {
    const config = this.read(this.file.text);
    this.isUp = config !== null;
    this.readText = this.file.text;
    this.startedAt = this.clock.now();
    if (config === null) return;
    this.config = this.atStart = config;
    this.ran.add(JSON.stringify(sorted(config)));
    if (this.habits.rewrites) this.file.write(JSON.stringify(config, null, 4));
  }

  reload(): void {
    const config = this.isUp ? this.read(this.file.text) : null;
    if (config === null) return;
    this.config = config;
    this.ran.add(JSON.stringify(sorted(config)));
  }

  /** Whether a process has run with the values of a file. */
  hasRun(text: string): boolean {
    const config = this.read(text);
    return config !== null && this.ran.has(JSON.stringify(sorted(config)));
  }

  /** Whether a process that starts with a file would answer clients, with a CDN if there was one. */
  serves(text: string): { api: boolean; cdn: boolean } {
    const config = this.read(text);
    const api = config !== null && !isLimited(config);
    return { api, cdn: api && config.general?.instanceDescription !== "no cdn" };
  }

  get isAnswering(): boolean {
    return this.isUp && !isLimited(this.atStart);
  }

  get hasCdn(): boolean {
    return this.isUp && this.config.general?.instanceDescription !== "no cdn";
  }
}

const isLimited = ({ limits }: Config): boolean => {
  const rate = limits?.rate as { enabled: boolean; ip: { count: number } };
  return rate.enabled && rate.ip.count < 5;
};

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
