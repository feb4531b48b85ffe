import "server-only";
import { type Area, isInstancePath } from "@/lib/server/door";
import { errorAnswer } from "./respond";
import { answerInstance } from "./route";

export const instanceArea: Area = {
  owns: (_, path) => isInstancePath(path),
  answer: answerInstance,
  refuse: errorAnswer,
};
