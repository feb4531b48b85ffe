"use client";

import { FileWarning } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "@/components/ui/link";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout, type CalloutFrame } from "@/components/ui/callout";
import { Notice } from "@/components/shell/connection/notices";
import type { FileState, Problem } from "@/lib/shared/contract/config-snapshot";

const titles: Record<Exclude<FileState, "usable">, string> = {
  missing: "There is no configuration file",
  broken: "The configuration file is not valid JSON",
  unreadable: "The configuration file cannot be read",
};

function placeOf({ line, column }: Problem): string {
  if (line === undefined) return "";
  return column === undefined ? `Line ${line}: ` : `Line ${line}, column ${column}: `;
}

/**
 * Shows problems with the whole file: the file is unusable or read-only, or its keys mix two spellings. The
 * overview lists all other problems.
 * @param frame the component that renders each problem
 */
export function FileBanner({ frame: Frame = Callout }: { frame?: CalloutFrame }) {
  const { file, problems } = useConfigDocument();
  const whole = problems.filter((problem) => problem.path === undefined);
  const spellings = whole.filter(({ code }) => code === "mixed-spelling");
  if (file.state !== "usable") {
    return (
      <Frame
        tone="danger"
        title={titles[file.state]}
        className="mb-6"
        actions={
          <>
            {file.state === "broken" ? (
              <Link href="/settings/raw" className={buttonVariants({ size: "sm" })}>
                Fix the file
              </Link>
            ) : null}
            <Link href="/settings/history" className={buttonVariants({ size: "sm" })}>
              Restore a version
            </Link>
          </>
        }
      >
        <ProblemList problems={whole} />
        <p className="mt-1">
          {file.readOnly ?? "You cannot save until the file is fixed. The panel does not overwrite it."}
        </p>
        <p className="mt-1">
          <code className="text-xs break-all">{file.path}</code>
        </p>
        <BrokenFileNotice />
      </Frame>
    );
  }
  return (
    <>
      {file.readOnly === null ? null : (
        <Frame tone="warning" title="The settings are read-only" className="mb-6">
          {file.readOnly}
        </Frame>
      )}
      {spellings.length === 0 ? null : (
        <Frame tone="warning" title="The configuration file mixes two spellings of its keys" className="mb-6">
          <ProblemList problems={spellings} />
        </Frame>
      )}
    </>
  );
}

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {problems.map((problem) => (
        <li key={`${problem.path}${placeOf(problem)}${problem.message}`} className="wrap-anywhere">
          {placeOf(problem)}
          {problem.message}
        </li>
      ))}
    </ul>
  );
}

const outOfSight = 120;

const words: Record<Exclude<FileState, "usable">, string> = {
  missing: "The configuration file is missing.",
  broken: "The configuration file is no longer valid JSON.",
  unreadable: "The configuration file can no longer be read.",
};

function BrokenFileNotice() {
  const { state } = useConfigDocument().file;
  const isScrolled = useSyncExternalStore(
    onScroll,
    () => window.scrollY > outOfSight,
    () => false,
  );
  if (state === "usable" || !isScrolled) return null;
  return (
    <Notice
      tone="danger"
      icon={<FileWarning aria-hidden="true" />}
      action={
        <Button size="sm" onClick={() => window.scrollTo({ top: 0 })}>
          Show
        </Button>
      }
    >
      <strong className="font-semibold">{words[state]}</strong> Nothing can be saved until it is repaired.
    </Notice>
  );
}

function onScroll(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
}
