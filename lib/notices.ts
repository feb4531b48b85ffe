import "server-only";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";

/**
 * Problems of the process's environment that requests have revealed, such as a wrong variable. Each problem is logged
 * once and shown on the overview.
 */
class Notices {
  private readonly messages = new Map<string, string>();

  has = (variable: string): boolean => this.messages.has(variable);

  /** @param variable the environment variable that fixes the problem */
  add(variable: string, message: string): void {
    if (this.has(variable)) return;
    this.messages.set(variable, message);
    log().warn({ variable }, message);
  }

  all = (): string[] => [...this.messages.values()];
}

export const notices = (): Notices => processSingleton("notices", () => new Notices());
