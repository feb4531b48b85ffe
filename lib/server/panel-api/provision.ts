import "server-only";
import { AppError } from "@/lib/errors";
import { bodyOf } from "@/lib/server/api/body";
import type { DoorRequest } from "@/lib/server/door";
import {
  executePlan,
  type IssuedToken,
  parseDocument,
  planFor,
  describeBot,
  type BotDescription,
  describePlan,
} from "@/lib/server/instance/provision";
import type { Session } from "@/lib/server/operators";
import { problemAnswer } from "./problem";
import { sessionTarget } from "./provision-target";

export interface Provisioned {
  isDryRun: boolean;
  owner: string;
  bots: BotDescription[];
  summary: ReturnType<typeof describePlan>["summary"];
  /** Tokens of new bots. They cannot be read again. */
  tokens: IssuedToken[];
  /** Where the instance deviated from the document. */
  notes: { bot: string; text: string }[];
  /**
   * The error that ended the run, and the number of bots that were completed before it. Missing if all were
   * completed.
   */
  stopped?: { done: number; problem: unknown };
}

/**
 * Returns the document in a request.
 * @throws AppError `unsupported-media-type`, `body-too-large`, `malformed-json`
 */
function documentIn(request: DoorRequest): string {
  const type = request.header("content-type") ?? "";
  if (
    !/^(?:application\/(?:[\w.-]+\+)?(?:json|yaml)|(?:application|text)\/(?:x-)?yaml)\s*(?:;|$)/i.test(type)
  )
    throw new AppError(
      "unsupported-media-type",
      "Send the document as YAML or JSON, with Content-Type: application/yaml or application/json.",
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bodyOf(request));
  } catch (cause) {
    throw new AppError(
      "malformed-json",
      "The document is not valid UTF-8. Save it as UTF-8 and send it again.",
      {
        cause,
      },
    );
  }
}

/**
 * Creates the bots in a document, or only reports what would be done.
 * @throws AppError `invalid-document`; the errors of `sessionTarget`; any error before the first change. After the
 * first change, an error is part of the answer, so that the issued tokens are not lost.
 */
export async function provision(
  session: Session,
  request: DoorRequest,
  { isDryRun }: { isDryRun: boolean },
): Promise<Provisioned> {
  const document = parseDocument(documentIn(request));
  const target = await sessionTarget(session, document.owner);
  const plan = await planFor(document, target);
  const { owner, bots, summary } = describePlan(plan);
  const made: Provisioned = { isDryRun, owner, bots, summary, tokens: [], notes: [] };
  if (isDryRun) return made;
  let done = 0;
  try {
    await executePlan(plan, target, {
      beforeToken: () => undefined,
      onToken: (token) => void made.tokens.push(token),
      onDone(bot, id, notes) {
        done += 1;
        made.notes.push(...notes.map((text) => ({ bot: bot.name, text })));
        const described = describeBot(bot);
        made.bots = made.bots.map((one) => (one.name === described.name ? { ...one, id } : one));
      },
    });
  } catch (error) {
    if (done === 0 && made.tokens.length === 0) throw error;
    made.stopped = { done, problem: JSON.parse(String(problemAnswer(error).body)) as unknown };
  }
  return made;
}
