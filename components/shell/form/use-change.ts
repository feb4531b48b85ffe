"use client";

import { type QueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toaster";

export interface Change<Result, Input = void> {
  request: (input: Input) => Promise<Result>;
  done?: (result: Result, input: Input) => string;
  /** Title of the toast after the request has failed. */
  failed?: string;
  /** Queries to refetch after the request. Also refetched after a failure, which may mean that they are out of date. */
  changes?: QueryFilters;
  onDone?: (result: Result) => unknown;
}

/** A toast reports failure and, with `done`, also success. */
export function useChange<Result, Input = void>(change: Change<Result, Input>) {
  const { request, done, failed = "Nothing was changed", changes, onDone } = change;
  const client = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess(result, input) {
      if (done) toast.success(done(result, input));
      onDone?.(result);
    },
    onError: (error) => toast.error(failed, { description: error.message }),
    onSettled: changes && (() => client.invalidateQueries(changes)),
  });
}
