/** Where links to the form that sets the addresses lead. */
export const addressFormId = "set-addresses";
