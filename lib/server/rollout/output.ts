import "server-only";
import { env } from "@/lib/env";
import { configFile } from "@/lib/server/config-file";
import type { Settings } from "@/lib/shared/settings/values";

/** How much of a command's output is kept, in characters: the end, where errors stand. */
const longest = 32_000;
const cut = "… earlier output left out …\n";

/** Shorter ones would hide ordinary words. */
const shortestSecret = 6;

/** The end of what a command printed, with secrets and control characters taken out. */
export class Output {
  private text = "";

  private constructor(private readonly secrets: readonly string[]) {}

  /** @param before what an earlier command of the same apply printed */
  static async begin(before: string): Promise<Output> {
    const settings = await configFile()
      .settings()
      .catch(() => null);
    const output = new Output(settings ? secretsOf(settings) : []);
    output.text = before;
    return output;
  }

  add(text: string): void {
    this.text += text;
    if (this.text.length > 2 * longest) this.text = cut + this.text.slice(-longest);
  }

  toString(): string {
    const shown = this.secrets.reduce(
      (rest, secret) => rest.replaceAll(secret, "«secret»"),
      readable(this.text),
    );
    return shown.length > longest ? cut + shown.slice(-longest) : shown;
  }
}

function secretsOf({ edition, get }: Settings): string[] {
  const own = edition.registry.fields.flatMap(({ kind, path }) =>
    kind === "secret" ? [get(path as Parameters<typeof get>[0]) as unknown] : [],
  );
  const { instanceOperatorToken, nextAuthSecret } = env();
  const secrets = [...own, instanceOperatorToken, nextAuthSecret].filter((one) => typeof one === "string");
  return [...secrets, ...secrets.flatMap(passwordIn)].filter(({ length }) => length >= shortestSecret);
}

/** An address is a secret as a whole; a program may well print the password in it alone. */
function passwordIn(secret: string): string[] {
  if (!URL.canParse(secret)) return [];
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

/** Without colors and other escape sequences, NUL (which PostgreSQL refuses) and lone surrogates. */
const readable = (text: string): string =>
  Buffer.from(text)
    .toString()
    .replace(/\u001b(?:\[[0-9;?]*[ -/]*[@-~]|[@-_])/g, "")
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
