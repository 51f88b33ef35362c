import { payingPatients, recordOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'cancel-subscription': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: { ...payingPatients, admin: 'ok' },
    asks: ['subscriptions:cancel'],
  },
  'change-household': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
      add: [],
      remove: [crypto.randomUUID()],
    }),
    // the planted plan has no other people, no pause and no refund, so permitted callers get its error
    answers: {
      patients: 'invalid_input',
      pending: 'invalid_input',
      admin: 'invalid_input',
      rest: 'not_allowed',
    },
    asks: ['subscriptions:cancel'],
  },
  'pause-subscription': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: {
      patients: 'plan_without_pause',
      pending: 'plan_without_pause',
      admin: 'plan_without_pause',
      rest: 'not_allowed',
    },
    asks: ['subscriptions:cancel'],
  },
  'unpause-subscription': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: {
      patients: 'subscription_not_paused',
      pending: 'subscription_not_paused',
      admin: 'subscription_not_paused',
      rest: 'not_allowed',
    },
    asks: ['subscriptions:cancel'],
  },
  'leave-plan': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: {
      patients: 'plan_without_refund',
      pending: 'plan_without_refund',
      admin: 'plan_without_refund',
      rest: 'not_allowed',
    },
    asks: ['subscriptions:cancel'],
  },
  'keep-present-plan': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: {
      patients: 'subscription_not_changing',
      pending: 'subscription_not_changing',
      admin: 'subscription_not_changing',
      rest: 'not_allowed',
    },
    asks: ['subscriptions:cancel'],
  },
  'move-members': {
    input: async ({ plant, world }) => ({
      planId: (await plant.plan(world.clinics.one.id, 'published')).planId,
    }),
  },
  'resume-subscription': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor), {
        isEnding: true,
      }),
    }),
    answers: { ...payingPatients, admin: 'ok' },
    asks: ['subscriptions:cancel'],
  },
  'change-own-card': {
    answers: { patients: 'not_found', pending: 'not_found', rest: 'not_allowed' },
  },
  'pay-automatically': {
    input: async (scene, actor) => ({
      subscriptionId: await scene.plant.subscription(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    // the planted plan is charged already: server/tests/money/month/plan-by-invoice.test.ts
    answers: payingPatients,
  },
  'set-default-card': {
    input: async (scene, actor) => ({
      cardId: await scene.plant.card(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    // of an account that the sandbox does not have: set-default-card.test.ts
    answers: {
      patients: 'payments_disconnected',
      pending: 'payments_disconnected',
      rest: 'not_allowed',
    },
  },
  'remove-own-card': {
    input: async (scene, actor) => ({
      cardId: await scene.plant.card(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: {
      patients: 'payments_disconnected',
      pending: 'payments_disconnected',
      rest: 'not_allowed',
    },
  },
}
