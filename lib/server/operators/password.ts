import "server-only";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { takeTurns } from "@/lib/turns";
import { MOST_PASSWORD_CHARACTERS } from "@/lib/shared/contract/operators";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { AppError } from "@/lib/errors";

/** Hashing occupies a processor. One processor stays free for the requests of other people. */
const inTurn = takeTurns(Math.max(1, availableParallelism() - 1));

/** Argon2id with 19 MiB and two passes. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

let decoy: Promise<string> | undefined;

/**
 * If there is no hash (unknown username), the comparison takes equally long. The response time therefore does
 * not reveal which usernames exist.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  if (password.length > MOST_PASSWORD_CHARACTERS) return false;
  decoy ??= hashPassword("no operator has this password");
  const compared = stored ?? (await decoy);
  const matches = await inTurn(() => verify(compared, password));
  return matches && stored !== undefined;
}

/** The exponent of the limit: a password is refused if it can be guessed in fewer than 10^6 attempts. */
const FOUND_BY = 6;
/**
 * Only this many characters are checked. The time for the check grows with the square of the length, and more
 * characters rarely change the result.
 */
const JUDGED_CHARACTERS = 40;
/** Words that an attacker would try first on any panel, in addition to the operator's username. */
const NEAR_AT_HAND = ["instance", "admin", "instance admin", "operator", "panel"];

const HARD_DECORATION = 8;

interface Judge {
  zxcvbn: ZxcvbnFactory;
  listed: ReadonlySet<string>;
}

async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return {
    zxcvbn: new ZxcvbnFactory({ graphs, dictionary, maxLength: JUDGED_CHARACTERS }),
    listed: new Set([...NEAR_AT_HAND, ...dictionary["passwords-common"].map(String)]),
  };
}

/** How long (ms) the list of common passwords stays in memory after its last use. */
const FORGET_AFTER = 3_000;

let judge: Promise<Judge> | undefined;
let forgetting: NodeJS.Timeout | undefined;

/** Loads the list of common passwords at its use, because that takes a tenth of a second and 20 MB. */
function currentJudge(): Promise<Judge> {
  clearTimeout(forgetting);
  forgetting = setTimeout(() => (judge = undefined), FORGET_AFTER).unref();
  return (judge ??= loadJudge());
}

const letters = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const isName = (password: string, username: string) =>
  letters(password).replaceAll(letters(username), "").length < 4 &&
  letters(password).includes(letters(username));

/** Digits and symbols that people use instead of letters. */
const LETTER_OF: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "0": "o",
  $: "s",
  "5": "s",
};

/**
 * Whether a password is a common word with a few digits and symbols around it, such as `admin@123` or `Panel2026!`.
 * zxcvbn accepts these, because it considers all combinations of word, year and symbol equally likely.
 */
function isDecoratedWord(password: string, listed: ReadonlySet<string>): boolean {
  const [, core = ""] = /^[^\p{L}]*(.*?)[^\p{L}]*$/su.exec(password.normalize("NFKC").toLowerCase()) ?? [];
  if (password.length - core.length >= HARD_DECORATION) return false;
  const plain = core.replace(/[@43105$]/g, (sign) => LETTER_OF[sign] ?? sign);
  return listed.has(core) || listed.has(plain);
}

async function objection(password: string, username: string): Promise<string | undefined> {
  if (/^[\s\p{Cf}\p{Cc}\p{Zs}]*$/u.test(password))
    return "A password of only spaces is too easy to guess. Use words, letters or digits.";
  if (isName(password, username)) return "Use a password that does not contain the username.";
  const { zxcvbn, listed } = await currentJudge();
  const { guessesLog10 } = zxcvbn.check(password, [username, ...NEAR_AT_HAND]);
  if (guessesLog10 >= FOUND_BY && !isDecoratedWord(password, listed)) return undefined;
  return "This password is too easy to guess. Use an uncommon one, such as four unrelated words.";
}

/**
 * @param path the path of the password in the input, where the form shows the error
 * @throws AppError `invalid-settings` if the password is easy to guess
 */
export async function refuseCommonPassword(
  input: { username: string; password: string },
  path: string,
): Promise<void> {
  const message = await objection(input.password, input.username);
  if (message === undefined) return;
  throw new AppError("invalid-settings", `Nothing was changed. ${message}`, {
    problems: [{ path, message }],
  });
}
