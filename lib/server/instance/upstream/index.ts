import "server-only";

export { instanceApi, instanceFrontPage, instanceVersion, remoteInstance } from "./address";
export { type InstanceState, instanceState, knownInstanceState, noteAnswer } from "./state";
export { offersLogin } from "./login";
export { registrationFacts } from "./registration";
