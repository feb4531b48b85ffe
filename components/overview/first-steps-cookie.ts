/** A cookie rather than storage: the server leaves the line out, so that nothing moves when the page loads. */
export const firstStepsCookie = "instance-admin.first-steps";
