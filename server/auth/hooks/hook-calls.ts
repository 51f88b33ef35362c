import type { Services } from '#server/clinic/action.ts'
import type { HookTargets } from '#server/platform/config/hook-settings.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobDefinition, type JobResult } from '#server/platform/jobs/jobs.ts'
import { wordsOf } from '#server/platform/log.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { answerOf } from './hooks.ts'
import { callHttpHook, type HookTransport, hookTransport } from './http-hook.ts'

const jobName = 'auth.hook-call'

/** Hooks that are notified and decide nothing. */
export type QueuedHook = 'send_email' | 'send_sms' | 'after_user_created'

/**
 * In the caller's transaction, so that a dead hook changes neither the answer nor its time (docs/contracts/auth.md D8).
 * @param secrets encrypts a payload that must not be readable in the database (docs/contracts/auth.md D14)
 * @returns false unless the hook is called over HTTP
 */
export async function queueHookCall(
  tx: Tx,
  { services, targets }: { services: Pick<Services, 'clock' | 'jobs'>; targets: HookTargets },
  hook: QueuedHook,
  payload: object,
  secrets?: SecretBox,
): Promise<boolean> {
  if (targets[hook]?.kind !== 'http') return false
  const id = crypto.randomUUID()
  const stored = secrets ? { sealed: secrets.seal(JSON.stringify(payload), id).toString('base64') } : payload
  await tx
    .insertInto('auth.hook_calls')
    .values({ id, hook, payload: JSON.stringify(stored), created_at: services.clock.now() })
    .execute()
  await services.jobs.enqueue(tx, jobName, { callId: id })
  return true
}

export function deliverHookCalls(
  { config, transactions }: Pick<Services, 'config' | 'transactions'>,
  { secrets, transport = hookTransport }: { secrets: SecretBox; transport?: HookTransport | undefined },
): JobDefinition<{ callId: string }> {
  const purpose = `job:${jobName}`
  return defineJob<{ callId: string }>({
    name: jobName,
    retryLimit: 8,
    retryDelaySeconds: 10,
    async run({ callId }): Promise<JobResult> {
      const call = await transactions.withSystem(purpose, (tx) =>
        tx
          .updateTable('auth.hook_calls')
          .set((row) => ({ attempts: row('attempts', '+', 1) }))
          .where('id', '=', callId)
          .returning(['hook', 'payload'])
          .executeTakeFirst(),
      )
      if (!call) return { delivered: false, reason: 'delivered already, or too old' }
      const target = config.hooks[call.hook as QueuedHook]
      try {
        if (target?.kind !== 'http') throw new Error(`hook ${call.hook} is no longer set up`)
        answerOf(await callHttpHook(target, readPayload(secrets, callId, call.payload), transport))
      } catch (error) {
        const last_error = wordsOf(error).slice(0, 500)
        await transactions.withSystem(purpose, (tx) =>
          tx.updateTable('auth.hook_calls').set({ last_error }).where('id', '=', callId).execute(),
        )
        throw error
      }
      await transactions.withSystem(purpose, (tx) =>
        tx.deleteFrom('auth.hook_calls').where('id', '=', callId).execute(),
      )
      return { delivered: true, hook: call.hook }
    },
  })
}

function readPayload(secrets: SecretBox, callId: string, stored: unknown): object {
  const { sealed } = stored as { sealed?: unknown }
  if (typeof sealed !== 'string') return stored as object
  return JSON.parse(secrets.open(Buffer.from(sealed, 'base64'), callId)) as object
}
