import type { APIRequestContext } from '@playwright/test'
import * as addresses from '#domain/paths.ts'
import type { ActionOutput } from '#web/lib/fetch/actions.ts'
import { sessionOf } from './people.ts'
import { serverAddress } from './product.ts'

const { paths } = addresses

/*
 * Every page of web/router.tsx by its name in domain/paths.ts, with the demo account that opens it to see stored texts.
 * `withoutStoredText` lists the exceptions.
 */

/** Accounts of Sunrise, whose demo has data for every page. */
export type Reader = 'admin' | 'beatrice' | 'patient'

interface OpenedPage {
  reader: Reader
  path: string | ((find: Finder) => Promise<string>)
}

/** Pages without stored text, or that redirect, each with its reason. */
const withoutStoredText: Record<string, string> = {
  ...Object.fromEntries(
    [
      'landing',
      'pricing',
      'howItWorks',
      'aboutUs',
      'wellnessPlans',
      'contact',
      'privacy',
      'security',
      'terms',
    ].map((name) => [
      name,
      'words of ours: web/prerendered/; a clinic’s own site: web/prerendered/stored-text.test.tsx',
    ]),
  ),
  ...Object.fromEntries(
    ['login', 'join', 'forgotPassword', 'signUp', 'updatePassword', 'unauthorized', 'answer'].map((name) => [
      name,
      'nothing but the clinic’s name: e2e/access/shared-cookie.spec.ts',
    ]),
  ),
  ...Object.fromEntries(
    [
      'logout',
      'acceptInvite',
      'inviteCallback',
      'authCallback',
      'confirm',
      'confirmEmail',
      'stopAddressChange',
      'demo',
    ].map((name) => [
      name,
      'words of ours: what a link carries is never shown (web/features/access/login-messages.test.ts)',
    ]),
  ),
  dashboard: 'leads on',
  openPath: 'leads on',
  settings: 'leads to the profile',
  joinConfirming: 'leads on once the payment is known',
  contentNewProgram: 'the form of contentProgramPath',
  carePlanNewTemplate: 'the form of carePlanPath',
  carePlanTemplatePath: 'the form of carePlanPath',
  wardFormPath: 'the form as on formPath',
  wardLessonPath: 'the lesson as on learnPath',
  visitLessonPath: 'the slides of contentPath: e2e/learning/content.spec.ts',
}

/** Pages of a row whose table has another name. */
const aboutRow: Record<string, (find: Finder) => Promise<string>> = {
  clinicPayoutPath: (find) => find.first('payouts'),
  clinicPlanPath: (find) => find.first('plans'),
  clinicStatementPath: async (find) => (await find.first('statements', 'month')).slice(0, 7),
  contentPath: (find) => find.first('content_items'),
  contentProgramPath: (find) => find.first('programs'),
  formPath: (find) => find.first('form_requests'),
  settingsFormPath: (find) => find.first('forms'),
  learnPath: (find) => find.first('content_items'),
  messagesPath: (find) => find.first('message_threads', 'patient_id'),
  mergePath: (find) => find.first('patients'),
  carePlanPath: (find) => find.first('care_plans', 'patient_id'),
  personPath: (find) => find.first('care_plans', 'patient_id'),
  wardPath: (find) => find.ward(),
}

/** Builds a path with a found id: `valueReceiptPath` of the first of `value_receipts`, unless `aboutRow` lists it. */
function openedAt(name: string, make: (id: string) => string): OpenedPage {
  const table = `${name.replace(/Path$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}s`
  const row = aboutRow[name] ?? ((find) => find.first(table))
  return { reader: readerOf(make(':id')), path: async (find) => make(await row(find)) }
}

/** Patients and guardians have separate pages; the admin opens all others. */
function readerOf(path: string): Reader {
  if (path.startsWith(paths.family)) return 'beatrice'
  return /^\/(home|learn|feedback|pay|profile|join)\b/.test(path) ? 'patient' : 'admin'
}

const isOpened = (name: string) => !(name in withoutStoredText)
const makers = Object.entries(addresses).filter(([name]) => name.endsWith('Path') && isOpened(name))

/** By the name of the path or of its function. */
export const storedTextPages: Record<string, OpenedPage> = {
  ...Object.fromEntries(
    Object.entries(paths)
      .filter(([name]) => isOpened(name))
      .map(([name, path]) => [name, { reader: readerOf(path), path }]),
  ),
  ...Object.fromEntries(
    makers.flatMap(([name, make]) =>
      typeof make === 'function' ? [[name, openedAt(name, make as (id: string) => string)]] : [],
    ),
  ),
}

export interface Finder {
  first(table: string, column?: string): Promise<string>
  /** The guardianship of a guardian. */
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
