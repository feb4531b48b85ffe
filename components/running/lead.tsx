"use client";

import { useQuery } from "@tanstack/react-query";
import { revisionsQuery } from "@/components/file/queries/history";
import { Ago, useNow, useZone } from "@/components/ui/moment";
import { authorParts, authorWords } from "@/lib/shared/author";
import type { Revision } from "@/lib/shared/contract/history";
import type { RunningReport } from "@/lib/shared/contract/running";
import { proofOf } from "./evidence";
import { applyTitles, type Headline } from "./running-words";

/** Below the title: the version of the file, the version that the instance runs with, and the evidence. */
export function Lead({ report, about }: { report: RunningReport; about: Headline["about"] }) {
  const zone = useZone();
  const now = useNow();
  const { data } = useQuery(revisionsQuery({}));
  if (about === "local")
    return "This panel serves the API and reads the file on every request, so every save takes effect immediately.";
  const { apply, known, etag, state } = report;
  if (about === "apply" && apply)
    return (
      <>
        {apply.version === null ? "" : `Version ${apply.version} · `}
        {applyTitles[apply.state]} · {apply.actor} · <Ago at={apply.at} />
      </>
    );
  const versionWith = (versionEtag: string | undefined) =>
    data?.revisions.find((one) => one.etag === versionEtag);
  const file = versionWith(etag);
  const running = versionWith(known?.etag);
  const proof = proofOf(report, now, zone);
  return (
    <>
      {file ? (
        <>
          Version {file.id}
          {isPerson(file) ? ", saved by " : " · "}
          {authorWords({ kind: file.authorKind, name: file.author })}
          {isPerson(file) ? " " : ", "}
          <Ago at={file.at} />.{" "}
        </>
      ) : null}
      {about === "changes" && running
        ? `The instance ${state === "told" ? "runs" : "last ran"} version ${running.id}, ${proof}.`
        : sentence(proof)}
    </>
  );
}

const isPerson = ({ author: name, authorKind: kind }: Revision) => authorParts({ kind, name }).name !== null;

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
