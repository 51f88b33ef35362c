/** Days that a clinic chooses from. Apart, because pages load no validators for them. */
export const quietPeriods = [30, 60, 90, 180] as const
export const usualDays = 60
