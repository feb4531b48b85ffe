import { queryOptions } from "@tanstack/react-query";
import { isEnded } from "@/lib/shared/contract/values";
import type { RunningReport } from "@/lib/shared/contract/running";
import { call } from "@/components/shell/queries/call";
import { configQuery } from "./config";

/** How often it is asked again (ms): while something is waited for, and else. */
const waitingMs = 3_000;
const usualMs = 20_000;

/** What of the file the running instance has not read (`GET /api/panel/running`). Every change of the file renews it. */
export const runningQuery = () =>
  queryOptions({
    queryKey: [...configQuery().queryKey, "running"],
    queryFn: ({ signal }) => call("GET /running", { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.state === "local") return false;
      const isWaiting = data.settings.length > 0 || (data.apply !== null && !isEnded(data.apply.state));
      return isWaiting ? waitingMs : usualMs;
    },
  });

/** The settings that wait for a restart: those whose value may come from the instance's environment do not. */
export const waitingIn = ({ settings }: Pick<RunningReport, "settings">) =>
  settings.filter(({ state }) => state !== "environment");

/** The newest applies, whose versions the history marks. */
export const appliesQuery = () =>
  queryOptions({
    queryKey: [...runningQuery().queryKey, "applies"],
    queryFn: ({ signal }) => call("GET /running/applies", { signal }),
  });
