"use client";

import { useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { setPageOperator } from "../queries/call";
import { offerDialog, type Question } from "./identity";

const ProofDialog = lazyComponent(() => import("./identity-dialog").then((part) => part.IdentityDialog));
const SessionDialog = lazyComponent(() => import("./sign-in-again").then((part) => part.SignInAgain));

interface ConfirmIdentityProps {
  /** The operator of this page. Nobody else can continue its edits. */
  id: number;
  username: string;
  provider: string | null;
}

/** Mounted once, around all pages. */
export function ConfirmIdentity({ id, username, provider }: ConfirmIdentityProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [last, setLast] = useState<Question | null>(null);
  useEffect(
    () =>
      offerDialog((nextQuestion) => {
        setQuestion(nextQuestion);
        if (nextQuestion) setLast(nextQuestion);
      }),
    [],
  );
  useEffect(() => setPageOperator(id), [id]);
  // Loaded with the page, because a session often ends when the network is bad.
  useEffect(() => void SessionDialog.prepare().catch(() => undefined), []);
  if (last === null) return null;
  const open = question !== null;
  return last.ask === "session" ? (
    <SessionDialog open={open} username={username} provider={provider} />
  ) : (
    <ProofDialog open={open} provider={provider} consequences={last.consequences} />
  );
}
