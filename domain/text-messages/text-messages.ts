/** Text messages to patients (docs/domain-rules.md rule 31, rule 32). */

export const textKinds = ['patient_message', 'patient_update', 'patient_reminder'] as const
export type TextKind = (typeof textKinds)[number]

export function isTextKind(kind: string): kind is TextKind {
  return (textKinds as readonly string[]).includes(kind)
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
