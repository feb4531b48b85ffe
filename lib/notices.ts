import "server-only";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";

/** What requests have shown about this process's environment: each in the log once, and a problem on the overview. */
class Notices {
  private readonly messages = new Map<string, string>();

  has = (variable: string): boolean => this.messages.has(variable);

  /** @param variable the environment variable to set */
  add(variable: string, message: string): void {
    if (this.has(variable)) return;
    this.messages.set(variable, message);
    log().warn({ variable }, message);
  }

  all = (): string[] => [...this.messages.values()];
}

export const notices = (): Notices => processSingleton("notices", () => new Notices());
