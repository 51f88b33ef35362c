/** Every page of the web app. The router, allowed link targets and reserved clinic names derive from it. */
export const paths = {
  landing: '/',
  pricing: '/pricing',
  howItWorks: '/how-it-works',
  aboutUs: '/about-us',
  wellnessPlans: '/wellness-plans',
  contact: '/contact',
  privacy: '/privacy',
  security: '/security',
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
  stopAddressChange: '/auth/stop-change',
  unauthorized: '/unauthorized',
  stopMails: '/stop-emails',
  /** Does not say what it is about. */
  answer: '/answer',
  dashboard: '/dashboard',
  operator: '/operator',
  demo: '/demo',

  home: '/home',
  appointments: '/appointments',
  learn: '/learn',
  homeMessages: '/home/messages',
  homeVisitPlan: '/home/visit-plan',
  homeForms: '/home/forms',
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
  broadcasts: '/messages/many',
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
  settingsForms: '/settings/forms',
  settingsHours: '/settings/hours',
  settingsWebsite: '/settings/website',
  settingsMessages: '/settings/messages',
  settingsMinors: '/settings/minors',
  settingsNotifications: '/settings/notifications',
  settingsScheduling: '/settings/scheduling',
  settingsTeam: '/settings/team',
  settingsPlan: '/settings/plan',
  settingsBilling: '/settings/billing',
  settingsValueReceipts: '/settings/value-receipts',
  settingsIntegrations: '/settings/integrations',
  settingsSecurity: '/settings/security',
  settingsData: '/settings/data',
} as const

/** Pages of the specification that are not built yet; already link targets and reserved names. */
export const plannedPaths = {
  signedIn: [],
  public: [],
} as const

export function clinicPlanPath(planId: string): string {
  return `${paths.clinicPlans}/${planId}`
}

/** @param id of the membership, or of the patient's record */
export function personPath(id: string): string {
  return `${paths.members}/${id}`
}

export const personTabs = ['overview', 'visits', 'care', 'money', 'record'] as const

/** A tab of a person's page. @param id as of `personPath` */
export function personTab(id: string, tab: (typeof personTabs)[number]): string {
  return withQuery(personPath(id), { tab })
}

/** @param id as of `personPath` */
export function carePlanPath(id: string): string {
  return `${personPath(id)}/care-plan`
}

/** @param id as of `personPath` */
export function mergePath(id: string): string {
  return `${personPath(id)}/merge`
}

export function carePlanTemplatePath(templateId: string): string {
  return `${paths.carePlanTemplates}/${templateId}`
}

/** @param itemId of the working copy */
export function contentPath(itemId: string): string {
  return `${paths.content}/${itemId}`
}

export function contentProgramPath(programId: string): string {
  return `${paths.content}/programs/${programId}`
}

/** A lesson's page; its title is never part of a URL (docs/domain-rules.md rule 31). */
export function learnPath(itemId: string): string {
  return `${paths.learn}/${itemId}`
}

export function valueReceiptPath(receiptId: string): string {
  return `${paths.homeValue}/${receiptId}`
}

/** A form to fill in; its title is never part of a URL. */
export function formPath(requestId: string): string {
  return `${paths.homeForms}/${requestId}`
}

/** @param formId or `new` */
export function settingsFormPath(formId: string): string {
  return `${paths.settingsForms}/${formId}`
}

/** The page of a patient under the caller's care. @param guardianshipId opaque id of the access */
export function wardPath(guardianshipId: string): string {
  return `${paths.family}/${guardianshipId}`
}

export function wardLessonPath(guardianshipId: string, itemId: string): string {
  return `${wardPath(guardianshipId)}/lessons/${itemId}`
}

export function wardFormPath(guardianshipId: string, requestId: string): string {
  return `${wardPath(guardianshipId)}/forms/${requestId}`
}

/** Each window shows one lesson; there is no list. */
const visitLessons = '/visit-lessons'

/** The presenter's window with notes, or the room's without. */
export function visitLessonPath(lessonId: string, isRoom = false): string {
  return `${visitLessons}/${lessonId}${isRoom ? '/room' : ''}`
}

/** The address of a thing in mails, by a code that does not say what it is (domain/mailed-links.ts). */
export function openPath(code: string): string {
  return `/open/${code}`
}

/** A patient's thread in the team's inbox. @param id of the patient's record, or of their membership */
export function messagesPath(id: string): string {
  return `${paths.messages}/${id}`
}

export const moneyTabs = ['overview', 'payments', 'payouts', 'statements', 'reports', 'setup'] as const
export type MoneyTab = (typeof moneyTabs)[number]
export const paymentFilters = ['all', 'failed', 'refunded', 'disputed'] as const
export type PaymentFilter = (typeof paymentFilters)[number]

export function moneyTabAddress(tab: MoneyTab, show?: PaymentFilter): string {
  return withQuery(paths.clinicMoney, { tab, show })
}

export const failedPaymentsId = 'failed-payments'
/** For members who may not read money. */
export const membersOverduePath = withQuery(paths.members, { payment: 'past_due' })
export const failedPaymentsPath = `${moneyTabAddress('payments', 'failed')}#${failedPaymentsId}`

/** @param id Stripe's, po_... */
export function clinicPayoutPath(id: string): string {
  return `${paths.clinicMoney}/payouts/${id}`
}

/** @param month YYYY-MM */
export function clinicStatementPath(month: string): string {
  return `${paths.clinicMoney}/statements/${month}`
}

/** Omits undefined parameters. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
