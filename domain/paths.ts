/**
 * Every page of the web app by its path. Derived from it: the router, allowed link targets, and
 * reserved clinic names.
 */
export const paths = {
  landing: '/',
  pricing: '/pricing',
  howItWorks: '/how-it-works',
  aboutUs: '/about-us',
  wellnessPlans: '/wellness-plans',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  login: '/login',
  signUp: '/sign-up',
  join: '/join',
  joinPlan: '/join/plan',
  joinConfirming: '/join/confirming',
  forgotPassword: '/forgot-password',
  updatePassword: '/update-password',
  logout: '/logout',
  acceptInvite: '/accept-invite',
  inviteCallback: '/auth/callback/invite',
  authCallback: '/auth/callback',
  confirm: '/auth/confirm',
  confirmEmail: '/confirm-email',
  unauthorized: '/unauthorized',
  dashboard: '/dashboard',
  operator: '/operator',
  demo: '/demo',

  home: '/home',
  appointments: '/appointments',
  learn: '/learn',
  homeMessages: '/home/messages',
  homeVisitPlan: '/home/visit-plan',
  homeValue: '/home/value',
  feedback: '/feedback',
  pay: '/pay',
  profile: '/profile',
  family: '/family',

  clinic: '/clinic',
  clinicPlans: '/clinic/plans',
  clinicNewPlan: '/clinic/plans/new',
  clinicJoinPage: '/clinic/plans/join-page',
  clinicMoney: '/clinic/money',
  clinicNotices: '/clinic/notices',
  clinicActivity: '/clinic/activity',
  clinicFeedback: '/clinic/feedback',
  messages: '/messages',
  members: '/members',
  carePlanTemplates: '/care-plan-templates',
  carePlanNewTemplate: '/care-plan-templates/new',
  membersImport: '/members/import',
  membersDuplicates: '/members/duplicates',
  content: '/content',
  contentNewProgram: '/content/programs/new',
  settings: '/settings',
  settingsProfile: '/settings/profile',
  settingsPassword: '/settings/password',
  settingsClinic: '/settings/clinic',
  settingsNotifications: '/settings/notifications',
  settingsScheduling: '/settings/scheduling',
  settingsTeam: '/settings/team',
  settingsPlan: '/settings/plan',
  settingsBilling: '/settings/billing',
  settingsValueReceipts: '/settings/value-receipts',
  settingsSecurity: '/settings/security',
  settingsData: '/settings/data',
} as const

/** Pages of the specification that are not built yet; link targets and reserved names already include them. */
export const plannedPaths = {
  signedIn: [],
  public: [],
} as const

/** A plan's page in the clinic area. */
export function clinicPlanPath(planId: string): string {
  return `${paths.clinicPlans}/${planId}`
}

/** The page of a member or a patient. @param id of the membership, or of the patient's record */
export function personPath(id: string): string {
  return `${paths.members}/${id}`
}

/** Where a patient's care plan is written. @param id as of `personPath` */
export function carePlanPath(id: string): string {
  return `${personPath(id)}/care-plan`
}

/** Where a patient's record becomes one with another. @param id as of `personPath` */
export function mergePath(id: string): string {
  return `${personPath(id)}/merge`
}

/** Where a template of care plans is changed. */
export function carePlanTemplatePath(templateId: string): string {
  return `${paths.carePlanTemplates}/${templateId}`
}

/** Where content is written. @param itemId of the working copy */
export function contentPath(itemId: string): string {
  return `${paths.content}/${itemId}`
}

/** Where a health program is written. */
export function contentProgramPath(programId: string): string {
  return `${paths.content}/programs/${programId}`
}

/** Where a patient reads it. Its title is never part of an address (docs/domain-rules.md rule 31). */
export function learnPath(itemId: string): string {
  return `${paths.learn}/${itemId}`
}

/** A value receipt of the reader's own plan. */
export function valueReceiptPath(receiptId: string): string {
  return `${paths.homeValue}/${receiptId}`
}

/** The page about somebody whom the reader looks after. @param guardianshipId of the access: opaque */
export function wardPath(guardianshipId: string): string {
  return `${paths.family}/${guardianshipId}`
}

/** A lesson that is assigned to them. */
export function wardLessonPath(guardianshipId: string, itemId: string): string {
  return `${wardPath(guardianshipId)}/lessons/${itemId}`
}

/** The windows of lessons, each of one lesson: there is no list of them. */
const visitLessons = '/visit-lessons'

/** Where slides are shown in a visit, with notes; or, for the room, alone. */
export function visitLessonPath(lessonId: string, isRoom = false): string {
  return `${visitLessons}/${lessonId}${isRoom ? '/room' : ''}`
}

/** A patient's messages in the team's inbox. @param id of the patient's record, or of their membership */
export function messagesPath(id: string): string {
  return `${paths.messages}/${id}`
}

/** Where the failed payments stand on the money page: the id of their heading. */
export const failedPaymentsId = 'failed-payments'
export const failedPaymentsPath = `${paths.clinicMoney}#${failedPaymentsId}`

/** The closed statement of a month. @param month YYYY-MM */
export function clinicStatementPath(month: string): string {
  return `${paths.clinicMoney}/statements/${month}`
}

/** A path with query parameters; undefined ones are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
