import type { NotInvitedReason, SkippedReason } from '#domain/patient-imports/row-states.ts'
import type { AccountDraft } from '#server/clinic/accounts.ts'
import type { Services } from '#server/clinic/action.ts'
import { audit, auditPatients } from '#server/clinic/audit.ts'
import { addRecord } from '#server/clinic/patients.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import {
  beginForJob,
  type InvitingClinic,
  inviteRecord,
  lockInvitations,
  mayImport,
} from '../invitations/invite-record.ts'
import { similarToEach } from '../patients/similar-patients.ts'
import { fillRecord, preparePlan, type RowValues } from './fill-record.ts'

export const runImportJob = 'patient-imports.run'
const purpose = 'job:patient-imports.run'

/** In one attempt; more have a common cause, such as a mail server. */
const mostFailures = 20

interface ImportToRun {
  clinicId: string
  importId: string
}
interface WaitingRow extends RowValues {
  line: number
  name: string
  fills: string | null
  isNewPerson: boolean
  isInvited: boolean
}

/**
 * Adds a confirmed import's patients, one transaction each, so that an interrupted job continues. Skips patients that
 * another import has added, the rest once the member who confirmed it may no longer import, and rows that fail in every
 * attempt.
 */
export function runImport(services: Services) {
  const { transactions, clock } = services
  return defineJob<ImportToRun>({
    name: runImportJob,
    retryLimit: 10,
    retryDelaySeconds: 10,
    async run(which): Promise<JobResult> {
      const begun = await transactions.withSystem(purpose, (tx) => readImport(tx, which))
      if (!begun) return { done: false }
      const failures: unknown[] = []
      for (const row of begun.rows) {
        await addRow(services, which, begun, row).catch((error: unknown) => failures.push(error))
        if (failures.length >= mostFailures) break
      }
      if (failures.length > 0) throw failures[0]
      await finish(which)
      return { done: true, rows: begun.rows.length }
    },
    async giveUp(which) {
      await transactions.withSystem(purpose, (tx) =>
        tx
          .updateTable('app.patient_import_rows')
          .set({ state: 'skipped', skipped_why: 'failed', ...settled(clock.now()) })
          .where('clinic_id', '=', which.clinicId)
          .where('import_id', '=', which.importId)
          .where('state', '=', 'waiting')
          .execute(),
      )
      await finish(which)
    },
  })

  function finish({ clinicId, importId }: ImportToRun): Promise<void> {
    return transactions.withSystem(purpose, async (tx) => {
      const finished = await tx
        .updateTable('app.patient_imports')
        .set({ finished_at: clock.now() })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', importId)
        .where('finished_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (finished) await audit(tx, 'patients.imported', { type: 'import', id: importId }, {}, clinicId)
    })
  }
}

interface BegunImport {
  startedBy: string | null
  rows: WaitingRow[]
}

async function readImport(tx: Tx, { clinicId, importId }: ImportToRun): Promise<BegunImport | null> {
  const found = await tx
    .selectFrom('app.patient_imports')
    .select('started_by')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', importId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const rows = await waitingRows(tx, { clinicId, importId }).execute()
  return { startedBy: found.started_by, rows }
}

function waitingRows(tx: Tx, { clinicId, importId }: ImportToRun) {
  return tx
    .selectFrom('app.patient_import_rows')
    .select((row) => [
      'line',
      'name',
      'email',
      row.cast<string | null>('date_of_birth', 'text').as('bornOn'),
      'phone',
      'plan_id as planId',
      'price_id as priceId',
      row.cast<string | null>('paid_until', 'text').as('paidUntil'),
      'patient_id as fills',
      'is_new_person as isNewPerson',
      row('invitation', 'is not distinct from', 'wanted').as('isInvited'),
    ])
    .where('clinic_id', '=', clinicId)
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .orderBy('line')
    .$castTo<WaitingRow>()
}

type Outcome =
  | { skipped: SkippedReason }
  | { added: string; invitation: 'sent' | NotInvitedReason | null }
  | { filled: string[] }

async function addRow(
  services: Services,
  which: ImportToRun,
  { startedBy }: BegunImport,
  row: WaitingRow,
): Promise<void> {
  const { clinicId } = which
  const draft =
    row.isInvited && row.email ? await beginForJob(services, { email: row.email, name: row.name }) : null
  await retryIfTaken(() =>
    services.transactions.withSystem(purpose, async (tx) => {
      // one at a time per clinic, so that two imports add a patient once
      const clinic = await lockInvitations(tx, clinicId)
      const waits = await waitingRows(tx, which).where('line', '=', row.line).executeTakeFirst()
      if (!waits) return
      const now = services.clock.now()
      const settle = (outcome: Outcome) => settleRow(tx, which, row.line, outcome, now)
      if (!startedBy || !(await mayImport(tx, clinicId, startedBy))) return settle({ skipped: 'not_allowed' })
      if (row.fills) {
        const filled = await fillRecord(tx, { clinicId, patientId: row.fills, row, now })
        return settle(filled ? { filled } : { skipped: 'failed' })
      }
      if (!row.isNewPerson && (await isHere(tx, clinicId, row))) return settle({ skipped: 'here' })
      const { patientId, membershipId } = await addRecord(tx, { ...row, clinicId, now })
      if (row.planId && row.priceId) await preparePlan(tx, { clinicId, patientId, row, now })
      await auditPatients(tx, 'patient.created', [patientId], {}, { clinicId })
      const invitation = await invite(tx, services, clinic, {
        ...row,
        patientId,
        membershipId,
        draft,
        startedBy,
      })
      return settle({ added: patientId, invitation })
    }),
  )
}

/** Whether a patient of this name was added since the dry run. */
async function isHere(tx: Tx, clinicId: string, row: WaitingRow): Promise<boolean> {
  const found = await similarToEach(tx, clinicId, [row])
  return (found.get(0) ?? []).some(({ hasSameName }) => hasSameName)
}

async function invite(
  tx: Tx,
  services: Services,
  clinic: InvitingClinic,
  {
    draft,
    startedBy,
    email,
    ...record
  }: { patientId: string; membershipId: string; name: string; email: string | null } & {
    draft: AccountDraft | 'refused' | null
    startedBy: string
  },
): Promise<'sent' | NotInvitedReason | null> {
  if (!draft || !email) return null
  if (draft === 'refused') return 'refused'
  const offer = { ...record, email, draft, invitedBy: startedBy }
  return (await inviteRecord(tx, services, clinic, offer)) ? 'sent' : 'taken'
}

/** The row's values have moved to the record. */
function settled(now: Date) {
  return { settled_at: now, email: null, date_of_birth: null, phone: null }
}

async function settleRow(
  tx: Tx,
  { clinicId, importId }: ImportToRun,
  line: number,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('app.patient_import_rows')
    .set({
      ...settled(now),
      ...('skipped' in outcome
        ? { state: 'skipped', skipped_why: outcome.skipped }
        : 'added' in outcome
          ? { state: 'added', patient_id: outcome.added, invitation: outcome.invitation }
          : { state: 'filled', filled: outcome.filled }),
    })
    .where('clinic_id', '=', clinicId)
    .where('import_id', '=', importId)
    .where('line', '=', line)
    .execute()
}
