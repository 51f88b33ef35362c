import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

const period = { from: '2026-01-01', until: '2026-12-31' }

export const calls: SampleCalls = {
  'money-report': { input: () => period },
  'export-money': { input: () => ({ ...period, format: 'csv' }), freshProof: true },
  'save-book-accounts': { input: () => ({ names: { stripe: 'Stripe' } }) },
}
