import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aRecord } from '#testing/patient-merges.ts'

export const calls: SampleCalls = {
  'create-patient': {
    input: () => ({
      attempt: crypto.randomUUID(),
      name: 'Walter Brook',
      dateOfBirth: '1961-05-04',
      phone: '(212) 555-0188',
      email: '',
      mayText: false,
      isNewPerson: true,
    }),
  },
  'edit-patient': {
    input: async ({ test, world }) => ({
      patientId: await aRecord(test.db, world.clinics.one),
      version: 0,
      contactVersion: 0,
      name: 'Walter Brook',
      dateOfBirth: '',
      phone: '',
      email: '',
      mayText: false,
    }),
  },
}
