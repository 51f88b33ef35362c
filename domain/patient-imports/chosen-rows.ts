import { type CheckedRow, choiceOf, type DryRun, getsInvitation, type RowChoice } from './patient-imports.ts'

type ImportedValues = Pick<
  CheckedRow,
  'line' | 'name' | 'email' | 'birthday' | 'phone' | 'plan' | 'paidUntil'
>

/** A row to import. */
export interface ChosenRow extends ImportedValues {
  /** The existing patient who gets what the record lacks; null: a new one is added. */
  fills: string | null
  /** The admin has seen similar patients. */
  isNewPerson: boolean
  holdsAddress: boolean
  isInvited: boolean
}

/**
 * The rows to import after the admin's choices. A row that completes an earlier row is joined with it. A choice that names
 * a patient not found by the dry run for this row is ignored.
 */
export function chosenRows(
  { rows, shared }: DryRun,
  chosen: { choices: readonly RowChoice[]; holders: readonly number[]; invites: boolean },
): ChosenRow[] {
  const choices = new Map(chosen.choices.map((choice) => [choice.line, choice]))
  const holders = new Set(chosen.holders)
  const made = new Map<number, ChosenRow>()
  for (const row of rows) {
    const how = choiceOf(row, choices)
    if (how === 'skip') continue
    const patientId = how === 'fill' ? choices.get(row.line)?.patientId : null
    const target = row.similar.find((each) =>
      patientId ? each.patientId === patientId : how === 'fill' && each.line !== null,
    )
    const first = target?.line ? made.get(target.line) : undefined
    if (first) made.set(first.line, completed(first, row))
    if (how === 'fill' && !target?.patientId) continue
    const address = shared.find(({ email }) => email === row.email)
    made.set(row.line, {
      ...row,
      fills: target?.patientId ?? null,
      isNewPerson: row.state === 'similar',
      holdsAddress: address !== undefined && holders.has(row.line),
      isInvited: how === 'new' && chosen.invites && getsInvitation(row, shared, holders),
    })
  }
  return onePerAddress([...made.values()])
}

/** Of several holders of an address, the first. */
function onePerAddress(rows: ChosenRow[]): ChosenRow[] {
  const held = new Set<string>()
  return rows.map((row) => {
    if (!row.holdsAddress || !row.email) return row
    if (held.has(row.email)) return { ...row, holdsAddress: false, isInvited: false }
    held.add(row.email)
    return row
  })
}

function completed(row: ChosenRow, other: CheckedRow): ChosenRow {
  return {
    ...row,
    email: row.email ?? other.email,
    birthday: row.birthday ?? other.birthday,
    phone: row.phone ?? other.phone,
    plan: row.plan ?? other.plan,
    paidUntil: row.plan ? row.paidUntil : other.paidUntil,
  }
}
