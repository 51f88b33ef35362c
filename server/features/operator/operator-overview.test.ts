import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { OperatorOverview } from '#domain/operator/operator.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aSignedInPerson } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { operatorOverview } from './operator-overview.ts'

const address = 'operator@carefold.test'
const test = await setUpServices({ env: { OPERATOR_EMAIL: 'Operator@carefold.test' } })
const operator = await aSignedInPerson(test.db, { email: address })
await aSecondStep(test.db, operator)

const overview = (by: Caller = operator.caller()) =>
  operatorOverview.call(test.services, by, {}) as Promise<OperatorOverview>

it('is for the confirmed address with a second step only', async () => {
  expect(await overview()).toMatchObject({ failedJobs: [], failedMessages: [], requests: [] })
  const clinic = await aClinic(test.db)
  for (const by of [clinic.admin.caller(), clinic.admin.caller(null)]) {
    await expect(overview(by)).rejects.toMatchObject({ code: 'not_allowed' })
  }
  // metadata and claims are written by the user
  const impostor = await aSignedInPerson(test.db, { metadata: { email: address, role: 'operator' } })
  await aSecondStep(test.db, impostor)
  await expect(overview(impostor.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const withoutOperator = {
    ...test.services,
    config: { ...test.services.config, operatorEmail: null },
  }
  await expect(operatorOverview.call(withoutOperator, operator.caller(), {})).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

it('requires a confirmed address, and the second step in this session', async () => {
  await test.db.asOwner('update auth.users set email_confirmed_at = null where id = $1', [operator.userId])
  await expect(overview()).rejects.toMatchObject({ code: 'not_allowed' })
  await test.db.asOwner('update auth.users set email_confirmed_at = now() where id = $1', [operator.userId])
  const methods = await test.db.asOwner<{
    session_id: string
    method: string
    used_at: Date
    factor_id: string
  }>(
    'delete from auth.session_methods where session_id = $1 returning session_id, method, used_at, factor_id',
    [operator.sessionId],
  )
  await expect(overview()).rejects.toMatchObject({ code: 'second_step_required' })
  for (const { session_id, method, used_at, factor_id } of methods) {
    await test.db.asOwner(
      'insert into auth.session_methods (session_id, method, used_at, factor_id) values ($1, $2, $3, $4)',
      [session_id, method, used_at, factor_id],
    )
  }
  await expect(overview()).resolves.toBeDefined()
})

it('shows rejected messages without their address, and visitors’ requests', async () => {
  const clinic = await aClinic(test.db)
  await test.services.transactions.withSystem('test: mail', async (tx) => {
    await test.services.mailer.queue(tx, {
      ...{ template: 'receipt', to: 'grace@home.test', subject: 'A receipt', text: '', html: '', links: [] },
      clinicId: clinic.id,
    })
    await sql`update app.mails set status = 'failed', attempts = 3 where to_address = 'grace@home.test'`.execute(
      tx,
    )
    await sql`insert into app.contact_requests (about, name, email, message, created_at)
              values ('demo', 'Ada Lane', 'ada@clinic.test', 'Hello', now())`.execute(tx)
  })
  const shown = await overview()
  expect(shown.failedMessages).toEqual([
    {
      id: expect.any(String),
      channel: 'mail',
      template: 'receipt',
      clinicName: clinic.name,
      queuedAt: expect.any(String),
      attempts: 3,
      jobId: null,
    },
  ])
  expect(JSON.stringify(shown.failedMessages)).not.toContain('grace@')
  expect(shown.requests).toMatchObject([{ about: 'demo', name: 'Ada Lane', email: 'ada@clinic.test' }])
})
