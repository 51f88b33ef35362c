/** Matches of one search: so many ids fit into the address of the read that follows. */
export const mostPaymentsFound = 50
