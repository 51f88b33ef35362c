import type { APIRequestContext } from '@playwright/test'
import type { ActionOutput } from '#web/lib/actions.ts'
import {
  carePlanPath,
  clinicPlanPath,
  clinicStatementPath,
  contentPath,
  contentProgramPath,
  learnPath,
  mergePath,
  messagesPath,
  paths,
  personPath,
  valueReceiptPath,
  wardPath,
} from '#domain/paths.ts'
import { sessionOf } from './people.ts'
import { serverAddress } from './product.ts'

/*
 * Every page of web/router.tsx by its name in domain/paths.ts, with who of the demo clinic opens it where it shows what
 * people have stored: scripts/stored-text-pages.test.ts finds a page that is missing here.
 */

/** Of Sunrise, whose demo has something of everything. */
export type Reader = 'admin' | 'beatrice' | 'patient'

/** By the name of the path or of its function. An address that needs an id takes the first row that the reader finds. */
export const storedTextPages: Record<
  string,
  { reader: Reader; path: string | ((find: Finder) => Promise<string>) }
> = {
  clinic: { reader: 'admin', path: paths.clinic },
  clinicActivity: { reader: 'admin', path: paths.clinicActivity },
  clinicPlans: { reader: 'admin', path: paths.clinicPlans },
  clinicPlanPath: { reader: 'admin', path: async (find) => clinicPlanPath(await find.first('plans')) },
  clinicJoinPage: { reader: 'admin', path: paths.clinicJoinPage },
  clinicMoney: { reader: 'admin', path: paths.clinicMoney },
  clinicStatementPath: {
    reader: 'admin',
    path: async (find) => clinicStatementPath((await find.first('statements', 'month')).slice(0, 7)),
  },
  content: { reader: 'admin', path: paths.content },
  contentPath: { reader: 'admin', path: async (find) => contentPath(await find.first('content_items')) },
  contentProgramPath: {
    reader: 'admin',
    path: async (find) => contentProgramPath(await find.first('programs')),
  },
  clinicNotices: { reader: 'admin', path: paths.clinicNotices },
  messages: { reader: 'admin', path: paths.messages },
  messagesPath: {
    reader: 'admin',
    path: async (find) => messagesPath(await find.first('message_threads', 'patient_id')),
  },
  clinicFeedback: { reader: 'admin', path: paths.clinicFeedback },
  members: { reader: 'admin', path: paths.members },
  carePlanTemplates: { reader: 'admin', path: paths.carePlanTemplates },
  mergePath: { reader: 'admin', path: async (find) => mergePath(await find.first('patients')) },
  carePlanPath: {
    reader: 'admin',
    path: async (find) => carePlanPath(await find.first('care_plans', 'patient_id')),
  },
  personPath: {
    reader: 'admin',
    path: async (find) => personPath(await find.first('care_plans', 'patient_id')),
  },
  settingsProfile: { reader: 'admin', path: paths.settingsProfile },
  settingsPassword: { reader: 'admin', path: paths.settingsPassword },
  settingsNotifications: { reader: 'admin', path: paths.settingsNotifications },
  settingsClinic: { reader: 'admin', path: paths.settingsClinic },
  settingsScheduling: { reader: 'admin', path: paths.settingsScheduling },
  settingsTeam: { reader: 'admin', path: paths.settingsTeam },
  settingsPlan: { reader: 'admin', path: paths.settingsPlan },
  settingsBilling: { reader: 'admin', path: paths.settingsBilling },
  settingsValueReceipts: { reader: 'admin', path: paths.settingsValueReceipts },
  settingsSecurity: { reader: 'admin', path: paths.settingsSecurity },
  settingsData: { reader: 'admin', path: paths.settingsData },
  appointments: { reader: 'admin', path: paths.appointments },
  clinicNewPlan: { reader: 'admin', path: paths.clinicNewPlan },
  membersDuplicates: { reader: 'admin', path: paths.membersDuplicates },
  membersImport: { reader: 'admin', path: paths.membersImport },
  operator: { reader: 'admin', path: paths.operator },

  home: { reader: 'patient', path: paths.home },
  learn: { reader: 'patient', path: paths.learn },
  learnPath: { reader: 'patient', path: async (find) => learnPath(await find.first('content_items')) },
  homeMessages: { reader: 'patient', path: paths.homeMessages },
  homeVisitPlan: { reader: 'patient', path: paths.homeVisitPlan },
  homeValue: { reader: 'patient', path: paths.homeValue },
  valueReceiptPath: {
    reader: 'patient',
    path: async (find) => valueReceiptPath(await find.first('value_receipts')),
  },
  feedback: { reader: 'patient', path: paths.feedback },
  pay: { reader: 'patient', path: paths.pay },
  profile: { reader: 'patient', path: paths.profile },
  joinPlan: { reader: 'patient', path: paths.joinPlan },

  family: { reader: 'beatrice', path: paths.family },
  wardPath: { reader: 'beatrice', path: async (find) => wardPath(await find.ward()) },
}

/** @public Pages that show no stored text, each with why. scripts/stored-text-pages.test.ts reads this file as text. */
export const withoutStoredText: Record<string, string> = {
  ...Object.fromEntries(
    ['landing', 'pricing', 'howItWorks', 'aboutUs', 'wellnessPlans', 'contact', 'privacy', 'terms'].map(
      (name) => [
        name,
        'words of ours: web/prerendered/; a clinic’s own site: web/prerendered/stored-text.test.tsx',
      ],
    ),
  ),
  ...Object.fromEntries(
    ['login', 'join', 'forgotPassword', 'signUp', 'updatePassword', 'unauthorized'].map((name) => [
      name,
      'nothing but the clinic’s name: e2e/shared-cookie.spec.ts',
    ]),
  ),
  ...Object.fromEntries(
    ['logout', 'acceptInvite', 'inviteCallback', 'authCallback', 'confirm', 'confirmEmail', 'demo'].map(
      (name) => [
        name,
        'words of ours: what a link carries is never shown (web/features/access/login-messages.test.ts)',
      ],
    ),
  ),
  dashboard: 'leads on',
  settings: 'leads to the profile',
  joinConfirming: 'leads on once the payment is known',
  contentNewProgram: 'the form of contentProgramPath',
  carePlanNewTemplate: 'the form of carePlanPath',
  carePlanTemplatePath: 'the form of carePlanPath',
  wardLessonPath: 'the lesson as on learnPath',
  visitLessonPath: 'the slides of contentPath: e2e/content.spec.ts',
}

/** Finds ids for addresses, as their reader. */
export interface Finder {
  /** A value of the first row that may be read. */
  first(table: string, column?: string): Promise<string>
  /** The access of somebody who acts for a patient. */
  ward(): Promise<string>
}

export async function finderFor(request: APIRequestContext, reader: Reader): Promise<Finder> {
  const { access_token: token } = await sessionOf(request, `${reader}@sunrise.test`)
  const headers = { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' }
  return {
    async first(table, column = 'id') {
      const answer = await request.get(`${serverAddress}/rest/v1/${table}?select=${column}&limit=1`, {
        headers,
      })
      const [row] = (await answer.json()) as Record<string, string>[]
      const value = row?.[column]
      if (!value) throw new Error(`the demo has no ${table}.${column} for ${reader}`)
      return value
    },
    async ward() {
      const answer = await request.post(`${serverAddress}/functions/v1/own-wards`, { data: {}, headers })
      const { wards } = (await answer.json()) as ActionOutput<'own-wards'>
      if (!wards[0]) throw new Error(`${reader} acts for nobody`)
      return wards[0].id
    },
  }
}
