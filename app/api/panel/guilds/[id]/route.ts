import { z } from "zod";
import { AppError } from "@/lib/errors";
import { instanceStore } from "@/lib/server/instance";
import {
  auditedGuild,
  guildDetail,
  localUserId,
  panelRoute,
  readConfirmation,
  readJson,
} from "@/lib/server/panel-api";

type Params = { id: string };

/** One guild with its roles. */
export const GET = panelRoute<Params>(({ params, operator }) => guildDetail(operator, params.id));

const changeSchema = z.object({
  name: z.string("Enter a name for the guild.").optional(),
  /** The member who becomes its owner. */
  ownerId: z.string("Choose the new owner.").optional(),
});

/** Renames the guild, or gives it to another of its members. */
export const PATCH = panelRoute<Params>(async ({ request, params: { id }, operator }) => {
  localUserId(operator);
  const { name, ownerId } = await readJson(request, changeSchema);
  if ((name === undefined) === (ownerId === undefined))
    throw new AppError("invalid-input", "Send either a name or the id of the new owner.");
  if (name !== undefined) {
    const { name: before } = await instanceStore().getGuild(id);
    const rename = () => instanceStore().renameGuild(id, name);
    await auditedGuild(operator, { action: "guild.rename", id, detail: { before } }, rename);
  }
  if (ownerId !== undefined) {
    const transfer = () => instanceStore().transferGuild(id, ownerId);
    await auditedGuild(operator, { action: "guild.transfer", id }, transfer, ({ owner }) => ({
      owner: owner.username,
    }));
  }
  return guildDetail(operator, id);
});

/** Deletes the guild for good, with its members' and bots' places in it. Asks for the operator's password. */
export const DELETE = panelRoute<Params>(async ({ request, params: { id }, operator }) => {
  localUserId(operator);
  await readConfirmation(request, operator, "The guild was not deleted");
  const remove = () => instanceStore().deleteGuild(id);
  await auditedGuild(operator, { action: "guild.delete", id }, remove, ({ memberCount, botCount }) => ({
    members: memberCount,
    bots: botCount,
  }));
  return { deleted: id };
});
