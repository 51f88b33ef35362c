import { aName, provenPatients, type SampleCalls, savesOf } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'save-personal-details': {
    input: async (scene, actor) => ({
      version: await savesOf(scene, actor, 'patient_details'),
      firstName: 'Dana',
      lastName: 'Fox',
      phone: '(212) 555-0123',
      dateOfBirth: '1984-02-29',
      address: '12 Mill Street',
      city: 'New York',
      state: 'NY',
      zipCode: '10001',
    }),
    answers: provenPatients,
  },
  'save-health-information': {
    input: async (scene, actor) => ({
      version: await savesOf(scene, actor, 'patient_health'),
      emergencyContact: 'Ben Fox, brother',
      emergencyPhone: '(212) 555-0124',
      allergies: 'Penicillin',
      medications: '',
      medicalConditions: '',
    }),
    answers: provenPatients,
  },
  'save-own-profile': {
    input: () => ({
      version: 0,
      firstName: 'Dana',
      lastName: 'Fox',
      username: aName(),
      website: '',
      description: '',
      bio: '',
    }),
    answers: { rest: 'ok' },
  },
}
