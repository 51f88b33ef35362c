import type { SkippedReason } from '#domain/patient-imports/row-states.ts'
import { can } from '#domain/permissions.ts'
import type { AccountDraft } from '#server/clinic/accounts.ts'
import type { Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addWaitingPatient } from '../invitations/add-waiting-patient.ts'
import { beginInvitation } from '../invitations/issue-invitation.ts'

export const runImportJob = 'patient-imports.run'
const purpose = 'job:patient-imports.run'

/** In one attempt; more have a common cause, such as a mail server. */
const mostFailures = 20

interface ImportToRun {
  clinicId: string
  importId: string
}
interface WaitingRow {
  line: number
  name: string
  email: string
}

/**
 * Adds a confirmed import's patients, one transaction each, so that an interrupted job continues. Skips patients who
 * have joined, the rest once the member who confirmed it may no longer import, and rows that fail in every attempt.
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
          .set({ state: 'skipped', skipped_why: 'failed' })
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
  invites: boolean
  rows: WaitingRow[]
}

async function readImport(tx: Tx, { clinicId, importId }: ImportToRun): Promise<BegunImport | null> {
  const found = await tx
    .selectFrom('app.patient_imports')
    .select(['started_by', 'invites'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', importId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const rows = await tx
    .selectFrom('app.patient_import_rows')
    .select(['line', 'name', 'email'])
    .where('clinic_id', '=', clinicId)
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .orderBy('line')
    .execute()
  return { startedBy: found.started_by, invites: found.invites, rows }
}

async function addRow(
  services: Services,
  { clinicId, importId }: ImportToRun,
  { startedBy, invites }: BegunImport,
  row: WaitingRow,
): Promise<void> {
  const settle = (tx: Tx, how: { membershipId: string } | { skipped: SkippedReason }) =>
    tx
      .updateTable('app.patient_import_rows')
      .set(
        'skipped' in how
          ? { state: 'skipped', skipped_why: how.skipped }
          : { state: 'added', membership_id: how.membershipId },
      )
      .where('clinic_id', '=', clinicId)
      .where('import_id', '=', importId)
      .where('line', '=', row.line)
      .execute()
  const draft = invites ? await announced(services, row) : null
  await retryIfTaken(() =>
    services.transactions.withSystem(purpose, async (tx) => {
      if (!startedBy || !(await mayImport(tx, clinicId, startedBy)))
        return settle(tx, { skipped: 'not_allowed' })
      if (draft === 'refused') return settle(tx, { skipped: 'refused' })
      const { email, name } = row
      const membershipId = await addWaitingPatient(tx, services, {
        ...{ clinicId, email, name, draft },
        invitedBy: startedBy,
      })
      return settle(tx, membershipId ? { membershipId } : { skipped: 'here' })
    }),
  )
}

/** The operator's hook may refuse an address; other failures are retried with the job. */
async function announced(services: Services, { email, name }: WaitingRow): Promise<AccountDraft | 'refused'> {
  try {
    return await beginInvitation({ ...services, caller: { address: null } }, { email, name })
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return 'refused'
    throw error
  }
}

/** The second step was checked on confirmation; the right may have ended since. */
async function mayImport(tx: Tx, clinicId: string, userId: string): Promise<boolean> {
  const membership = await tx
    .selectFrom('clinic_memberships')
    .select(['role', 'is_read_only'])
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return can(
    { role: (membership?.role ?? null) as never, isReadOnly: membership?.is_read_only },
    'members:import',
  )
}
