import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

const id = '00000000-0000-4000-8000-0000000a91ce'

export const calls: SampleCalls = {
  'create-api-key': {
    input: () => ({
      name: 'Population health',
      resources: ['Patient'],
      endsOn: '',
      method: 'secret',
      publicKeys: '',
    }),
    freshProof: true,
  },
  'revoke-api-key': { input: () => ({ id }), answers: { admin: 'not_found' } },
}
