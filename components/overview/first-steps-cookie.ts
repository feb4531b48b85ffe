/**
 * Set when the operator hides the first steps. The server reads this cookie and leaves out the steps, so
 * nothing moves when the page loads.
 */
export const firstStepsCookie = "instance-admin.first-steps";
