/** A cookie instead of storage, so that the server can omit the line and nothing moves when the page loads. */
export const firstStepsCookie = "instance-admin.first-steps";
