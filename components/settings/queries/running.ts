import { queryOptions } from "@tanstack/react-query";
import { type ApplyAnswer, isEnded } from "@/lib/shared/contract/values";
import type { ReloadWay, RunningReport } from "@/lib/shared/contract/running";
import { call } from "@/components/shell/queries/call";
import { configQuery } from "./config";

/** How often the report is refetched (ms): while settings are pending, and otherwise. */
const waitingMs = 3_000;
const usualMs = 20_000;

/**
 * The settings of the file that the running instance has not loaded (`GET /api/panel/running`). Refetched after
 * every change of the file.
 */
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

/** The settings that wait for a restart, without those whose value may come from the instance's environment. */
export const waitingIn = ({ settings }: Pick<RunningReport, "settings">) =>
  settings.filter(({ state }) => state !== "environment");

/** The newest applies. The history marks their versions. */
export const appliesQuery = () =>
  queryOptions({
    queryKey: [...runningQuery().queryKey, "applies"],
    queryFn: ({ signal }) => call("GET /running/applies", { signal }),
  });

interface ApplyFile {
  etag: string;
  /** One of the ways in INSTANCE_RELOAD; by default the least disruptive sufficient way. */
  way?: ReloadWay;
  /** Asks the instance to stop although it did not stop the last time. */
  stopAgain?: boolean;
}

/** Starts applying the file to the running instance. @throws RequestError */
export const applyFile = ({ etag, ...body }: ApplyFile) => call("POST /running/apply", { etag, body });

/** The information before an apply of this version. Created for each dialog. */
export const applyPreviewQuery = (etag: string) =>
  queryOptions({
    queryKey: ["apply-preview", etag],
    queryFn: ({ signal }) => call("GET /running/apply/preview", { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Answers the question of a waiting apply. @throws RequestError */
export const answerApply = ({ id, answer }: { id: number; answer: ApplyAnswer }) =>
  call("POST /running/apply/:id/answer", { params: { id }, body: { answer } });

/** The rolled-back settings as unsaved changes, once. @throws RequestError */
export const takeDrafts = (id: number) => call("POST /running/apply/:id/drafts", { params: { id } });

/** One apply with all its stored data. Refetched while it is in progress. */
export const applyRecordQuery = (id: number) =>
  queryOptions({
    queryKey: [...runningQuery().queryKey, "apply", id],
    queryFn: ({ signal }) => call("GET /running/applies/:id", { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isEnded(data.apply.state) ? false : 1_000),
  });

/** Plans an apply. @param at ISO 8601 @throws RequestError */
export const planApply = (at: string) => call("POST /running/plan", { body: { at } });

/** Cancels the planned apply. @throws RequestError */
export const cancelPlan = () => call("DELETE /running/plan");

/** Records that the instance was restarted. @throws RequestError */
export const markRestarted = () => call("POST /running/restarted");
