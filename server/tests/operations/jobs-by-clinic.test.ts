// Jobs over all clinics search by one statement that only reads, and change rows clinic by clinic (docs/decisions/0207).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobsOf } from '#server/features.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { openPlannedDatabase, type PlannedDatabase, tablesRead } from '#testing/database/query-plans.ts'
import { openScenes } from '../threats/scene.ts'
import type { TestServer } from '../threats/test-server.ts'

// the log of a Postgres server is inaccessible to the test
describe.skipIf(process.env.TEST_DATABASE_URL)('a job of all clinics', () => {
  let test: TestServer
  let planned: PlannedDatabase
  beforeAll(async () => {
    const scenes = await openScenes(
      async () => {
        planned = await openPlannedDatabase()
        return planned.db
      },
      { jobsOf },
    )
    test = scenes.test
    await scenes.current()
    await test.pass('P40D')
  })
  afterAll(() => test.close())

  it('locks and changes rows by statements that name the clinic', async () => {
    // tables by month are on one node (docs/scaling.md 5)
    const tenantTables = await test.db.asOwner<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
        where n.nspname in ('public', 'app') and c.relkind = 'r'`,
    )
    const isTenants = new Set(tenantTables.map(({ name }) => name))
    // an installation's demo has one clinic
    const scheduled = (jobsOf(test.services) as JobDefinition[]).filter(
      ({ cron, name }) => cron && name !== 'demo.reset',
    )
    for (const job of scheduled) {
      await planned.record(job.name)
      await job.run({})
    }
    await planned.record('queued by them')
    await test.work()
    await planned.record(null)
    const changes = planned
      .plans()
      .filter(({ plan }) => /"(ModifyTable|LockRows)"/.test(JSON.stringify(plan)))
    expect(scheduled.length).toBeGreaterThan(30)
    expect(changes.length).toBeGreaterThan(30)
    const ofAllClinics = changes.flatMap(({ call, within, statement, plan }) =>
      tablesRead(plan)
        .filter(({ table, byClinic }) => isTenants.has(table) && !byClinic)
        .map(({ table }) => `${table}: ${within || call}: ${statement}`),
    )
    expect(ofAllClinics).toEqual([])
  })
})
