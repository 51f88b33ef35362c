import { expect, it } from 'vitest'
import { monthStart } from '#domain/statements/months.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import type { Transactions } from './database/transactions.ts'
import type { Logger } from './log.ts'
import { compareTimeZones, reportTimeZones } from './time-zones.ts'

const test = await setUpServices()
for (const timeZone of ['America/New_York', 'Europe/Berlin']) await aClinic(test.db, { timeZone })

const now = new Date('2026-03-10T15:00:00Z')

it('finds nothing where the server and Postgres agree', async () => {
  expect(await compareTimeZones(test.services.transactions, now)).toEqual([])
})

it('logs a zone in which they differ, and from which month', async () => {
  const olderPostgres = {
    withSystem: async () => [
      { timeZone: 'America/New_York', month: '2026-10', startsAt: monthStart('2026-10', 'America/New_York') },
      {
        timeZone: 'America/Vancouver',
        month: '2026-11',
        startsAt: monthStart('2026-11', 'America/Vancouver'),
      },
      { timeZone: 'America/Vancouver', month: '2026-12', startsAt: new Date('2026-12-01T09:30:00Z') },
      { timeZone: 'America/Vancouver', month: '2027-01', startsAt: new Date('2027-01-01T09:30:00Z') },
    ],
  } as unknown as Transactions
  const lines: unknown[] = []
  const log = {
    warn: (event: string, fields: object) => lines.push({ event, ...fields }),
  } as unknown as Logger
  await reportTimeZones(olderPostgres, log, now)
  expect(lines).toMatchObject([
    { event: 'time_zones.disagree', timeZone: 'America/Vancouver', month: '2026-12' },
  ])
})

it('does not prevent the server from starting', async () => {
  const events: string[] = []
  const log = { error: (event: string) => events.push(event) } as unknown as Logger
  const broken = { withSystem: () => Promise.reject(new Error('gone')) } as unknown as Transactions
  await reportTimeZones(broken, log, now)
  expect(events).toEqual(['time_zones.not_compared'])
})
