import { queryOptions } from "@tanstack/react-query";
import { type ApplyAnswer, isEnded } from "@/lib/shared/contract/values";
import type { ReloadWay, RunningReport } from "@/lib/shared/contract/running";
import { call } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";
import { configQuery } from "./config";

/**
 * Refetch intervals: a short one while settings wait for a restart or an apply is in progress, otherwise the usual one.
 */
const waitingMs = 3_000;
const usualMs = 20_000;

/** The query key starts with the file's key, so every change to the file refetches the report. */
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

export const waitingIn = ({ settings }: Pick<RunningReport, "settings">) =>
  settings.filter(({ state }) => state !== "environment");

export const appliesQuery = () => routeQuery([...runningQuery().queryKey, "applies"], "GET /running/applies");

/** @param body.way by default, the least disruptive way that is sufficient */
export const applyFile = ({ etag, ...body }: { etag: string; way?: ReloadWay; checkIn?: number }) =>
  call("POST /running/apply", { etag, body });

/** What an apply of this version would do. Never cached, so that every dialog fetches the current state. */
export const applyPreviewQuery = (etag: string) => ({
  ...routeQuery(["apply-preview", etag], "GET /running/apply/preview"),
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
});

/** @throws RequestError */
export const answerApply = ({ id, answer }: { id: number; answer: ApplyAnswer }) =>
  call("POST /running/apply/:id/answer", { params: { id }, body: { answer } });

/** Only the first call returns them. @throws RequestError */
export const takeDrafts = (id: number) => call("POST /running/apply/:id/drafts", { params: { id } });

export const applyRecordQuery = (id: number) =>
  queryOptions({
    queryKey: [...runningQuery().queryKey, "apply", id],
    queryFn: ({ signal }) => call("GET /running/applies/:id", { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isEnded(data.apply.state) ? false : 1_000),
  });

/** @param body.at ISO 8601 @throws RequestError */
export const planApply = (etag: string, body: { at: string; checkIn?: number }) =>
  call("POST /running/plan", { etag, body });

export const cancelPlan = () => call("DELETE /running/plan");

export const markRestarted = () => call("POST /running/restarted");
