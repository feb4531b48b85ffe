/**
 * Set when the operator hides the first steps. This is a cookie, so that the server can leave out the steps,
 * and nothing moves when the page loads.
 */
export const firstStepsCookie = "instance-admin.first-steps";
