import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'start-payout-onboarding': {
    input: () => ({}),
    freshProof: true,
  },
  'set-bank-debits': { input: () => ({ isOn: true }) },
  'save-clinic-tax': {
    input: () => ({ tax: { name: 'HST', percentage: '13', isInclusive: false } }),
  },
}
