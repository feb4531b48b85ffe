import type { InstanceAccess } from "./instance-access";
import { readBot } from "./instance-bots";
import { InstanceError, retold } from "./instance-error";
import { askInstance, isNotOffered } from "./instance-request";

/**
 * `POST /applications/<id>/delete`, or `DELETE /applications/<id>` where the instance has only that. When the answer is
 * lost, the instance is asked whether the application is still there.
 * @throws InstanceError
 */
export async function deleteInstanceBot(access: InstanceAccess, id: string): Promise<void> {
  try {
    await askInstance(access, `/applications/${id}/delete`, { body: {} }).catch((error: unknown) => {
      if (!isNotOffered(error)) throw error;
      return askInstance(access, `/applications/${id}`, { method: "DELETE" });
    });
  } catch (error) {
    if (!(error instanceof InstanceError) || error.hadNoEffect) throw error;
    const isThere = await isKnown(access, id);
    if (isThere === false) return;
    const words = isThere
      ? "The instance says that the application is still there. Try again."
      : "It may be deleted: look at the list of bots before you try again.";
    throw retold(error, `${error.message} ${words}`, { hadNoEffect: isThere === true });
  }
}

/** Null when the instance does not tell. */
async function isKnown(access: InstanceAccess, id: string): Promise<boolean | null> {
  try {
    return (await readBot(access, id)) === null ? null : true;
  } catch (error) {
    return error instanceof InstanceError && error.status === 404 ? false : null;
  }
}
