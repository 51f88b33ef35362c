import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'check-patient-import': {
    input: () => importedRows(),
  },
  'import-patients': {
    input: () => ({ ...importedRows(), attempt: crypto.randomUUID(), invites: false }),
  },
  'patient-import': {
    input: () => ({}),
    ids: async ({ test, world }) => {
      const [made] = await test.db.asOwner<{ id: string }>(
        `insert into app.patient_imports (clinic_id, attempt, invites, created_at)
         values ($1, gen_random_uuid()::text, false, now()) returning id`,
        [world.clinics.one.id],
      )
      return { importId: made?.id }
    },
  },
}

const importedRows = () => ({
  rows: [{ line: 2, cells: { fullName: 'Ida Moss', email: `${crypto.randomUUID()}@import.test` } }],
  dateOrder: 'mdy',
})
