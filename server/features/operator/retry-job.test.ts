import { expect, it } from 'vitest'
import type { OperatorOverview } from '#domain/operator/operator.ts'
import { setUpServices } from '#testing/set-up.ts'
import { anOperator, operatorEnv } from '#testing/sign-in/operator.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { operatorOverview } from './operator-overview.ts'
import { retryJob } from './retry-job.ts'

let runs = 0
const test = await setUpServices({
  env: operatorEnv,
  jobsOf: () => [
    {
      name: 'test.broken',
      retryLimit: 0,
      run: async () => {
        runs += 1
        throw new Error('Grace Whitfield has no room')
      },
    },
  ],
})
const operator = await anOperator(test.db)

it('shows a failed job without its error, and runs it again once per click', async () => {
  await test.services.transactions.withSystem('test: job', (tx) =>
    test.services.jobs.enqueue(tx, 'test.broken', {}),
  )
  await expect(test.services.jobs.drain()).rejects.toThrow('1 failed')
  const shown = (await operatorOverview.call(test.services, operator.caller(), {})) as OperatorOverview
  expect(shown.failedJobs).toEqual([
    {
      ...{ id: expect.any(String), queue: 'test.broken', failedAt: expect.any(String), attempts: 1 },
      ...{ clinicName: null, ledger: null },
    },
  ])
  expect(JSON.stringify(shown)).not.toContain('Grace')

  const jobId = shown.failedJobs[0]?.id
  expect(await retryJob.call(test.services, operator.caller(), { jobId })).toEqual({ queue: 'test.broken' })
  await expect(retryJob.call(test.services, operator.caller(), { jobId })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(
    retryJob.call(test.services, operator.caller(), { jobId: crypto.randomUUID() }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
  const clinic = await aClinic(test.db)
  await expect(retryJob.call(test.services, clinic.admin.caller(), { jobId })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await expect(test.services.jobs.drain()).rejects.toThrow('1 failed')
  expect(runs).toBe(2)
})
