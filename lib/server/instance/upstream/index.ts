import "server-only";

export { instanceApi, instanceVersion, remoteInstance } from "./address";
export { type InstanceState, instanceState, knownInstanceState } from "./state";
export { offersLogin } from "./login";
