import "server-only";
import { type Part, textCredentials } from "@/lib/shared/settings/credentials";
import type { SettingPath } from "@/lib/shared/settings/types";
import type { Settings } from "@/lib/shared/settings/values";

/**
 * Maximum length (characters) of a command's stored output. Only the end is stored, because errors are
 * usually there.
 */
const longest = 32_000;
const cut = "… earlier output omitted …\n";
const hidden = "«secret»";

/** Minimum length (characters) of secrets to hide. Hiding shorter secrets would also hide ordinary words. */
const shortestSecret = 6;

/** This is the maximum distance (characters) from the start of that text to the credential. */
const before = 2_000;

const endOfKey = /-----END [A-Z ]*PRIVATE KEY-----/;
/**
 * Matches an incomplete escape sequence or line break at the end of an output chunk. The next chunk may
 * contain the rest.
 */
const unfinished = /(?:\u001b(?:\[[0-9;?]{0,100}[ -/]{0,100})?|\r)$/;

export class Output {
  /** The output without control characters. Its first character is never inside a credential. */
  private text = "";
  private rest = "";
  private isCut = false;
  /** If the output was cut off inside a credential, matches the credential's end. Text up to this match is dropped. */
  private skipTo: RegExp | null = null;

  private constructor(private readonly secrets: readonly string[]) {}

  /**
   * @param earlier output of the apply's previous command
   * @param settings whose secrets are hidden
   * @param further other secrets to hide
   */
  static begin(earlier: string, settings: Settings | null, further: readonly (string | undefined)[]): Output {
    const output = new Output(secretsOf(settings, further));
    output.text = earlier;
    return output;
  }

  add(text: string): void {
    const all = this.rest + text;
    this.rest = unfinished.exec(all)?.[0] ?? "";
    this.text += readable(all.slice(0, all.length - this.rest.length));
    if (this.skipTo) this.skip(this.skipTo);
    if (this.text.length > 2 * longest) this.shorten();
  }

  /**
   * @param isEnded if false, the last line is omitted, because an incomplete secret would not be recognized
   */
  toString({ isEnded }: { isEnded: boolean }): string {
    const known = isEnded ? this.text : this.text.slice(0, this.text.lastIndexOf("\n") + 1);
    const shown = this.skipTo ? "" : this.masked(known);
    if (shown.length > longest) return cut + shown.slice(-longest);
    return this.isCut ? cut + shown : shown;
  }

  private masked(text: string): string {
    let shown = "";
    let at = 0;
    for (const { start, end } of this.credentials(text)) {
      if (end <= at) continue;
      shown += text.slice(at, Math.max(at, start)) + (start >= at ? hidden : "");
      at = end;
    }
    return shown + text.slice(at);
  }

  /** They may overlap. */
  private credentials(text: string): Part[] {
    const credentials = textCredentials(text);
    for (const secret of this.secrets)
      for (let start = text.indexOf(secret); start !== -1; start = text.indexOf(secret, start + 1))
        credentials.push({ start, end: start + secret.length });
    return credentials.toSorted((a, b) => a.start - b.start);
  }

  /** If the cut would be inside a credential, or close before one, drops the whole credential. */
  private shorten(): void {
    this.isCut = true;
    let at = this.text.length - longest;
    const parts = this.credentials(this.text);
    for (const { start, end } of parts) if (at > start - before && at < end) at = end;
    const isWithin = at === this.text.length;
    const last = this.text.slice(parts.findLast(({ end }) => end === at)?.start);
    this.text = this.text.slice(at);
    if (isWithin) this.skipTo = last.startsWith("-----BEGIN") ? endOfKey : /\s/;
  }

  private skip(until: RegExp): void {
    const end = until.exec(this.text);
    // The end marker may be split between two chunks, so keep the last characters.
    this.text = end ? this.text.slice(end.index + end[0].length) : this.text.slice(-100);
    this.skipTo = end ? null : until;
  }
}

function secretsOf(settings: Settings | null, further: readonly (string | undefined)[]): string[] {
  const fileSecrets = settings?.edition.registry.fields.map(({ kind, path }) =>
    kind === "secret" ? (settings.get(path as SettingPath) as unknown) : undefined,
  );
  const secrets = [fileSecrets, further].flat().filter((one) => typeof one === "string");
  // Hide each line of a private key, too, because a program may indent the lines.
  const all = [...secrets, ...secrets.filter((one) => URL.canParse(one)).flatMap(passwordIn)].flatMap(
    (one) => [one, ...one.split(/\r?\n/)],
  );
  return [...new Set(all)].filter(({ length }) => length >= shortestSecret);
}

/**
 * Returns the password in a secret that is a URL, percent-encoded and decoded, because a program may print
 * only the password.
 */
function passwordIn(secret: string): string[] {
  const { password } = new URL(secret);
  return [password, withoutEscapes(password)];
}

function withoutEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes escape sequences, lone surrogates, and NUL, which PostgreSQL rejects. */
const readable = (text: string): string =>
  Buffer.from(text)
    .toString()
    .replace(/\u001b(?:\[[0-9;?]*[ -/]*[@-~]|[@-_])/g, "")
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
