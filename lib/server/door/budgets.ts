import "server-only";
import { Counter, Gauge } from "prom-client";
import { processSingleton } from "@/lib/process-singleton";
import { metricsRegistry } from "./metrics";

interface Budget {
  limit: number;
  used: (() => number) | undefined;
}

const labelNames = ["budget"] as const;

const state = () =>
  processSingleton("budgets", () => {
    const budgets = new Map<string, Budget>();
    const registers = [metricsRegistry()];
    new Gauge({
      name: "instance_admin_budget_used",
      help: "Current use of each limit of the front door. For connections: the highest number that one client has open.",
      labelNames,
      registers,
      collect() {
        for (const [budget, { used }] of budgets) if (used) this.set({ budget }, used());
      },
    });
    new Gauge({
      name: "instance_admin_budget_limit",
      help: "Limit of each budget of the front door.",
      labelNames,
      registers,
      collect() {
        for (const [budget, { limit }] of budgets) if (Number.isFinite(limit)) this.set({ budget }, limit);
      },
    });
    const refused = new Counter({
      name: "instance_admin_budget_refused_total",
      help: "Requests and connections refused because a budget of the front door was used up.",
      labelNames,
      registers,
    });
    return { budgets, refused };
  });

/**
 * Adds a budget to the metrics.
 * @param used returns how much is used now; undefined if the use is only counted per connection
 */
export function setBudget(budget: string, limit: number, used?: () => number): { refused(): void } {
  const { budgets, refused } = state();
  budgets.set(budget, { limit, used });
  return { refused: () => refused.inc({ budget }) };
}
