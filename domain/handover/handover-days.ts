/** A handover is about at most this many days. Apart, because pages load no validators for it. */
export const mostHandoverDays = 14
