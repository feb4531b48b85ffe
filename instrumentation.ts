import { handOver } from "@/lib/server/door/hand-over";

/** Next calls this once per server process, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs")
    await handOver(async () => (await import("@/instrumentation-node")).start());
}
