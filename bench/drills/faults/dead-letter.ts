import { setTimeout as wait } from 'node:timers/promises'
import type { OperatorOverview } from '#domain/operator/operator.ts'
import { anOperator } from '#testing/sign-in/operator.ts'
import { serverSettings } from '../../rows/world.ts'
import { databaseOf } from '../database-of.ts'
import type { Scene } from '../scene.ts'
import { tokenOf } from '../token-of.ts'
import type { MailStub } from './mail-stub.ts'

/** @returns problems */
export async function deadLetter(
  scene: Scene,
  { stub, port, signUp }: { stub: MailStub; port: number; signUp(): Promise<void> },
): Promise<string[]> {
  const db = databaseOf(scene)
  try {
    await scene.query(`delete from auth.users where email = 'operator@carefold.test'`)
    const operator = await anOperator(db)
    const settings = { ...(await serverSettings(scene.url)), PORT: String(port) }
    const token = await tokenOf(operator.caller(), settings)
    const call = async (action: string, input: object) => {
      const answer = await fetch(`http://127.0.0.1:${port}/functions/v1/${action}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(input),
      })
      return { status: answer.status, body: await answer.json() }
    }
    await stub.turn('refuses')
    await signUp()
    await until(async () => {
      await scene.query(
        `update jobs.job set retry_limit = retry_count, start_after = now() where data ? 'mailId' and state in ('created', 'retry')`,
      )
      const [failed] = await scene.query(`select from jobs.job where data ? 'mailId' and state = 'failed'`)
      return failed !== undefined
    })
    const seen = await call('operator-overview', {})
    const letter = (seen.body as OperatorOverview).failedMessages?.find(({ jobId }) => jobId !== null)
    if (!letter) return [`the operator sees no failed mail: ${seen.status} ${JSON.stringify(seen.body)}`]
    await stub.turn('well')
    const before = stub.taken.length
    const retried = await call('retry-job', { jobId: letter.jobId })
    if (retried.status !== 200) return [`the operator's retry answered ${retried.status}`]
    return (await until(async () => stub.taken.length > before)) ? [] : ['the operator’s retry sent nothing']
  } finally {
    await db.close()
  }
}

async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + 30_000
  while (performance.now() < end) {
    if (await isSo()) return true
    await wait(200)
  }
  return false
}
