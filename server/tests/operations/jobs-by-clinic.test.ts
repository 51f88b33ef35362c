// Jobs over all clinics search by one statement that only reads, and change rows clinic by clinic (docs/decisions/0207).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobsOf } from '#server/features.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import {
  openPlannedDatabase,
  type PlannedDatabase,
  type RecordedPlan,
  tablesRead,
} from '#testing/database/query-plans.ts'
import { openScenes } from '../threats/scene.ts'
import type { TestServer } from '../threats/test-server.ts'

/** Tests and the development clock make all jobs due; a server does not. */
const isOfServer = ({ statement }: RecordedPlan) => !statement.startsWith('with made_due')

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
    // an installation's demo has one clinic
    const scheduled = (jobsOf(test.services) as JobDefinition[]).filter(
      ({ cron, name }) => cron && name !== 'demo.reset',
    )
    for (const job of scheduled) {
      await planned.record(job.name)
      await job.run({})
    }
    await planned.record(queued)
    await test.work()
    await planned.record(null)
    const changes = planned
      .plans()
      .filter(({ plan }) => /"(ModifyTable|LockRows)"/.test(JSON.stringify(plan)))
      // a new month's partition takes the rows that arrived before it
      .filter(({ within }) => within !== 'app.make_partition')
      .filter(isOfServer)
    expect(scheduled.length).toBeGreaterThan(30)
    expect(changes.length).toBeGreaterThan(30)
    expect(await ofAllClinics(changes)).toEqual([])
  })

  it('reads by statements that name the clinic, once a search has queued it for a clinic', async () => {
    const search = 'select distinct clinic_id as "clinicId" from app.outbox'
    const reads = planned
      .plans()
      .filter(({ call, statement }) => call === queued && statement !== search)
      .filter(isOfServer)
    expect(reads.length).toBeGreaterThan(30)
    expect(await ofAllClinics(reads)).toEqual([])
  })

  it('seals and checks the trail of a clinic by statements that name it', async () => {
    const steps = /^app\.(seal_audit_log|check_audit_links|check_audit_chain)$/
    const found = planned.plans().filter(({ within }) => steps.test(within))
    expect(found.length).toBeGreaterThan(5)
    expect(await ofAllClinics(found)).toEqual([])
  })

  const queued = 'queued by them'

  async function ofAllClinics(plans: RecordedPlan[]): Promise<string[]> {
    const tenantTables = await test.db.asOwner<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
        where n.nspname in ('public', 'app') and c.relkind in ('r', 'p')`,
    )
    const isTenants = new Set(tenantTables.map(({ name }) => name))
    const found = plans.flatMap(({ call, within, statement, plan }) =>
      tablesRead(plan)
        .filter(({ table, byClinic }) => isTenants.has(table) && !byClinic)
        .map(({ table }) => `${table}: ${within || call}: ${statement}`),
    )
    return [...new Set(found)]
  }
})
