import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { scheduleQuery } from '#server/features/appointments/schedule-query.ts'
import type { Job } from '../rows/jobs.ts'
import { firstDate, freeDays, timesPerClinic } from './schedules.ts'

/** Compiles only. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** 14 days of free times of five providers, as the desk asks for them. */
export const freeTimesJob: Job = {
  name: `free times of ${freeDays} days`,
  goal: 0.6,
  needsAppointments: true,
  method: 'POST',
  values: (clinic) => [clinic.id],
  path: () => '/functions/v1/free-times',
  headers: { 'Content-Type': 'application/json' },
  body: () => JSON.stringify({ appointmentType: 'checkup', from: firstDate, days: freeDays }),
  status: 200,
  rows: timesPerClinic,
  count: (body) => (body as { times: unknown[] }).times.length,
  answer: 'free-times',
  statement([clinicId = '']) {
    const { sql, parameters } = scheduleQuery({
      clinicId,
      typeKey: 'checkup',
      from: firstDate,
      days: freeDays,
      now: new Date(),
    }).compile(compiler)
    return { sql, params: parameters.map(asText) }
  },
}

function asText(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString()
  return value === null || value === undefined ? null : String(value)
}
