import { offeredWays } from "./running";
import { expect, it } from "vitest";
import { gentlestWay } from "@/lib/shared/contract/values";
import type { PendingSetting } from "@/lib/shared/contract/running";

const pending = (path: string, further: Partial<PendingSetting> = {}): PendingSetting => ({
  path,
  state: "pending",
  needs: "reload",
  secret: false,
  runs: null,
  file: null,
  ...further,
});
const command = { way: "command" as const, command: ["systemctl", "restart", "chat"] };
const both = [{ way: "broker" as const }, command];

it("chooses a reload if that is enough for all pending settings, and otherwise a restart", () => {
  const named = (
    settings: readonly PendingSetting[],
    ways: Parameters<typeof offeredWays>[0] = both,
    noBroker: string | null = null,
  ) => gentlestWay(offeredWays(ways, settings, noBroker))?.way;
  const atStart = pending("limits.rate.enabled", { needs: "restart" });
  expect(named([])).toBe("broker");
  expect(named([pending("general.instanceName")])).toBe("broker");
  expect(named([pending("general.instanceName"), atStart])).toBe("command");
  expect(named([{ ...atStart, state: "unknown" }])).toBe("command");
  expect(named([{ ...atStart, isLoaded: true }])).toBe("command");
  // The instance's environment sets this value, so a restart would not change it.
  expect(named([{ ...atStart, state: "environment" }])).toBe("broker");
  expect(named([atStart], [{ way: "broker" }])).toBe("broker");
  expect(named([pending("general.instanceName")], [command])).toBe("command");
  expect(named([atStart], [])).toBeUndefined();
  const problem = "The file contains no message broker address.";
  expect(named([pending("general.instanceName")], both, problem)).toBe("command");
  expect(named([pending("general.instanceName")], [{ way: "broker" }], problem)).toBe("broker");
});

it("lists the settings that each way of applying leaves pending", () => {
  const settings = [pending("general.instanceName"), pending("broker.host", { needs: "restart" })];
  expect(offeredWays(both, settings, null)).toEqual([
    { way: "broker", isRestart: false, leaves: ["broker.host"] },
    { way: "command", command: "systemctl restart chat", isRestart: true, leaves: [] },
  ]);
});
