import { z } from "zod";
import { completeSetup, firstRunSchema, problemResponse, readJson } from "@/lib/panel";

const bodySchema = firstRunSchema.extend({ token: z.string() });

/** Creates the first operator and its guild, once, for whoever holds the one-time link printed at start. */
export async function POST(request: Request): Promise<Response> {
  try {
    const { token, ...input } = await readJson(request, bodySchema);
    const { username } = await completeSetup(token, input);
    return Response.json({ username }, { status: 201 });
  } catch (error) {
    return problemResponse(error);
  }
}
