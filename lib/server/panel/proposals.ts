import "server-only";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { changedPaths, type ConfigFile, type FileNow } from "@/lib/server/config-file";
import { type Db, readMeta, type Row, writeMeta } from "@/lib/server/db";
import { type Author, authorKindOf, authorWords } from "@/lib/shared/author";
import type { KeyChange } from "@/lib/shared/contract/config";
import { type Operation, operation } from "@/lib/shared/contract/config-snapshot";
import { settingChange } from "@/lib/shared/contract/history";
import type { Proposal, ProposalHead } from "@/lib/shared/contract/proposals";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import type { Turns } from "@/lib/turns";
import type { Registry } from "@/lib/shared/settings/registry";

/* Like stored versions, they may contain secrets, which never leave the server. */

const MOST_OPEN = 100;
const MOST_CLOSED = 100;
/** Maximum number of open proposals of one operator or of Git, so that one API token or committer cannot use up all. */
const MOST_OWN = 25;
const MOST_COMMENTS = 200;
/** A save that takes longer (ms) was interrupted, so that somebody else may decide. */
const LONGEST_SAVE = 60_000;
const SECTIONS = "reviewed-sections";

export interface ProposalsDeps {
  db: Db;
  config: ConfigFile;
  now: () => number;
  /** The panel API uses it, too. */
  inTurn: Turns["proposals"];
  opened: (proposal: { id: number; title: string; author: string }) => void;
}

export interface NewProposal {
  title: string;
  note?: string | undefined;
  base?: string | undefined;
  operations: readonly Operation[];
  keys?: readonly KeyChange[] | undefined;
}

/** The author of a proposal. The id is that of an operator; null for the panel itself. */
export interface Proposer {
  author: Author;
  operatorId: number | null;
}

const edits = z.object({
  operations: z.array(operation),
  keys: z.array(z.object({ path: z.string(), text: z.string().nullable() })),
});
type Edits = z.output<typeof edits>;

type ProposalRow = Row<"proposals">;

const HEAD = ["id", "title", "note", "author", "author_kind", "at", "state", "paths"] as const;

export type Proposals = ReturnType<typeof createProposals>;

export function createProposals({ db, config, now, inTurn, opened }: ProposalsDeps) {
  const rows = (fileId: number) => db.selectFrom("proposals").where("file_id", "=", fileId);

  /** @throws AppError `not-found` */
  async function rowOf(id: number): Promise<ProposalRow> {
    const row = await rows(await config.id())
      .where("id", "=", id)
      .selectAll()
      .executeTakeFirst();
    if (row) return row;
    throw new AppError("not-found", "There is no such proposal. Reload the list of proposals.");
  }

  const headOf = (row: Pick<ProposalRow, (typeof HEAD)[number]>, comments: number): ProposalHead => ({
    id: row.id,
    title: row.title,
    note: row.note,
    author: row.author,
    authorKind: authorKindOf(row.author_kind),
    at: row.at,
    state: row.state,
    paths: pathsIn(row),
    comments,
  });

  async function commentsOf(id: number) {
    const rows = await db
      .selectFrom("proposal_comments")
      .where("proposal_id", "=", id)
      .orderBy("id")
      .selectAll()
      .execute();
    return rows.map((row) => ({
      ...{ id: row.id, author: row.author, authorKind: authorKindOf(row.author_kind), at: row.at },
      text: row.text,
    }));
  }

  async function conflictsOf(row: ProposalRow, current: FileNow): Promise<string[]> {
    if (row.base === current.etag || !current.version) return [];
    const before = await config.history.byEtag(row.base);
    const version = before && (await config.history.version(before));
    if (!version) return [];
    const changed = changedPaths(version, current.version);
    return pathsIn(row).filter((path) =>
      changed.some((one) => one === path || one.startsWith(`${path}.`) || one.startsWith(`${path}[`)),
    );
  }

  async function whatWouldChange(
    row: ProposalRow,
    current: FileNow,
  ): Promise<Pick<Proposal, "changes" | "problems">> {
    try {
      const { operations, keys } = editsOf(row);
      return await current.review(operations, keys);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { message, problems } = error;
      const listed = problems.map((one) => `${one.path}: ${one.message}`);
      return { changes: proposedIn(row), problems: listed.length > 0 ? listed : [message] };
    }
  }

  const sections = async (): Promise<string[]> =>
    z.array(z.string()).parse(JSON.parse((await readMeta(db, SECTIONS)) ?? "[]"));

  const reviewedIn = (sections: readonly string[], paths: readonly string[], { sectionOf }: Registry) =>
    paths.find((path) => sections.includes(sectionOf(path)?.id ?? unrecognizedKeys));

  async function refusalFor(row: ProposalRow, operatorId: number, current: FileNow): Promise<string | null> {
    if (row.operator_id !== null && Number(row.operator_id) !== operatorId) return null;
    const { registry } = await current.edition();
    const path = reviewedIn(await sections(), pathsIn(row), registry);
    if (path === undefined) return null;
    return row.operator_id === null ? unknownProposer(path) : ownProposal(path);
  }

  async function describe(id: number, operatorId: number): Promise<Proposal> {
    const row = await rowOf(id);
    const discussion = await commentsOf(id);
    const isOpen = row.state === "open";
    const current = await config.read();
    return {
      ...headOf(row, discussion.length),
      etag: current.etag,
      ...(isOpen ? await whatWouldChange(row, current) : { changes: proposedIn(row), problems: [] }),
      conflicts: isOpen ? await conflictsOf(row, current) : [],
      discussion,
      decision:
        row.decided_at === null
          ? null
          : { by: row.decided_by ?? "", at: row.decided_at, version: row.version, reason: row.reason },
      refusal: isOpen ? await refusalFor(row, operatorId, current) : null,
    };
  }

  /**
   * Changes a proposal that is open and that nobody is saving, in one statement.
   * @throws AppError `not-found`, `conflict`
   */
  async function take(id: number, changes: Partial<ProposalRow>): Promise<ProposalRow> {
    const taken = await db
      .updateTable("proposals")
      .set(changes)
      .where("file_id", "=", await config.id())
      .where("id", "=", id)
      .where("state", "=", "open")
      .where((eb) => eb.or([eb("saving_since", "is", null), eb("saving_since", "<", now() - LONGEST_SAVE)]))
      .returningAll()
      .executeTakeFirst();
    if (taken) return taken;
    const { state } = await rowOf(id);
    throw new AppError(
      "conflict",
      state === "open"
        ? `Somebody is saving proposal ${id}. Reload the page in a moment.`
        : `Proposal ${id} is closed (${state}). Reload the page.`,
    );
  }

  const decision = (state: "saved" | "rejected", by: Author) => ({
    ...{ state, decided_by: authorWords(by), decided_at: now() },
  });

  return {
    async list(): Promise<ProposalHead[]> {
      const newest = rows(await config.id())
        .orderBy("id", "desc")
        .select(HEAD);
      const open = await newest.where("state", "=", "open").execute();
      const closed = await newest.where("state", "!=", "open").limit(MOST_CLOSED).execute();
      const counts = await db
        .selectFrom("proposal_comments")
        .groupBy("proposal_id")
        .select(["proposal_id", ({ fn }) => fn.countAll<number>().as("count")])
        .execute();
      const countOf = new Map(counts.map((one) => [one.proposal_id, Number(one.count)]));
      return [...open, ...closed].map((row) => headOf(row, countOf.get(row.id) ?? 0));
    },

    /** For the panel API, which lets requests wait for each other. */
    get: describe,

    /** @throws AppError `unavailable` if the operator waits for too many */
    getInTurn: (id: number, operatorId: number): Promise<Proposal> =>
      inTurn(operatorId, () => describe(id, operatorId)),

    /** @throws AppError `not-found` */
    async summary(id: number, operatorId: number): Promise<{ paths: string[]; isOwn: boolean }> {
      const row = await rowOf(id);
      return { paths: pathsIn(row), isOwn: row.operator_id === operatorId };
    },

    /**
     * @throws AppError `invalid-settings` if a value is not valid; `config-unusable`; `conflict` if too many
     * are open
     */
    async create(
      { author, operatorId }: Proposer,
      { title, note, base, operations, keys = [] }: NewProposal,
    ): Promise<ProposalHead> {
      const current = await config.read();
      const { changes } = await current.review(operations, keys);
      const file = await config.id();
      const open = await rows(file).where("state", "=", "open").select("operator_id").execute();
      const ownProposals = open.filter(
        (one) => (one.operator_id === null ? null : Number(one.operator_id)) === operatorId,
      );
      if (open.length >= MOST_OPEN)
        throw new AppError("conflict", `${MOST_OPEN} proposals are open. Save or reject some of them first.`);
      if (ownProposals.length >= MOST_OWN)
        throw new AppError(
          "conflict",
          operatorId === null
            ? `${MOST_OWN} proposals from Git are open. Save or reject some of them first.`
            : `${MOST_OWN} of your proposals are open. Withdraw some of them first.`,
        );
      const row = await db
        .insertInto("proposals")
        .values({
          file_id: file,
          title: config.withoutSecrets(title),
          note: note ? config.withoutSecrets(note) : null,
          author: author.name,
          author_kind: author.kind,
          operator_id: operatorId,
          at: now(),
          base: base ?? current.etag,
          paths: JSON.stringify([...operations, ...keys].map(({ path }) => path)),
          edits: JSON.stringify({ operations, keys }),
          changes: JSON.stringify(changes),
          state: "open",
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      opened({ id: row.id, title: row.title, author: authorWords(author) });
      return headOf(row, 0);
    },

    async comment(id: number, author: Author, text: string): Promise<void> {
      await rowOf(id);
      if ((await commentsOf(id)).length >= MOST_COMMENTS)
        throw new AppError("conflict", `The proposal has ${MOST_COMMENTS} comments. Make a new proposal.`);
      await db
        .insertInto("proposal_comments")
        .values({
          ...{ proposal_id: id, author: author.name, author_kind: author.kind, at: now() },
          text: config.withoutSecrets(text),
        })
        .execute();
    },

    /**
     * Saves an open proposal. Until the save has ended, nobody else can save or reject it.
     * @param save gets the edits, and the operator who must not be the only one to save them
     * @throws AppError `not-found`, `conflict`, and whatever `save` throws; the proposal then is open again
     */
    async save<T extends { etag: string }>(
      id: number,
      by: Author,
      save: (proposal: Edits & { title: string; author: string; operatorId: number | null }) => Promise<T>,
    ): Promise<T> {
      const claimed = now();
      const row = await take(id, { saving_since: claimed });
      const settling = (changes: Partial<ProposalRow>) =>
        db
          .updateTable("proposals")
          .set({ ...changes, saving_since: null })
          .where("id", "=", id);
      const author = authorWords({ kind: authorKindOf(row.author_kind), name: row.author });
      const { title, operator_id: operatorId } = row;
      let saved: T;
      try {
        saved = await save({ ...editsOf(row), title, author, operatorId });
      } catch (error) {
        // If this took too long, somebody else may be saving it.
        await settling({})
          .where("saving_since", "=", claimed)
          .execute()
          .catch(() => undefined);
        throw error;
      }
      const version = await config.history.byEtag(saved.etag).catch(() => undefined);
      await settling({ ...decision("saved", by), version: version?.id ?? null }).execute();
      return saved;
    },

    async reject(id: number, by: Author, reason: string | undefined): Promise<void> {
      await take(id, {
        ...decision("rejected", by),
        reason: reason ? config.withoutSecrets(reason) : null,
      });
    },

    sections,
    setSections: (sections: readonly string[]) => writeMeta(db, SECTIONS, JSON.stringify(sections)),

    /**
     * Refuses a save of settings that need two operators, unless it saves the proposal of another operator.
     * @param approver the operator who saves a proposal, and the operator who made it
     * @throws AppError `review-required`
     */
    refuseUnreviewed(
      sections: readonly string[],
      paths: readonly string[],
      registry: Registry,
      approver?: { operatorId: number; proposerId: number | null },
    ): void {
      const path = reviewedIn(sections, paths, registry);
      if (path === undefined) return;
      const { operatorId, proposerId } = approver ?? {};
      // The operator who saves a proposal from Git may have made the commit.
      if (typeof proposerId === "number" && operatorId !== proposerId) return;
      throw new AppError(
        "review-required",
        approver
          ? `${proposerId === null ? unknownProposer(path) : ownProposal(path)} Nothing was saved.`
          : `Changes of ${path} need two operators. Nothing was saved. Propose the changes, and ask somebody to save them.`,
        { details: { refused: path } },
      );
    },
  };
}

const ownProposal = (path: string): string =>
  `Changes of ${path} need two operators, and you made this proposal. Ask somebody else to save it.`;

const unknownProposer = (path: string): string =>
  `Changes of ${path} need two operators, and no operator made this proposal. Propose the changes yourself, and ask somebody else to save them.`;

const editsOf = ({ edits: stored }: ProposalRow): Edits => edits.parse(JSON.parse(stored));
const pathsIn = ({ paths }: Pick<ProposalRow, "paths">) => z.array(z.string()).parse(JSON.parse(paths));
const proposedIn = ({ changes }: ProposalRow) => z.array(settingChange).parse(JSON.parse(changes));
