import { queryOptions } from "@tanstack/react-query";
import { type ApplyAnswer, isEnded } from "@/lib/shared/contract/values";
import type { ReloadWay, RunningReport } from "@/lib/shared/contract/running";
import { call } from "@/components/shell/queries/call";
import { configQuery } from "./config";

/**
 * Refetch intervals: a short one while settings wait for a restart or an apply is in progress, otherwise the usual one.
 */
const waitingMs = 3_000;
const usualMs = 20_000;

/**
 * The query for the settings that the running instance has not loaded (`GET /api/panel/running`). The query
 * key starts with the file's key, so every change to the file refetches the report.
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

/**
 * Returns the settings that are waiting for a restart. Excludes settings whose value may come from the
 * instance's environment.
 */
export const waitingIn = ({ settings }: Pick<RunningReport, "settings">) =>
  settings.filter(({ state }) => state !== "environment");

/** The newest applies. The history shows each apply next to its version. */
export const appliesQuery = () =>
  queryOptions({
    queryKey: [...runningQuery().queryKey, "applies"],
    queryFn: ({ signal }) => call("GET /running/applies", { signal }),
  });

interface ApplyFile {
  etag: string;
  /**
   * How the file is applied: a reload or a restart, as configured in INSTANCE_RELOAD. By default, the panel
   * chooses the least disruptive way that is sufficient.
   */
  way?: ReloadWay;
  /** Minutes within which an operator must confirm the apply. */
  checkIn?: number;
}

export const applyFile = ({ etag, ...body }: ApplyFile) => call("POST /running/apply", { etag, body });

/** What an apply of this version would do. Never cached, so that every dialog fetches the current state. */
export const applyPreviewQuery = (etag: string) =>
  queryOptions({
    queryKey: ["apply-preview", etag],
    queryFn: ({ signal }) => call("GET /running/apply/preview", { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Answers the question that a waiting apply asks the operator. @throws RequestError */
export const answerApply = ({ id, answer }: { id: number; answer: ApplyAnswer }) =>
  call("POST /running/apply/:id/answer", { params: { id }, body: { answer } });

/**
 * Returns the rolled-back settings, which become unsaved changes. Only the first call returns them.
 * @throws RequestError
 */
export const takeDrafts = (id: number) => call("POST /running/apply/:id/drafts", { params: { id } });

/** One apply with all stored details. Refetched while the apply is in progress. */
export const applyRecordQuery = (id: number) =>
  queryOptions({
    queryKey: [...runningQuery().queryKey, "apply", id],
    queryFn: ({ signal }) => call("GET /running/applies/:id", { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isEnded(data.apply.state) ? false : 1_000),
  });

/** Plans an apply. @param at ISO 8601 @throws RequestError */
export const planApply = (etag: string, at: string) => call("POST /running/plan", { etag, body: { at } });

export const cancelPlan = () => call("DELETE /running/plan");

export const markRestarted = () => call("POST /running/restarted");
