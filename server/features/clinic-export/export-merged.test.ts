import { expect, it } from 'vitest'
import { openOtherInstallation } from '#testing/database/database.ts'
import { aMerge } from '#testing/patient-merges.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { exportClinic } from './export-clinic.ts'
import { importClinic } from './import-clinic.ts'
import { readArchive } from './read-archive.ts'

const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })

it('a clinic with merged records is equal after the import', async () => {
  const clinic = await aClinic(test.db)
  // so that either record has the smaller id in some pair
  for (let pairs = 0; pairs < 6; pairs += 1) await aMerge(test.db, clinic)
  const answer = (await exportClinic.call(test.services, clinic.admin.caller(), {})) as Response
  const zip = new Uint8Array(await answer.arrayBuffer())
  const archive = readArchive(zip, test.services.signatures)
  const target = await openOtherInstallation()
  try {
    await target.kysely
      .transaction()
      .execute((tx) => importClinic(tx, archive, { store: test.services.files.store, now: test.clock.now() }))
    const tables = ['public.patients', 'app.patient_merges']
    for (const table of tables) {
      const rows = `select to_jsonb(t)::text as row from ${table} t where clinic_id = '${clinic.id}' order by 1`
      const there = (await target.pool.query<{ row: string }>(rows)).rows
      expect(there.length, table).toBeGreaterThan(0)
      expect(there, table).toEqual(await test.db.asOwner(rows))
    }
  } finally {
    await target.close()
  }
})
