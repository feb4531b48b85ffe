import { readFile } from "node:fs/promises";

/** Returns a figure of `/proc/PID/status` in MiB. */
async function statusOf(pid: number, name: "VmHWM" | "VmRSS"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
}

/** Returns the peak memory of a running process in MiB. Works only on Linux. */
export const peakMemory = (pid: number): Promise<number> => statusOf(pid, "VmHWM");

/** Returns the memory of a running process in MiB. Works only on Linux. */
export const memory = (pid: number): Promise<number> => statusOf(pid, "VmRSS");

/** Returns the CPU time that all threads of a process have used (ms). Linux counts in ticks of 10 ms. */
export async function cpuTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The process name, in parentheses, may contain spaces. User and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
