/** Implements `npm run provision` (`provision.mjs`, docs/provisioning.md). */
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { AppError, type InputProblem } from "@/lib/errors";
import { readEnv } from "@/lib/env";
import { openEdition } from "@/lib/server/config-file";
import { toUnavailableError } from "@/lib/server/db";
import {
  executePlan,
  type IssuedToken,
  LARGEST_DOCUMENT,
  needsToken,
  parseDocument,
  type Plan,
  planFor,
  TokenFile,
  tooLarge,
  describePlan,
} from "@/lib/server/instance/provision";
import { openTarget } from "./provision-target";

const USAGE = `Create the bots described in a file:

  instance-admin provision bots.json --dry-run           show the changes without making them
  instance-admin provision bots.json --tokens FILE       apply; add the tokens of new bots to FILE
  instance-admin provision bots.json --tokens -          apply; print the tokens of new bots
  instance-admin provision - < bots.json                 read the document from standard input

  --owner NAME   the bots' owner, unless the document names one

In a clone: npm run provision -- …
docs/provisioning.md describes the document.`;

const NO_TOKENS = `The run would create bots, but there is no place for their tokens, which are shown only once. Nothing was changed.
Add --tokens FILE to save them in a file that only you can read, or --tokens - to print them.`;

const options = {
  "dry-run": { type: "boolean", default: false },
  tokens: { type: "string" },
  owner: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

const at = (file: string) => resolve(process.env.PROVISION_FOLDER ?? ".", file);

/** Reads the document. Checks the size first, and refuses a document that is too large. */
function readDocument(file: string): string {
  const descriptor = file === "-" ? 0 : openSync(at(file), "r");
  try {
    const info = fstatSync(descriptor);
    if (info.isFile() && info.size > LARGEST_DOCUMENT) throw tooLarge();
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(descriptor));
  } catch (cause) {
    if (cause instanceof TypeError)
      throw new Error(`${file} is not valid UTF-8. Save it as UTF-8 and run it again.`, { cause });
    throw cause;
  } finally {
    if (file !== "-") closeSync(descriptor);
  }
}

/** Prints progress and problems to standard error, because standard output may be used for tokens. */
const print = (text: string) => void process.stderr.write(`${text}\n`);

function showPlan(plan: Plan, isFirstOperator: boolean): void {
  const { owner, bots, summary } = describePlan(plan);
  const lines = bots.flatMap((bot) => [
    `${bot.sign} ${bot.text}`,
    ...bot.changes.map(({ sign, text }) => `    ${sign} ${text}`),
  ]);
  const { create, change, same, unknown } = summary;
  const counts = [`${create} to create`, `${change} to change`, `${same} up to date`];
  if (unknown > 0) counts.push(`${unknown} with an unknown state`);
  const why = isFirstOperator ? " (the first operator; --owner NAME chooses another)" : "";
  print([`Bots of ${owner}${why}`, ...lines, `${counts.join(", ")}.`].join("\n"));
}

/** Writes tokens to the file. If there is no file, prints the tokens. */
const receiver = (tokens: TokenFile | null) => ({
  beforeToken: (bot: string) => tokens?.beforeToken(bot),
  onToken(token: IssuedToken) {
    if (tokens) tokens.onToken(token);
    else process.stdout.write(`${JSON.stringify(token)}\n`);
  },
});

async function provision(
  file: string,
  { tokens, owner, "dry-run": isDry }: { tokens?: string; owner?: string; "dry-run": boolean },
): Promise<void> {
  const document = parseDocument(readDocument(file));
  const { target, isFirstOperator, close } = await openTarget(owner ?? document.owner);
  try {
    const saved = tokens === undefined || tokens === "-" ? null : TokenFile.at(at(tokens));
    const plan = await planFor(document, target, saved?.unsaved);
    showPlan(plan, isFirstOperator);
    if (isDry) return print("Nothing was changed: this was a dry run.");
    const { create, change, unknown } = describePlan(plan).summary;
    if (create + change + unknown === 0) return print("Nothing to do.");
    if (needsToken(plan) && tokens === undefined) throw new Error(NO_TOKENS);
    let done = 0;
    await executePlan(plan, target, {
      ...receiver(saved),
      onDone({ name }, id, notes) {
        done += 1;
        print([`Done: ${name} (${id})`, ...notes.map((note) => `    ${note}`)].join("\n"));
      },
    }).catch((error: unknown) => {
      print(`Stopped after ${done} of ${create + change + unknown} bots. Run the command again to continue.`);
      throw error;
    });
    if (saved && needsToken(plan)) print(`The tokens are in ${saved.path}.`);
  } finally {
    await close();
  }
}

/** Describes a problem with file, line and column, so that editors can link to the problem. */
function describe(thrown: unknown, file: string): string {
  const error = toUnavailableError(thrown) ?? thrown;
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error);
  const lines = error.problems.map((problem: InputProblem) => {
    const { line, column } = problem as InputProblem & { line?: number; column?: number };
    return line === undefined ? problem.message : `${file}:${line}:${column}: ${problem.message}`;
  });
  return [...lines, error.message].join("\n");
}

// Turns off the log, which would be mixed with tokens on standard output. Errors are printed below.
process.env.LOG_LEVEL = "silent";
let file = "";
try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  [file = ""] = positionals;
  if (values.help) console.log(USAGE);
  else if (positionals.length !== 1 || file === "") throw new Error(USAGE);
  else {
    openEdition(readEnv().configEdition);
    await provision(file, values);
  }
} catch (error) {
  print(describe(error, file));
  process.exitCode = 1;
}
