/** The times of the soak's requests: where each request waited, by the client, the proxy and the panel's log. */

/** Milliseconds. */
export interface Timed {
  /** The `X-Request-Id` of the answer, with which the panel logs the request. */
  id: string;
  isSave: boolean;
  /** From the planned time until the client sent the request. Longer if the client had no time. */
  late: number;
  /** Until the request had a socket, and the socket was connected. */
  connect: number;
  /** Until the first byte of the answer. */
  firstByte: number;
  /** Until the end of the answer. */
  body: number;
  /** In the proxy, of the last attempt: until it was connected to the panel, and until the first byte of the answer. */
  proxy: { connect: number; firstByte: number };
}

/** From the planned time, so that requests that had to wait for their turn count with their wait. */
const total = ({ late, connect, firstByte, body }: Timed) => late + connect + firstByte + body;
const sinceSent = ({ connect, firstByte, body }: Timed) => connect + firstByte + body;

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))] ??
  0;

/** Reads the panel's own time for each request (ms) from its log. */
export function loggedTimes(logs: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const log of logs)
    for (const [, id = "", ms = ""] of log.matchAll(/"requestId":"([^"]+)"[^\n]*?"ms":(\d+)/g))
      times.set(id, Number(ms));
  return times;
}

const ms = (value: number) => Math.round(value).toLocaleString("en");

function row(name: string, times: readonly number[]): string {
  const parts = [0.5, 0.95, 0.99].map((part) => percentile(times, part));
  return `| ${[name, ...[...parts, Math.max(0, ...maxOf(times))].map(ms)].join(" | ")} |`;
}

/** `Math.max` with a hundred thousand arguments would overflow the stack. */
const maxOf = (times: readonly number[]) =>
  times.length === 0 ? [] : [times.reduce((max, time) => Math.max(max, time))];

/** @param probe times of a process that only measures */
export function timesTable(
  timed: readonly Timed[],
  logged: Map<string, number>,
  probe: readonly number[],
): string {
  const both = timed.filter(({ id }) => logged.has(id));
  const inPanel = ({ id }: Timed) => logged.get(id) ?? 0;
  const saves = both.filter(({ isSave }) => isSave);
  const reads = both.filter(({ isSave }) => !isSave);
  return [
    "| milliseconds | p50 | p95 | p99 | max |",
    "| --- | --- | --- | --- | --- |",
    row("reads, at the client, from the planned time", reads.map(total)),
    row("reads, at the client, from sending", reads.map(sinceSent)),
    row("reads, in the panel's log", reads.map(inPanel)),
    row("saves, at the client", saves.map(sinceSent)),
    row("saves, in the panel's log", saves.map(inPanel)),
    row("reads, in a process that only measures, from the planned time", probe),
    "",
    "| where the slowest 1 % of the reads waited (mean ms) | |",
    "| --- | --- |",
    ...whereSlowWaited(reads, inPanel).map(([name, value]) => `| ${name} | ${ms(value)} |`),
    "",
    `${both.length.toLocaleString("en")} of ${timed.length.toLocaleString("en")} requests are in the panel's log by their id.`,
  ].join("\n");
}

function whereSlowWaited(reads: readonly Timed[], inPanel: (one: Timed) => number): [string, number][] {
  const slow = reads
    .toSorted((one, other) => total(other) - total(one))
    .slice(0, Math.max(1, Math.ceil(reads.length / 100)));
  const mean = (of: (one: Timed) => number) =>
    slow.reduce((sum, one) => sum + Math.max(0, of(one)), 0) / Math.max(1, slow.length);
  return [
    ["in the client, before sending", mean(({ late }) => late)],
    ["for a socket and its connection", mean(({ connect }) => connect)],
    [
      "between client and proxy, with the proxy's own time and attempts",
      mean(({ firstByte, proxy }) => firstByte - proxy.connect - proxy.firstByte),
    ],
    ["for the proxy's connection to the panel", mean(({ proxy }) => proxy.connect)],
    ["at the panel, before it counts", mean((one) => one.proxy.firstByte - inPanel(one))],
    ["in the panel, as it logs", mean(inPanel)],
    ["for the rest of the answer", mean(({ body }) => body)],
  ];
}
