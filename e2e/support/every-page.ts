import { readFileSync } from 'node:fs'
import { paths } from '#domain/paths.ts'
import { clinicOrigin, mainOrigin } from './product.ts'
import { type Finder, type Reader, storedTextPages } from './stored-text-pages.ts'

export interface PageToOpen {
  name: string
  reader: Reader | 'visitor'
  /** From the root of the site; a path with an id uses a row that the reader finds. */
  path: string | ((find: Finder) => Promise<string>)
  origin?: string
}

type Opener = Omit<PageToOpen, 'name'>

const publicPage = (path: string): Opener => ({ reader: 'visitor', path, origin: mainOrigin })

/** Pages without stored text, by the name of the path or of its function. */
const otherPages: Record<string, Opener> = {
  landing: publicPage(paths.landing),
  pricing: publicPage(paths.pricing),
  howItWorks: publicPage(paths.howItWorks),
  aboutUs: publicPage(paths.aboutUs),
  wellnessPlans: publicPage(paths.wellnessPlans),
  contact: publicPage(paths.contact),
  privacy: publicPage(paths.privacy),
  security: publicPage(paths.security),
  terms: publicPage(paths.terms),
  login: publicPage(paths.login),
  signUp: publicPage(paths.signUp),
  join: { reader: 'visitor', path: paths.join },
  forgotPassword: publicPage(paths.forgotPassword),
  acceptInvite: publicPage(paths.acceptInvite),
  confirm: publicPage(`${paths.confirm}?token_hash=unknown&type=recovery`),
  stopMails: { reader: 'visitor', path: `${paths.stopMails}#00000000-0000-4000-8000-000000000000` },
  answer: publicPage(`${paths.answer}#${'x'.repeat(22)}`),
  confirmEmail: publicPage(paths.confirmEmail),
  stopAddressChange: publicPage(`${paths.stopAddressChange}?token=${'ab'.repeat(24)}`),
  updatePassword: { reader: 'patient', path: paths.updatePassword },
  unauthorized: { reader: 'patient', path: paths.unauthorized },
  demo: { reader: 'patient', path: paths.demo, origin: mainOrigin },
  joinConfirming: { reader: 'patient', path: paths.joinConfirming },
  settings: { reader: 'admin', path: paths.settings },
  contentNewProgram: { reader: 'admin', path: paths.contentNewProgram },
  carePlanNewTemplate: { reader: 'admin', path: paths.carePlanNewTemplate },
}

/** Pages that differ for another reader, and URLs outside the router. */
const furtherViews: PageToOpen[] = [
  { name: 'the site of a clinic', reader: 'visitor', path: '/' },
  { name: 'the login page of a clinic', reader: 'visitor', path: paths.login },
  { name: 'an unknown page', reader: 'visitor', path: '/nothing-here' },
  { name: 'the plans of a clinic, to a visitor', reader: 'visitor', path: paths.joinPlan },
  { name: 'the appointments of a patient', reader: 'patient', path: paths.appointments },
]

const notOpened: Record<string, string> = {
  logout: 'leads on',
  dashboard: 'leads on',
  authCallback: 'leads on; its refusals: e2e/access/google.spec.ts',
  inviteCallback: 'leads on',
  carePlanTemplatePath: 'needs a template of the clinic: e2e/learning/care-plan.spec.ts',
  wardFormPath: 'the form as on formPath',
  wardLessonPath: 'the lesson as on learnPath',
  openPath: 'leads on',
  visitLessonPath: 'needs a lesson in a visit: e2e/learning/content.spec.ts',
}

/** @throws for a page of the router that is neither opened nor excluded with a reason */
export function everyPage(): PageToOpen[] {
  const router = readFileSync('web/router.tsx', 'utf8')
  const names = new Set(
    [...router.matchAll(/path: (?:paths\.(\w+)|(\w+Path)\()/g)].map(([, path, make]) => path ?? make ?? ''),
  )
  const pages = [...names].flatMap((name) => {
    const opener: Opener | undefined = storedTextPages[name] ?? otherPages[name]
    if (Boolean(opener) === name in notOpened)
      throw new Error(`${name} of the router needs one place in e2e/support/every-page.ts`)
    return opener ? [{ name, ...opener }] : []
  })
  return [...pages, ...furtherViews]
}

export async function addressOf({ path, origin = clinicOrigin('sunrise') }: PageToOpen, find?: Finder) {
  if (typeof path === 'string') return `${origin}${path}`
  if (!find) throw new Error('a visitor finds no rows')
  return `${origin}${await path(find)}`
}
