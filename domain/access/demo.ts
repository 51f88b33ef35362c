export const demoViews = ['clinic', 'patient'] as const
export type DemoView = (typeof demoViews)[number]

/** The public demo clinic; db/seed invents its people. */
export const demoSubdomain = 'sunrise'

export const demoAccounts: Record<DemoView, string> = {
  clinic: `admin@${demoSubdomain}.test`,
  patient: `patient@${demoSubdomain}.test`,
}
