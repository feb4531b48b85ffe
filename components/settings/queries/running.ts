import { queryOptions } from "@tanstack/react-query";
import { type ApplyAnswer, isEnded } from "@/lib/shared/contract/values";
import type { ReloadWay, RunningReport } from "@/lib/shared/contract/running";
import { call } from "@/components/shell/queries/call";
import { configQuery } from "./config";

/** How often it is asked again (ms): while something is waited for, and else. */
const waitingMs = 3_000;
const usualMs = 20_000;

/**
 * What of the file the running instance has not read (`GET /api/panel/running`). Every change of the file renews it.
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

/** The settings that wait for a restart: those whose value may come from the instance's environment do not. */
export const waitingIn = ({ settings }: Pick<RunningReport, "settings">) =>
  settings.filter(({ state }) => state !== "environment");

/** The newest applies, whose versions the history marks. */
export const appliesQuery = () =>
  queryOptions({
    queryKey: [...runningQuery().queryKey, "applies"],
    queryFn: ({ signal }) => call("GET /running/applies", { signal }),
  });

interface ApplyFile {
  etag: string;
  /** One of INSTANCE_RELOAD; the gentlest that suffices, unless given. */
  way?: ReloadWay;
  /** Asks an instance to stop that did not end the last time. */
  stopAgain?: boolean;
}

/** Begins to apply the file to the running instance. @throws RequestError */
export const applyFile = ({ etag, ...body }: ApplyFile) => call("POST /running/apply", { etag, body });

/** What to know before an apply of this version. Created for each dialog. */
export const applyPreviewQuery = (etag: string) =>
  queryOptions({
    queryKey: ["apply-preview", etag],
    queryFn: ({ signal }) => call("GET /running/apply/preview", { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Decides about an apply that waits. @throws RequestError */
export const answerApply = ({ id, answer }: { id: number; answer: ApplyAnswer }) =>
  call("POST /running/apply/:id/answer", { params: { id }, body: { answer } });

/** The rolled-back settings as unsaved changes, once. @throws RequestError */
export const takeDrafts = (id: number) => call("POST /running/apply/:id/drafts", { params: { id } });

/** One apply with all that is stored of it; asked again while it is in progress. */
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
