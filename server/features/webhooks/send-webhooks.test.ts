import { expect, it } from 'vitest'
import { retryPausesMs } from '#domain/webhooks/webhooks.ts'
import type { Webhooks } from '#server/platform/webhooks/webhooks.ts'
import { anAppointment } from '#testing/appointments.ts'
import { heardBy } from '#testing/notices.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { collectWebhooks } from './collect-webhooks.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { testWebhook } from './test-webhook.ts'

// also on Postgres: TEST_DATABASE_URL
const stage = webhookStage()

const run = (endpointId: string, post: Webhooks['post'] = stage.test.services.webhooks.post) => {
  const { services } = stage.test
  return sendWebhooks({ ...services, webhooks: { ...services.webhooks, post } }).run({
    clinicId: stage.clinic.id,
    endpointId,
  })
}
const queueTest = (id: string) =>
  testWebhook.call(stage.test.services, stage.clinic.admin.caller(), { id }) as Promise<{
    deliveryId: string
  }>
const ids = () => stage.receiver.requests.map(({ headers }) => headers['webhook-id'])

async function someVisits(count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await anAppointment(stage.test.db, stage.clinic, await aPatient(stage.test.db, stage.clinic))
  await collectWebhooks(stage.test.services).run({})
}

it('retries with growing pauses for three days, each time with the same id, then gives up', async () => {
  const { id } = await stage.add()
  stage.receiver.answerWith(503)
  await queueTest(id)
  await stage.test.services.jobs.drain()
  for (const [index, pauseMs] of retryPausesMs.entries()) {
    expect(await stage.deliveries(id)).toMatchObject([
      { status: 'waiting', attempts: index + 1, response_code: 503, failure: 'response' },
    ])
    stage.test.clock.setOffset(stage.test.clock.offsetMs + pauseMs - 1_000)
    await stage.minute()
    expect(stage.receiver.requests).toHaveLength(index + 1)
    stage.test.clock.setOffset(stage.test.clock.offsetMs + 1_000)
    await stage.minute()
  }
  expect(await stage.deliveries(id)).toMatchObject([{ status: 'failed', attempts: retryPausesMs.length + 1 }])
  expect(new Set(ids()).size).toBe(1)
  stage.test.clock.advance('P2D')
  await stage.minute()
  expect(stage.receiver.requests).toHaveLength(retryPausesMs.length + 1)
})

it('is on again after a success', async () => {
  const { id } = await stage.add()
  stage.receiver.answerWith(500)
  await queueTest(id)
  await stage.test.services.jobs.drain()
  expect(await stage.endpoint(id)).toMatchObject({ failing_since: expect.any(Date) })
  stage.receiver.answerWith(204)
  stage.test.clock.advance('PT2M')
  await stage.minute()
  expect(await stage.endpoint(id)).toEqual({ is_enabled: true, off_reason: null, failing_since: null })
  expect(await stage.deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 2, failure: null }])
})

it('switches an endpoint off after five days of failures only, and notifies the admins once', async () => {
  const { id } = await stage.add()
  stage.receiver.answerWith(500)
  await queueTest(id)
  await stage.test.services.jobs.drain()
  stage.test.clock.advance('P4D')
  await queueTest(id)
  await stage.test.services.jobs.drain()
  expect(await stage.endpoint(id)).toMatchObject({ is_enabled: true })
  stage.test.clock.advance('P1D')
  await stage.minute()
  expect(await stage.endpoint(id)).toMatchObject({ is_enabled: false, off_reason: 'failing' })
  await stage.minute()
  expect(await heardBy(stage.test.db, stage.clinic.admin)).toMatchObject([{ kind: 'webhook_off' }])
})

it('switches an endpoint off at once when its receiver is gone', async () => {
  const { id } = await stage.add()
  stage.receiver.answerWith(410)
  await queueTest(id)
  await stage.test.services.jobs.drain()
  expect(await stage.endpoint(id)).toMatchObject({ is_enabled: false, off_reason: 'gone' })
})

it('ends a run after a batch without any success', async () => {
  const { id } = await stage.add()
  await someVisits(15)
  stage.receiver.answerWith(500)
  await run(id)
  expect(stage.receiver.requests).toHaveLength(10)
})

it('sends every event once, though two workers send at the same time', async () => {
  const { id } = await stage.add()
  await someVisits(25)
  await Promise.all([run(id), run(id)])
  expect(ids()).toHaveLength(25)
  expect(new Set(ids()).size).toBe(25)
})

it('sends every event though workers are killed, and repeats those of the killed worker alone, with the same id', async () => {
  const { id } = await stage.add()
  await someVisits(25)
  const { post } = stage.test.services.webhooks
  let sent = 0
  const killed: Webhooks['post'] = async (...request) => {
    const answer = await post(...request)
    sent++
    if (sent === 13) throw new Error('killed')
    return answer
  }
  await expect(run(id, killed)).rejects.toThrow('killed')
  await run(id)
  // the claim of the killed worker is not lost yet
  expect(new Set((await stage.deliveries(id)).map(({ status }) => status))).toEqual(
    new Set(['delivered', 'waiting']),
  )
  stage.test.clock.advance('PT2M')
  await stage.minute()
  expect((await stage.deliveries(id)).map(({ status }) => status)).toEqual(Array(25).fill('delivered'))
  expect(new Set(ids()).size).toBe(25)
  expect(ids().length).toBeLessThanOrEqual(35)
})

it('does not overwrite the result of the worker that repeated a lost attempt', async () => {
  const { id } = await stage.add()
  await queueTest(id)
  await run(id, async () => {
    stage.test.clock.advance('PT2M')
    await run(id)
    return { responseCode: null, failure: 'timeout' }
  })
  expect(await stage.deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 2, response_code: 200 }])
})
