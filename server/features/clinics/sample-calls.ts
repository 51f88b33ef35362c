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
  'save-clinic-mail': {
    input: async ({ test, world }) => {
      const [row] = await test.db.asOwner<{ version: number }>(
        'select version from clinic_mail where clinic_id = $1',
        [world.clinics.one.id],
      )
      return { version: row?.version ?? 0, replyTo: 'desk@clinic.test' }
    },
  },
  'update-clinic-security': {
    input: () => ({ requiresMfa: false }),
    answers: { admin: 'second_step_required' },
    freshProof: true,
  },
}
