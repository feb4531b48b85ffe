/**
 * Names the operator (id) of the page that sends a request. Another operator may have signed in in the same browser since
 * the page was opened; the page's edits must not be saved in that name.
 */
export const OPERATOR_HEADER = "x-panel-operator";
