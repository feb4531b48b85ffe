import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Moment } from "@/components/ui/moment";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { formatBytes } from "@/lib/shared/settings/kinds/bytes";

const stateWords = { usable: "Usable", missing: "Missing", broken: "Broken", unreadable: "Unreadable" };

/** Where the file is, and its state. */
export function FileCard({ document }: { document: ConfigSnapshot }) {
  const { file, naming, set, unknown } = document;
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Configuration file</CardTitle>
        <Badge tone={file.state === "usable" ? "success" : "danger"}>{stateWords[file.state]}</Badge>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {file.readOnly !== null ? (
          <Callout tone="warning" title="Nothing can be saved">
            {file.readOnly}
          </Callout>
        ) : null}
        <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
          <dt className="text-muted-foreground">Path</dt>
          <dd className="flex min-w-0 items-center gap-1">
            <code className="text-sm break-all">{file.path}</code>
            <CopyButton value={file.path} label="Copy path" className="-my-2" />
          </dd>
          <dt className="text-muted-foreground">Key names</dt>
          <dd>{editionOf(naming).spelledAs}</dd>
          <dt className="text-muted-foreground">Settings in it</dt>
          <dd>
            {set.length.toLocaleString("en")}
            {unknown.length > 0 ? (
              <>
                {" and "}
                <Link href="/settings/other" className="text-accent-text underline underline-offset-4">
                  {unknown.length.toLocaleString("en")} other {unknown.length === 1 ? "key" : "keys"}
                </Link>
              </>
            ) : null}
          </dd>
          <dt className="text-muted-foreground">Size</dt>
          <dd>{formatBytes(file.size)}</dd>
          {file.modifiedAt !== null ? (
            <>
              <dt className="text-muted-foreground">Changed</dt>
              <dd>
                <Moment at={file.modifiedAt} />
              </dd>
            </>
          ) : null}
        </dl>
      </CardContent>
    </Card>
  );
}
