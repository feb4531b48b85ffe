import "server-only";
import type { Env, Reload as ReloadWay } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { Reach } from "@/lib/panel-settings";
import type { ConfigFile } from "@/lib/server/config-file";
import type { CheckEnv } from "@/lib/server/checks/endpoints";
import type { Settings } from "@/lib/shared/settings/values";
import { announceReload, whyNoBroker } from "./broker";
import { runCommand } from "./command";
import { Output } from "./output";
import type { Reloaded } from "./reloaded";

export { whyNoBroker } from "./broker";
export { createInstanceLog, type InstanceLog } from "./instance-log";
export type { Reloaded } from "./reloaded";

export interface ReloadDeps {
  config: Pick<ConfigFile, "settings">;
  env: CheckEnv & Pick<Reach, "instanceOperatorToken"> & Pick<Env, "instanceReload" | "secretTexts">;
}

/** Makes the running instance load its file, in one of the ways of INSTANCE_RELOAD. */
export interface Reload {
  ways(): readonly ReloadWay[];
  /** Returns why a way cannot work with a file, and what to do; null if nothing is known against it. */
  problem(name: string, settings: Settings): string | null;
  /**
   * @param name the name of the way; if INSTANCE_RELOAD no longer lists it, the last way is used
   * @param print receives a command's output as it arrives
   */
  send(name: string, print: (text: string) => void): Promise<Reloaded>;
  /** @param earlier output of the apply's previous command */
  output(earlier: string): Promise<Output>;
}

export const createReload = ({ config, env }: ReloadDeps): Reload => ({
  ways: () => env.instanceReload,
  problem: (name, settings) => (name === "broker" ? whyNoBroker(settings) : null),

  async send(name, print) {
    const ways = env.instanceReload;
    const way = ways.find((one) => one.way === name) ?? ways.at(-1);
    if (way === undefined)
      throw new AppError(
        "conflict",
        "INSTANCE_RELOAD is not set, so the panel cannot apply the file. Restart the instance yourself.",
      );
    return way.way === "command"
      ? runCommand(way.command, print)
      : announceReload(await config.settings(), env);
  },

  async output(earlier) {
    const settings = await config.settings().catch(() => null);
    return Output.begin(earlier, settings, [env.instanceOperatorToken, ...env.secretTexts]);
  },
});
