/**
 * Set when the operator hides the first steps. The server then omits the first steps, so nothing moves when
 * the page loads.
 */
export const firstStepsCookie = "instance-admin.first-steps";
