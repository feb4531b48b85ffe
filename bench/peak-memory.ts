import { readFile } from "node:fs/promises";

/** The peak memory of a running process (VmHWM) in MiB. Works only on Linux. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
