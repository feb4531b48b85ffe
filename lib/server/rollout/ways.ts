import "server-only";
import type { OfferedWay, PendingSetting, ReloadWay } from "@/lib/shared/contract/running";
import { isRestart, type Reload } from "@/lib/env";

/**
 * Returns the ways to apply the file, with the settings that each way would leave pending.
 * @param ways the ways of INSTANCE_RELOAD, least disruptive first
 */
export const offeredWays = (ways: readonly Reload[], settings: readonly PendingSetting[]): OfferedWay[] =>
  ways.map((way) => ({
    way: way.way,
    ...(way.way === "command" && { command: way.command.join(" ") }),
    isRestart: isRestart(way),
    leaves: isRestart(way)
      ? []
      : settings
          .filter(({ state, needs }) => state !== "environment" && needs === "restart")
          .map(({ path }) => path),
  }));

/** Returns how the instance has loaded the applied file. @param apply its `way` must be a `ReloadWay` */
export const loadedBy = ({ way }: { way: string }): "at start" | "at reload" =>
  isRestart({ way: way as ReloadWay }) ? "at start" : "at reload";
