import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'sign-in-organizations': { limit: null },
  'add-sso-provider': {
    input: () => ({
      name: 'Work account',
      domains: 'example.test',
      way: 'fields',
      metadata: '',
      entityId: 'https://idp.example.test',
      ssoUrl: 'https://idp.example.test/sso',
      certificate: 'MIIB',
      emailAttribute: '',
      joinsAnyone: false,
    }),
    answers: { admin: 'second_step_required' },
    freshProof: true,
  },
  'switch-sso-provider': {
    input: () => ({ providerId: crypto.randomUUID(), isEnabled: false }),
    answers: { admin: 'second_step_required' },
    ids: async ({ plant, world }) => ({ providerId: await plant.identityProvider(world.clinics.one.id) }),
    freshProof: true,
  },
  'remove-sso-provider': {
    input: () => ({ providerId: crypto.randomUUID() }),
    answers: { admin: 'second_step_required' },
    ids: async ({ plant, world }) => ({ providerId: await plant.identityProvider(world.clinics.one.id) }),
    freshProof: true,
  },
  'check-sso-domain': {
    input: () => ({ domain: 'northwind.test' }),
    answers: { admin: 'second_step_required' },
  },
}
