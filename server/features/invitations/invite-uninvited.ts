import * as z from 'zod/mini'
import { action, type Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { beginForJob, inviteRecord, mayImport } from './invite-record.ts'
import { lockClinic } from './queries.ts'
import { type UninvitedRecord, uninvitedRecords } from './uninvited.ts'

const jobName = 'invitations.invite-uninvited'
const purpose = `job:${jobName}`

/** In one attempt; more have a common cause, such as the accounts' hook. */
const mostFailures = 20

interface InvitingClinic {
  clinicId: string
  userId: string
  /** ISO instant: patients added later were not counted when the admin chose. */
  until: string
}

/**
 * Invites all patients counted by `count-uninvited`, by a job; an address of several patients only for its chosen
 * holder. A repeated call invites no patient twice.
 * @throws AppError `not_allowed`, `second_step_required`
 */
export const inviteUninvited = action({
  name: 'invite-uninvited',
  input: z.object({}),
  access: 'members:import',
  async run(tx, ctx): Promise<{ count: number }> {
    const { clinicId, userId } = ctx
    return asSystem(tx, async () => {
      const records = await uninvitedRecords(tx, clinicId)
      const count = records.filter(({ isShared }) => !isShared).length
      if (count > 0) {
        await audit(tx, 'patients.invite_all_started', null, { count })
        await ctx.jobs.enqueue(tx, jobName, { clinicId, userId, until: ctx.now().toISOString() })
      }
      return { count }
    })
  },
})

/** One transaction a patient, so that an interrupted job continues. Ends once the member may no longer import. */
export function inviteUninvitedJob(services: Services) {
  return defineJob<InvitingClinic>({
    name: jobName,
    retryLimit: 10,
    retryDelaySeconds: 10,
    async run({ clinicId, userId, until }): Promise<JobResult> {
      const records = await services.transactions.withSystem(purpose, (tx) => uninvitedRecords(tx, clinicId))
      const chosen = records.filter(({ isShared, addedAt }) => !isShared && addedAt <= new Date(until))
      const failures: unknown[] = []
      let invited = 0
      for (const record of chosen) {
        await inviteOne(services, { clinicId, userId }, record)
          .then((isInvited) => {
            if (isInvited) invited += 1
          })
          .catch((error: unknown) => failures.push(error))
        if (failures.length >= mostFailures) break
      }
      if (failures.length > 0) throw failures[0]
      return { done: invited > 0, invited }
    },
  })
}

async function inviteOne(
  services: Services,
  { clinicId, userId }: Pick<InvitingClinic, 'clinicId' | 'userId'>,
  record: UninvitedRecord,
): Promise<boolean> {
  const draft = await beginForJob(services, record)
  if (draft === 'refused') return false
  return retryIfTaken(() =>
    services.transactions.withSystem(purpose, async (tx) => {
      const clinic = await lockClinic(tx, clinicId)
      if (!(await mayImport(tx, clinicId, userId))) return false
      const waits = await uninvitedRecords(tx, clinicId, record.patientId)
      const [found] = waits
      if (!found || found.isShared || found.email !== record.email) return false
      return inviteRecord(tx, services, clinic, { ...found, draft, invitedBy: userId })
    }),
  )
}
