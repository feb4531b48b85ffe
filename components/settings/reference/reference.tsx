"use client";

import { Fragment, useEffect } from "react";
import { Printer } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { type Field, kindOf } from "@/lib/shared/settings/field";
import { fieldsOf, groups, type RegisteredSection, type Registry } from "@/lib/shared/settings/registry";
import { describeDefault } from "@/lib/shared/settings/wording";
import type { Fact } from "@/lib/shared/settings/kinds/kind";
import { Button } from "@/components/ui/button";
import { useEdition } from "../store/config-form";

interface ReferenceProps {
  /** Maps a key path to its spelling in files of the other edition. */
  otherSpellings: Readonly<Record<string, string>>;
}

/**
 * This is a client component, because the browser already has the registry. A server component would also
 * send a serialized copy of all elements.
 */
export function Reference({ otherSpellings }: ReferenceProps) {
  const { registry } = useEdition();
  return (
    <div className="flex flex-col gap-8">
      <Contents registry={registry} />
      {registry.sections.map((section) => (
        <ReferenceSection key={section.id} section={section} otherSpellings={otherSpellings} />
      ))}
    </div>
  );
}

function Contents({ registry }: { registry: Registry }) {
  return (
    <nav aria-label="Sections" className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4 print:hidden">
      {groups.map((group) => (
        <div key={group.id}>
          <p className="text-sm font-semibold text-muted-foreground">{group.title}</p>
          <ul>
            {registry.sections
              .filter((section) => section.group === group.id)
              .map((section) => (
                <li key={section.id}>
                  <a
                    href={`#${section.id}`}
                    className="inline-flex min-h-7 items-center text-accent-text underline-offset-4 hover:underline max-sm:min-h-11"
                  >
                    {section.title}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface ReferenceSectionProps extends ReferenceProps {
  section: RegisteredSection;
}

function ReferenceSection({ section, otherSpellings }: ReferenceSectionProps) {
  const sectionFields = fieldsOf(section);
  return (
    <Card id={section.id} className="scroll-mt-20 overflow-clip print:break-inside-auto! print:border-0">
      <CardHeader>
        <CardTitle>{section.title}</CardTitle>
        <CardDescription>{section.description}</CardDescription>
        <Keys path={section.id} other={otherSpellings[section.id]} />
      </CardHeader>
      {sectionFields.length === 0 ? (
        <p className="px-4 py-4 text-muted-foreground sm:px-6">
          Its keys are not documented, so the panel does not change them.
        </p>
      ) : (
        <div className="divide-y">
          {sectionFields.map((field) => (
            <Setting key={field.path} field={field} other={otherSpellings[field.path]} />
          ))}
        </div>
      )}
    </Card>
  );
}

function Keys({ path, other }: { path: string; other: string | undefined }) {
  return (
    <p className="reference-keys">
      <code>{path}</code>
      {other === undefined ? null : (
        <span>
          <span className="sr-only">, </span>also <code>{other}</code>
        </span>
      )}
    </p>
  );
}

function Setting({ field, other }: { field: Field; other: string | undefined }) {
  const labelId = `reference-${field.path}`;
  return (
    <article id={field.path} aria-labelledby={labelId} className="reference-entry">
      <div>
        <h3 id={labelId}>
          <a href={`#${field.path}`}>{field.label}</a>
          {field.unused ? <Badge>Unused</Badge> : null}
          {field.deprecated ? <Badge tone="warning">Deprecated</Badge> : null}
          {field.kind === "secret" ? <Badge>Secret</Badge> : null}
        </h3>
        <Keys path={field.path} other={other} />
        <p>{field.help}</p>
      </div>
      <dl>
        {factsOf(field).map(({ name, text, isCode }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{isCode ? <code>{text}</code> : text}</dd>
          </Fragment>
        ))}
      </dl>
    </article>
  );
}

function factsOf(field: Field): Fact[] {
  return [
    { name: "Type", text: typeOf(field) },
    ...(kindOf(field).facts?.(field) ?? []),
    { name: "Default", text: describeDefault(field) },
    ...inFile(field),
    ...(field.deprecated ? [{ name: "Deprecated", text: field.deprecated }] : []),
    ...(field.environment ? [{ name: "Environment", text: field.environment }] : []),
    ...(field.unused
      ? [{ name: "Unused", text: ["Unused: it has no effect.", field.instead ?? ""].join(" ").trim() }]
      : []),
  ];
}

function typeOf(field: Field): string {
  const text = kindOf(field).expects(field);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${field.kind === "secret" ? ", secret" : ""}`;
}

/**
 * Returns the default as JSON, because the file and the description of the default may use different units.
 * Omits strings and null.
 */
function inFile(field: Field): Fact[] {
  if (field.default === null || typeof field.default === "string") return [];
  return [{ name: "In the file", text: JSON.stringify(field.default), isCode: true }];
}

/** The browser's own attempt may have failed, because the entries were not rendered yet. */
export function HashScroller() {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id !== "") document.getElementById(id)?.scrollIntoView();
  }, []);
  return null;
}

export function PrintButton() {
  return (
    <Button onClick={() => window.print()}>
      <Printer aria-hidden="true" />
      Print
    </Button>
  );
}
