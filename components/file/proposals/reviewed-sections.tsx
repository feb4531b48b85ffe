"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reviewedSectionsQuery, setReviewedSections } from "@/components/settings/queries/proposals";
import { useEdition } from "@/components/settings/store/config-form";
import { useChange } from "@/components/shell/form/use-change";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import type { ReviewedSections as Sections } from "@/lib/shared/contract/proposals";

/** Owners choose the sections whose changes need two operators. Everybody else sees them. */
export function ReviewedSections({ initial, isOwner }: { initial: Sections; isOwner: boolean }) {
  const { data } = useQuery({ ...reviewedSectionsQuery(), initialData: initial });
  const { sections } = useEdition().registry;
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const now = chosen ?? data.sections;
  const { mutate, isPending } = useChange({
    request: () => setReviewedSections(now),
    done: () => {
      setChosen(null);
      return "Sections saved";
    },
    failed: "The sections were not changed",
    changes: reviewedSectionsQuery(),
  });
  return (
    <Card
      title="Sections that need two operators"
      description="One operator proposes a change of these sections, and another operator saves it. Commands on the server are not limited."
    >
      <CardContent className="flex flex-col gap-4">
        {isOwner ? (
          <>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-4 gap-y-2">
              {sections.map(({ id, title }) => (
                <label key={id} className="flex items-center gap-2 max-sm:min-h-11">
                  <Checkbox
                    checked={now.includes(id)}
                    onCheckedChange={(checked) =>
                      setChosen(checked === true ? [...now, id] : now.filter((one) => one !== id))
                    }
                  />
                  {title}
                </label>
              ))}
            </div>
            <Button
              className="self-start"
              disabled={chosen === null}
              busy={isPending}
              onClick={() => mutate()}
            >
              Save sections
            </Button>
          </>
        ) : (
          <p>
            {sections
              .filter(({ id }) => data.sections.includes(id))
              .map(({ title }) => title)
              .join(", ") || "None"}
          </p>
        )}
      </CardContent>
    </Card>
  );
}
