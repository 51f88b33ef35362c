import { webhookTopics } from '#domain/webhooks/kinds.ts'
import type { SampleCall, SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

const anAddress = () => ({
  url: `https://hooks.example.test/${crypto.randomUUID()}`,
  topics: [...webhookTopics],
})
const withId = (more: () => object = () => ({})): SampleCall['input'] => {
  return async ({ plant, world }) => ({ id: await plant.webhook(world.clinics.one.id), ...more() })
}

export const calls: SampleCalls = {
  'add-webhook': { input: anAddress, freshProof: true },
  'change-webhook': { input: withId(anAddress), freshProof: true },
  'switch-webhook': { input: withId(() => ({ isEnabled: false })) },
  'rotate-webhook-secret': { input: withId(), freshProof: true },
  // idempotent
  'remove-webhook': { input: withId(), foreign: 'ok' },
  'test-webhook': { input: withId() },
  'resend-webhook': {
    input: async ({ plant, world }) => ({
      deliveryId: await plant.webhookDelivery(world.clinics.one.id),
    }),
  },
}
