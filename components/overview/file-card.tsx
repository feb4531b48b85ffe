import { Ago } from "@/components/ui/ago";
import { Link } from "@/components/ui/link";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { formatBytes } from "@/lib/shared/settings/kinds/bytes";

const stateWords = {
  usable: "Valid JSON",
  missing: "Missing",
  broken: "Not valid JSON",
  unreadable: "Not readable",
};

/** Where the file is, and its state. */
export function FileCard({ document }: { document: ConfigSnapshot }) {
  const { file, naming, unknown } = document;
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
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          <dt className="text-muted-foreground">Path</dt>
          <dd className="flex min-w-0 items-center gap-1">
            <code className="text-sm break-all">{file.path}</code>
            <CopyButton value={file.path} label="Copy path" className="-my-2" />
          </dd>
          {file.modifiedAt !== null ? (
            <>
              <dt className="text-muted-foreground">Written</dt>
              <dd>
                <Ago at={file.modifiedAt} />
              </dd>
            </>
          ) : null}
          <dt className="text-muted-foreground">Size</dt>
          <dd>{formatBytes(file.size)}</dd>
          <dt className="text-muted-foreground">Key names</dt>
          <dd>{editionOf(naming).spelledAs}</dd>
          {unknown.length > 0 ? (
            <>
              <dt className="text-muted-foreground">Unrecognized</dt>
              <dd>
                <Link href="/settings/other" className="text-accent-text underline underline-offset-4">
                  {unknown.length.toLocaleString("en")} {unknown.length === 1 ? "key" : "keys"}
                </Link>
              </dd>
            </>
          ) : null}
        </dl>
      </CardContent>
    </Card>
  );
}
