import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import {
  type LooseRegion,
  regionDefaults,
  type RegionListField,
  regionsOf,
} from "@/lib/shared/settings/kinds/region-list";
import type { ControlProps } from "./control";
import { ReorderList, without } from "./reorder";

const RegionDialog = lazyComponent(() => import("./region-dialog").then((part) => part.RegionDialog));

export function RegionListControl(props: ControlProps<RegionListField>) {
  const { value, onChange, disabled, labelId, id, describedBy } = props;
  const regions = regionsOf(value);
  /** If it equals the number of regions, the dialog adds a region. */
  const [editing, setEditing] = useState<number | null>(null);

  const store = (region: LooseRegion) => {
    if (editing === null) return;
    onChange(editing < regions.length ? regions.with(editing, region) : [...regions, region]);
    setEditing(null);
  };

  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-2">
      <ReorderList
        items={regions}
        nameOf={nameOfRegion}
        textOf={({ name, id, endpoint }) => [name, id, endpoint].join("\n")}
        disabled={disabled}
        onChange={onChange}
        renderItem={(region) => <RegionSummary region={region} />}
        renderActions={(region, index) => (
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={`Edit ${nameOfRegion(region)}`}
            disabled={disabled}
            onClick={() => setEditing(index)}
          >
            <Pencil aria-hidden="true" />
          </Button>
        )}
      />
      {regions.length === 0 ? (
        <p className="text-sm text-muted-foreground">No regions are available.</p>
      ) : null}
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
      {editing === null ? null : (
        <RegionDialog
          field={props.field}
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

function nameOfRegion({ name, id }: LooseRegion): string {
  return String(name || id || "region without a name");
}

function RegionSummary({ region }: { region: LooseRegion }) {
  return (
    <div className="flex min-w-0 flex-1 basis-48 flex-col py-1.5">
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
