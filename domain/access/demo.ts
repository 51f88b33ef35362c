/** What the demo is seen as. */
export const demoViews = ['clinic', 'patient'] as const
export type DemoView = (typeof demoViews)[number]

/** The demo clinic that visitors look at; its people are invented (db/seed). */
export const demoSubdomain = 'sunrise'

/** Whose account a visitor looks with. */
export const demoAccounts: Record<DemoView, string> = {
  clinic: `admin@${demoSubdomain}.test`,
  patient: `patient@${demoSubdomain}.test`,
}
