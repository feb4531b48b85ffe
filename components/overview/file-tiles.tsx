"use client";

import { useConfigDocument } from "@/components/settings/store/config-form";
import { countOf } from "@/components/settings/store/operations";
import { sectionCounts } from "@/lib/shared/settings/modified";
import { editionOf } from "@/lib/shared/settings/editions";
import { Tile } from "./tiles";

/** The file in two figures. */
export function FileTiles() {
  const document = useConfigDocument();
  const { problems, naming } = document;
  const { fields } = editionOf(naming).registry;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const sections = Object.values(sectionCounts(document));
  const modified = sections.reduce((sum, section) => sum + section.modified, 0);
  const touched = sections.filter((section) => section.modified > 0).length;
  return (
    <>
      <Tile
        name="Problems"
        value={problems.length.toLocaleString("en")}
        note={
          problems.length === 0
            ? "Nothing to do"
            : [
                errors > 0 ? countOf(errors, "error") : [],
                problems.length > errors ? countOf(problems.length - errors, "warning") : [],
              ]
                .flat()
                .join(", ")
        }
        href="/#problems"
        tone={errors > 0 ? "danger" : problems.length > 0 ? "warning" : "success"}
      />
      <Tile
        name="Modified settings"
        value={modified.toLocaleString("en")}
        note={`of ${fields.length.toLocaleString("en")}, in ${countOf(touched, "section")}`}
        href="/settings"
      />
    </>
  );
}
