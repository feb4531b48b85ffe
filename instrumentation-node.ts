import "server-only";
import { serveCompressed } from "@/lib/panel/static-files";
import { watchTraffic } from "@/lib/api/traffic";
import { startUp } from "@/lib/panel";

/** Start-up either completes or ends the process with a sentence that says what to do. */
export async function start(): Promise<void> {
  watchTraffic();
  await serveCompressed();
  try {
    await startUp();
  } catch (error) {
    console.error(
      `\nInstance Admin did not start.\n${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
}
