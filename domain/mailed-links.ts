import { learnPath, openPath, paths, wardPath, withQuery } from './paths.ts'

/** Parts of a page that links lead to. */
export const partIds = { files: 'files', forms: 'forms', lessons: 'lessons', messages: 'messages' } as const

export const visitElement = (visitId: string) => `visit-${visitId}`
export const invoiceElement = (invoiceId: string) => `invoice-${invoiceId}`

const inWard = (guardianshipId: string, part: string) => `${wardPath(guardianshipId)}#${part}`

/**
 * Things that mails speak of, by a code: an address that names a visit or a lesson would reveal health data
 * (docs/domain-rules.md rule 31). The page requires a sign-in and then leads on.
 */
const targets = {
  visit: { code: 'v', path: (id: string) => `${paths.appointments}#${visitElement(id)}` },
  /** for the team */
  teamVisit: { code: 't', path: (id: string) => withQuery(paths.appointments, { visit: id }) },
  visits: { code: 'a', path: () => paths.appointments },
  lesson: { code: 'l', path: (id: string) => learnPath(id) },
  lessons: { code: 'b', path: () => paths.learn },
  files: { code: 'f', path: () => `${paths.home}#${partIds.files}` },
  forms: { code: 'q', path: () => paths.homeForms },
  invoice: {
    code: 'i',
    path: (id: string) => `${withQuery(paths.pay, { tab: 'history' })}#${invoiceElement(id)}`,
  },
  /** of a guardian's patient: the guardianship, and for a visit its id */
  wardVisit: { code: 'wv', path: (id: string, visitId = '') => inWard(id, visitElement(visitId)) },
  wardMessages: { code: 'wm', path: (id: string) => inWard(id, partIds.messages) },
  wardLessons: { code: 'wl', path: (id: string) => inWard(id, partIds.lessons) },
  wardForms: { code: 'wq', path: (id: string) => inWard(id, partIds.forms) },
  wardFiles: { code: 'wf', path: (id: string) => inWard(id, partIds.files) },
} as const satisfies Record<string, { code: string; path: (id: string, part?: string) => string }>

export type MailedTarget = keyof typeof targets

export function mailedPath(target: MailedTarget, ...ids: string[]): string {
  return openPath([targets[target].code, ...ids].join('.'))
}

/** The page that a code leads to; null for an unknown one. */
export function pageOfMailed(code: string): string | null {
  const [name, ...ids] = code.split('.')
  if (!ids.every((id) => /^[\w-]{1,100}$/.test(id))) return null
  const found = Object.values(targets).find((target) => target.code === name)
  if (!found || ids.length < found.path.length) return null
  const [id = '', part] = ids
  return (found.path as (id: string, part?: string) => string)(id, part)
}

/** The secret of a link that stops emails, in the query of List-Unsubscribe; in the mail itself it follows the `#`. */
export const stopKey = 'key'
