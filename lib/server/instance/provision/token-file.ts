import "server-only";
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  writeSync,
  fstatSync,
  fchmodSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { parsedJson } from "@/lib/shared/json/value";
import type { IssuedToken } from "./execute";

const line = z.object({ bot: z.string(), id: z.string().optional(), token: z.string().optional() });

const isError = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/**
 * Every line begins with this text. After an interrupted write, the last line may contain only a part of the
 * text.
 */
const BEGINNING = '{"bot":"';
const isTorn = (text: string) => text.startsWith(BEGINNING) || BEGINNING.startsWith(text);

function trouble(path: string, error: unknown, advice: string): AppError {
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new AppError("conflict", `The tokens file ${path} cannot be used${code}. ${advice}`, {
    cause: error,
  });
}

const notAFile = (path: string) =>
  new AppError(
    "conflict",
    `${path} is not a regular file, so nothing was changed. Choose another file with --tokens, or print the tokens with --tokens -.`,
  );

const ANOTHER = "Nothing was created. Choose another file with --tokens.";
const AGAIN =
  "The bot was created, but its token could not be saved. Fix the token file and run the command again to create another token.";

/**
 * A file of tokens with one JSON object per line: `{"bot":"…"}` before a token is requested, and
 * `{"bot":"…","id":"…","token":"…"}` afterwards. Each line is appended and synced to disk before the next
 * step starts. The next run can therefore see which token an interrupted run did not save.
 */
export class TokenFile {
  /** Names of bots whose tokens were requested, but are not in the file. */
  readonly unsaved = new Set<string>();

  private constructor(
    readonly path: string,
    private readonly endsEarly: boolean,
  ) {}

  /**
   * Reads the file without changing it. The file need not exist.
   * @throws AppError `conflict` if the file has other content
   */
  static at(path: string): TokenFile {
    let text = "";
    try {
      // Refuse devices such as /dev/null, because `append` would make the device inaccessible to other users.
      if (!statSync(path).isFile()) throw notAFile(path);
      text = readFileSync(path, "utf8");
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (!isError(error, "ENOENT")) throw trouble(path, error, ANOTHER);
    }
    const file = new TokenFile(path, text !== "" && !text.endsWith("\n"));
    for (const each of text.split("\n")) file.read(each);
    return file;
  }

  private read(text: string): void {
    const parsed = line.safeParse(parsedJson(text));
    if (!parsed.success && isTorn(text)) return;
    if (!parsed.success)
      throw new AppError(
        "conflict",
        `${this.path} exists and is not a token file, so nothing was changed. Choose another file with --tokens.`,
      );
    const { bot, token } = parsed.data;
    if (token === undefined) this.unsaved.add(bot);
    else this.unsaved.delete(bot);
  }

  /** @throws AppError `conflict` if writing fails */
  beforeToken(bot: string): void {
    this.append({ bot }, ANOTHER);
  }

  /** @throws AppError `conflict` if writing fails */
  onToken({ bot, id, token }: IssuedToken): void {
    this.append({ bot, id, token }, AGAIN);
  }

  private started = false;

  private append(value: object, advice: string): void {
    try {
      const descriptor = openSync(this.path, "a", 0o600);
      try {
        if (!this.started && (fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600);
        const text = `${this.endsEarly && !this.started ? "\n" : ""}${JSON.stringify(value)}\n`;
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      if (!this.started) syncFolder(dirname(this.path));
      this.started = true;
    } catch (error) {
      throw trouble(this.path, error, advice);
    }
  }
}

/** Syncs the folder, so that a new file's name survives a crash. */
function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
