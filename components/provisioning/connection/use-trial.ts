import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectionTrial } from "@/lib/shared/contract/connection";
import { wordsOf } from "../account/failure";
import type { ConnectionInput } from "./connection-fields";

/**
 * The entered address and token, and the result of their last test. A change of the values discards the result.
 * @param request tests the connection
 */
export function useTrial(
  initial: ConnectionInput,
  request: (input: { address: string; operatorToken?: string }) => Promise<ConnectionTrial>,
) {
  const [value, setValue] = useState(initial);
  const attempt = useMutation({
    mutationFn: ({ address, operatorToken }: ConnectionInput) =>
      request({ address, ...(operatorToken.trim() !== "" && { operatorToken: operatorToken.trim() }) }),
    // The mutation's variables contain a token, so the mutation cache must not store them after the component unmounts.
    gcTime: 0,
  });
  return {
    value,
    onChange(next: ConnectionInput) {
      setValue(next);
      attempt.reset();
    },
    onTry: () => attempt.mutate(value),
    isTrying: attempt.isPending,
    trial: attempt.data ?? null,
    error: wordsOf(attempt.error),
  };
}
