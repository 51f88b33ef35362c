import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aProvider } from '#testing/appointments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import type { Tx } from '../database/transactions.ts'
import { silentLogger } from '../log.ts'
import { createJobs, defineJob, type JobDefinition } from './jobs.ts'

let test: TestServices
let clinic: TestClinic
let patient: Patient
let providerId: string
beforeAll(async () => {
  test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
  clinic = await aClinic(test.db)
  patient = await aPatient(test.db, clinic)
  providerId = (await aProvider(test.db, clinic)).id
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.services.jobs.drain()
  await test.db.asOwner(`delete from app.notices`)
  await test.db.asOwner(`delete from jobs.job`)
})

let day = 1
const insertVisit = (tx: Tx) =>
  sql`
    insert into appointments (clinic_id, patient_id, provider_id, type, duration_minutes, starts_at, time_zone)
    values (${clinic.id}, ${patient.patientId}, ${providerId}, 'checkup', 30,
            timestamptz '2100-01-01 15:00+00' + make_interval(days => ${day++}), 'UTC')`.execute(tx)

const insertVisits = (count: number) =>
  test.services.transactions.withSystem('test', async (tx) => {
    for (let n = 0; n < count; n++) await insertVisit(tx)
  })

async function counts(): Promise<{ outbox: number; notices: number; jobs: number }> {
  const [row] = await test.db.asOwner<{ outbox: number; notices: number; jobs: number }>(
    `select (select count(*)::int from app.outbox) as outbox, (select count(*)::int from app.notices) as notices,
            (select count(*)::int from jobs.job where name = 'notices.deliver') as jobs`,
  )
  return row ?? { outbox: 0, notices: 0, jobs: 0 }
}

const drainedIn = (most = 200) =>
  test.services.transactions.withSystemStatement('outbox', {
    sql: 'select drained, queues from app.drain_outbox($1::uuid, $2::integer)',
    params: [clinic.id, String(most)],
  })

describe('the insert of a visit', () => {
  it('writes one row of the outbox, and no notice or job', async () => {
    await insertVisits(1)
    expect(await counts()).toEqual({ outbox: 1, notices: 0, jobs: 0 })
    // of patient and provider
    expect(await drainedIn()).toMatchObject([{ drained: '1', queues: 'notices.deliver' }])
    expect(await counts()).toEqual({ outbox: 0, notices: 2, jobs: 2 })
  })

  it('leaves nothing when it is rolled back', async () => {
    await expect(
      test.services.transactions.withSystem('test', async (tx) => {
        await insertVisit(tx)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await counts()).toEqual({ outbox: 0, notices: 0, jobs: 0 })
  })
})

describe('a drain', () => {
  it('that is rolled back leaves every row, and the next writes each notice once', async () => {
    await insertVisits(3)
    await expect(
      test.services.transactions.withSystem('test', async (tx) => {
        await sql`select app.drain_outbox(${clinic.id}, 200)`.execute(tx)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await counts()).toEqual({ outbox: 3, notices: 0, jobs: 0 })
    await test.services.jobs.drain()
    await test.services.jobs.drain()
    expect(await counts()).toEqual({ outbox: 0, notices: 6, jobs: 6 })
  })

  it('takes the oldest rows first', async () => {
    await insertVisits(3)
    const written = await test.db.asOwner<{ id: string }>(
      'select subject_id as id from app.outbox o order by o.written_at, o.id',
    )
    expect(await drainedIn(2)).toMatchObject([{ drained: '2' }])
    expect(await test.db.asOwner('select subject_id as id from app.outbox')).toEqual(written.slice(2))
  })

  it('leaves the rows of another clinic', async () => {
    const other = await aClinic(test.db)
    await insertVisits(1)
    await test.services.transactions.withSystem('test', (tx) =>
      sql`select app.drain_outbox(${other.id}, 200)`.execute(tx),
    )
    const [row] = await test.db.asOwner('select count(*)::int as rows from app.outbox where clinic_id = $1', [
      clinic.id,
    ])
    expect(row).toEqual({ rows: 1 })
  })

  it('shares the rows with one that runs at the same time', async () => {
    await insertVisits(20)
    const drained = await Promise.all([drainedIn(8), drainedIn(8), drainedIn(8), drainedIn(8)])
    expect(drained.reduce((sum, [row]) => sum + Number(row?.drained), 0)).toBe(20)
    expect(await counts()).toEqual({ outbox: 0, notices: 40, jobs: 40 })
  })
})

describe('a worker', () => {
  const startWorker = async (pollMs: number) => {
    const { database, transactions } = test.db
    const jobs = createJobs({ database, transactions, log: silentLogger, pollMs })
    const delivered: string[] = []
    const deliver = defineJob<{ noticeId: string }>({
      name: 'notices.deliver',
      run: async ({ noticeId }) => {
        delivered.push(noticeId)
        return {}
      },
    })
    await jobs.start([deliver as JobDefinition<never>], { work: true })
    return { jobs, delivered }
  }

  it('drains after the commit of a request, without a poll', async () => {
    const { jobs, delivered } = await startWorker(3_600_000)
    await insertVisits(1)
    await vi.waitFor(() => expect(delivered).toHaveLength(2), { timeout: 5_000 })
    await jobs.stop()
    expect(await counts()).toMatchObject({ outbox: 0, notices: 2 })
  })

  it('drains what another process left when it was killed after the commit', async () => {
    await insertVisits(2)
    const { jobs, delivered } = await startWorker(20)
    await vi.waitFor(() => expect(delivered).toHaveLength(4), { timeout: 5_000 })
    await jobs.stop()
    expect(new Set(delivered).size).toBe(4)
  })
})
