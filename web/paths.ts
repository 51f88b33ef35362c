/** Every address of the web app, in one place. Query parameters are added by the builders at the end. */
export const paths = {
  landing: '/',
  pricing: '/pricing',
  login: '/login',
  signUp: '/sign-up',
  join: '/join',
  joinPlan: '/join/plan',
  forgotPassword: '/forgot-password',
  updatePassword: '/update-password',
  logout: '/logout',
  acceptInvite: '/accept-invite',
  inviteCallback: '/auth/callback/invite',
  confirm: '/auth/confirm',
  confirmEmail: '/confirm-email',
  unauthorized: '/unauthorized',
  dashboard: '/dashboard',

  home: '/home',
  pay: '/pay',

  clinic: '/clinic',
  clinicPlans: '/clinic/plans',
  clinicMoney: '/clinic/money',
  members: '/members',
  settings: '/settings',
  settingsClinic: '/settings/clinic',
} as const

/** A path with query parameters; undefined ones are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
