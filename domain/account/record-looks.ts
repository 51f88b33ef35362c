/** "Who looked at my record" in plain words, from `rpc/audit_log_for_me` (docs/domain-rules.md goal 9). */

import { accountTexts } from '../texts/account.ts'

const texts = accountTexts.looks

/** A row of `rpc/audit_log_for_me`; `at` is an ISO instant. */
export interface LookRow {
  id: number
  at: string
  clinic_id: string
  clinic_name: string
  kind: string
  /** tables that were read, or the action that changed something */
  what: string[]
  by_name: string | null
  by_role: string | null
  purpose: string | null
  /** false: a list so long that not all of its people are named */
  is_certain: boolean
}

/** One line of the list: the same person doing the same on the same day. */
export interface Look {
  id: number
  /** of the newest */
  at: string
  count: number
  clinicName: string
  who: string
  /** "looked at your health information and your appointments" */
  did: string
  isCertain: boolean
}

/** @param rows newest first; @param dayOf the day of an instant as the reader sees it */
export function looksOf(rows: readonly LookRow[], dayOf: (instant: string) => string): Look[] {
  const looks: (Look & { key: string })[] = []
  for (const row of rows) {
    const who = personOf(row)
    const did = row.kind === 'read' ? texts.read(listOf(row.what)) : changed(row.what)
    const key = [dayOf(row.at), row.clinic_id, who, did, row.is_certain].join('|')
    const known = looks.find((look) => look.key === key)
    if (known) known.count += 1
    else {
      const { id, at, clinic_name: clinicName, is_certain: isCertain } = row
      looks.push({ key, id, at, count: 1, clinicName, who, did, isCertain })
    }
  }
  return looks.map(({ key: _key, ...look }) => look)
}

function personOf({ by_name, by_role }: LookRow): string {
  const role = (texts.roles as Record<string, string>)[by_role ?? ''] ?? texts.somebody
  return by_name ? texts.person(by_name, role) : role
}

/** "your name, your appointments and your health information"; what has no word of its own is the record. */
function listOf(tables: readonly string[]): string {
  const words = [
    ...new Set(tables.map((table) => (texts.tables as Record<string, string>)[table] ?? texts.record)),
  ]
  if (words.length < 2) return words[0] ?? texts.record
  return `${words.slice(0, -1).join(', ')} ${texts.and} ${words.at(-1)}`
}

function changed([action = '']: readonly string[]): string {
  return (texts.changes as Record<string, string>)[action] ?? texts.changed
}
