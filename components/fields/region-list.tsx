import { Pencil, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ControlProps } from "@/components/form/control-props";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { regionDefaults, type RegionListField } from "@/lib/config/field";
import { type LooseRegion, regionsOf } from "./loose-region";
import { moved, Reorder, without } from "./reorder";

const RegionDialog = dynamic(() => import("./region-dialog").then((part) => part.RegionDialog), {
  ssr: false,
});

export function RegionListControl(props: ControlProps<RegionListField>) {
  const { value, onChange, disabled, labelId, id, describedBy } = props;
  const regions = regionsOf(value);
  /** Index of the region in the dialog; one past the end is a new one. */
  const [editing, setEditing] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState("");

  const move = (from: number, to: number) => {
    onChange(moved(regions, from, to));
    setAnnouncement(`${nameOfRegion(regions[from])} is now number ${to + 1} of ${regions.length}`);
  };
  const store = (region: LooseRegion) => {
    if (editing === null) return;
    onChange(editing < regions.length ? regions.with(editing, region) : [...regions, region]);
    setEditing(null);
  };

  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-2">
      {regions.length > 0 ? (
        <ol data-slot="reorder-list" className="divide-y rounded-lg border">
          {regions.map((region, index) => (
            <li
              key={index}
              className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 py-2 pr-1 pl-3"
            >
              <RegionSummary region={region} />
              <div className="flex items-center">
                <Button
                  variant="quiet"
                  size="icon-sm"
                  aria-label={`Edit ${nameOfRegion(region)}`}
                  disabled={disabled}
                  onClick={() => setEditing(index)}
                >
                  <Pencil aria-hidden="true" />
                </Button>
                <Reorder
                  name={nameOfRegion(region)}
                  index={index}
                  count={regions.length}
                  disabled={disabled}
                  onMove={(to) => move(index, to)}
                  onRemove={() => onChange(without(regions, index))}
                />
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-sm text-muted-foreground">No regions are advertised.</p>
      )}
      <Button
        id={id}
        aria-label="Add region"
        aria-describedby={describedBy}
        disabled={disabled}
        className="self-start"
        onClick={() => setEditing(regions.length)}
      >
        <Plus aria-hidden="true" />
        Add region
      </Button>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {editing === null ? null : (
        <RegionDialog
          initial={{ ...regionDefaults, ...regions[editing] }}
          isNew={editing >= regions.length}
          takenIds={without(regions, editing).map((region) => region.id)}
          onSave={store}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}

function nameOfRegion(region: LooseRegion | undefined): string {
  return String(region?.name || region?.id || "region without a name");
}

function RegionSummary({ region }: { region: LooseRegion }) {
  return (
    <div className="flex min-w-0 flex-1 basis-48 flex-col">
      <span className="flex flex-wrap items-center gap-1.5">
        <span className="font-medium wrap-anywhere">{nameOfRegion(region)}</span>
        {region.vip === true ? <Badge tone="accent">VIP</Badge> : null}
        {region.custom === true ? <Badge>Custom</Badge> : null}
        {region.deprecated === true ? <Badge tone="warning">Deprecated</Badge> : null}
      </span>
      <code className="text-xs wrap-anywhere text-muted-foreground">
        {String(region.id ?? "")} · {String(region.endpoint ?? "")}
      </code>
    </div>
  );
}
