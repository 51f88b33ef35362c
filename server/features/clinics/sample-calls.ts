import { aName, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'check-subdomain': {
    input: () => ({ subdomain: aName() }),
    limit: 'check-subdomain',
  },
  'find-clinics': {
    input: () => ({ text: 'family' }),
    limit: 'find-clinics',
  },
  'create-clinic-with-admin': {
    input: () => ({ name: 'New Clinic', subdomain: aName() }),
    answers: { visitor: 'not_signed_in', pending: 'email_not_confirmed' },
    limit: 'create-clinic',
  },
  'update-clinic-profile': {
    input: ({ world }) => ({
      name: world.clinics.one.name,
      timeZone: 'America/New_York',
      color: 'plum',
    }),
  },
  'save-clinic-brand': {
    input: () => ({
      version: 0,
      brand: { ownsColor: true, color: '#0F62AC', hidesCarefold: true },
    }),
    answers: {
      admin: 'clinic_tier_lacks_feature',
      delegate: 'clinic_tier_lacks_feature',
    },
  },
  'update-clinic-security': {
    input: () => ({ requiresMfa: false }),
    answers: { admin: 'second_step_required' },
    freshProof: true,
  },
}
