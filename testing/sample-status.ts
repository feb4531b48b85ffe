import type { InstanceStatus } from "@/lib/shared/contract/watch";

/** Returns the status of an instance that is up. `own` overrides properties. */
export const sampleStatus = (own: Partial<InstanceStatus> = {}): InstanceStatus => ({
  state: "up",
  since: null,
  checkedAt: own.at ?? Date.now(),
  parts: [{ name: "api", isUp: true, ms: 62, reason: null }],
  interval: 30,
  at: Date.now(),
  ...own,
});
