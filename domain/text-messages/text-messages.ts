/** Text messages to patients (docs/domain-rules.md rule 31, rule 32). */

/** To a patient with an account, besides the mail. */
export const accountTextKinds = ['patient_message', 'patient_update', 'patient_reminder'] as const
export type AccountTextKind = (typeof accountTextKinds)[number]

/** To a patient without an account, instead of a mail (docs/decisions/0177). */
const recordTextKinds = ['patient_reminder', 'visit_patient'] as const
export type RecordTextKind = (typeof recordTextKinds)[number]

/** In the clinic's words (docs/decisions/0209). */
export const broadcastKind = 'broadcast'

export type NoticeTextKind = AccountTextKind | RecordTextKind
export type TextKind = NoticeTextKind | typeof broadcastKind

export function isAccountTextKind(kind: string): kind is AccountTextKind {
  return (accountTextKinds as readonly string[]).includes(kind)
}

export function isRecordTextKind(kind: string): kind is RecordTextKind {
  return (recordTextKinds as readonly string[]).includes(kind)
}

export type Keyword = 'stop' | 'start' | 'help'

const keywords: Record<string, Keyword> = {
  ...Object.fromEntries(
    [
      'stop',
      'stopall',
      'stop all',
      'unsubscribe',
      'cancel',
      'end',
      'quit',
      'revoke',
      'optout',
      'opt out',
    ].map((word) => [word, 'stop' as const]),
  ),
  start: 'start',
  unstop: 'start',
  yes: 'start',
  help: 'help',
  info: 'help',
}

/** Null for anything but a keyword, as carriers define them. */
export function keywordIn(text: string): Keyword | null {
  const word = text
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return keywords[word] ?? null
}
