import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'

export const calls: SampleCalls = {
  'save-clinic-place': {
    input: () => ({ place: null }),
  },
  'save-plan': {
    input: () => ({ kind: 'wellness', name: 'Draft', interval: 'month', amountCents: 4900 }),
    ids: async ({ plant, world }) => ({ planId: (await plant.plan(world.clinics.one.id)).planId }),
  },
  'publish-plan': {
    input: async ({ plant, world }) => ({ planId: (await plant.plan(world.clinics.one.id)).planId }),
  },
  'change-plan': {
    input: async ({ plant, world }) => {
      const { planId, versionId } = await plant.plan(world.clinics.one.id, 'published')
      return { planId, versionId, name: 'Visits', interval: 'month', amountCents: 5900 }
    },
    foreign: { versionId: 'plan_changed' },
  },
  'close-plan': {
    input: async ({ plant, world }) => ({
      planId: (await plant.plan(world.clinics.one.id, 'published')).planId,
    }),
  },
  'archive-plan': {
    input: async ({ plant, world }) => ({
      planId: (await plant.plan(world.clinics.one.id, 'closed')).planId,
    }),
  },
}
