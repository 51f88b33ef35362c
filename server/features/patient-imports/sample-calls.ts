import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aRecord } from '#testing/patient-merges.ts'

export const calls: SampleCalls = {
  'check-patient-import': {
    input: () => importedRows(),
    ids: async ({ plant, world }) => {
      const { planId } = await plant.plan(world.clinics.one.id)
      return { planNames: [{ name: 'Gold', offer: { planId, priceId: null } }] }
    },
    // an unknown plan is reported at the rows that name it
    foreign: 'ok',
  },
  'import-patients': {
    input: async ({ test, world }) => {
      const name = `Nora ${crypto.randomUUID()}`
      const patientId = await aRecord(test.db, world.clinics.one, name)
      return {
        ...importedRows(name),
        attempt: crypto.randomUUID(),
        invites: false,
        choices: [{ line: 2, how: 'fill', patientId }],
        holders: [],
      }
    },
    // a patient that the dry run did not find is left out, and no row remains
    foreign: 'invalid_input',
  },
  'patient-import': {
    input: () => ({}),
    ids: async (scene) => ({ importId: await finishedImport(scene) }),
  },
  'undo-patient-import': {
    input: async (scene) => ({ importId: await finishedImport(scene) }),
  },
}

const importedRows = (fullName = 'Ida Moss') => ({
  rows: [{ line: 2, cells: { fullName, email: 'ida@import.test' } }],
  dateOrder: null,
  century: null,
  turnsNames: true,
  planNames: [],
})

/** With one row that was skipped and one that was added. */
async function finishedImport({ test, world }: Scene): Promise<string> {
  const clinicId = world.clinics.one.id
  const [made] = await test.db.asOwner<{ id: string }>(
    `insert into app.patient_imports (clinic_id, attempt, invites, created_at, finished_at)
     values ($1, gen_random_uuid()::text, false, $2, $2) returning id`,
    [clinicId, test.clock.now()],
  )
  const id = made?.id ?? ''
  await test.db.asOwner(
    `insert into app.patient_import_rows (clinic_id, import_id, line, name, state, settled_at, patient_id)
     values ($1, $2, 2, 'Ida Moss', 'added', $3, $4)`,
    [clinicId, id, test.clock.now(), await aRecord(test.db, world.clinics.one)],
  )
  return id
}
