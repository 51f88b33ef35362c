/** "Access to my record" from `rpc/audit_log_for_me` (docs/domain-rules.md goal 9). */

import { accountTexts } from '../texts/account.ts'

export interface LookTexts {
  read(what: string): string
  person(name: string, role: string): string
  somebody: string
  roles: Record<string, string>
  and: string
  record: string
  tables: Record<string, string>
  changed: string
  changes: Record<string, string>
}

/** A row of `rpc/audit_log_for_me`; `at` is an ISO instant. */
export interface LookRow {
  id: number
  at: string
  clinic_id: string
  clinic_name: string
  kind: string
  /** Tables that were read, or the action that changed data. */
  what: string[]
  by_name: string | null
  by_role: string | null
  purpose: string | null
  /** False if the list was too long to name every patient on it. */
  is_certain: boolean
}

/** Equal acts of one person on one day. */
export interface Look {
  id: number
  /** The newest of them. */
  at: string
  count: number
  clinicName: string
  who: string
  /** "looked at your health information and your appointments" */
  did: string
  isCertain: boolean
}

/**
 * @param rows newest first
 * @param dayOf the day of an instant in the reader's zone
 */
export function looksOf(
  rows: readonly LookRow[],
  dayOf: (instant: string) => string,
  texts: LookTexts = accountTexts.looks,
): Look[] {
  const looks: (Look & { key: string })[] = []
  for (const row of rows) {
    const who = personOf(row, texts)
    const did = row.kind === 'read' ? texts.read(listOf(row.what, texts)) : changed(row.what, texts)
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

function personOf({ by_name, by_role }: LookRow, texts: LookTexts): string {
  const role = texts.roles[by_role ?? ''] ?? texts.somebody
  return by_name ? texts.person(by_name, role) : role
}

/** "your name, your appointments and your health information"; tables without a word count as the record. */
function listOf(tables: readonly string[], texts: LookTexts): string {
  const words = [...new Set(tables.map((table) => texts.tables[table] ?? texts.record))]
  if (words.length < 2) return words[0] ?? texts.record
  return `${words.slice(0, -1).join(', ')} ${texts.and} ${words.at(-1)}`
}

function changed([action = '']: readonly string[], texts: LookTexts): string {
  return texts.changes[action] ?? texts.changed
}
