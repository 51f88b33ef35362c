import { type SampleCalls, team } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { anOpenClinicInvoice } from '#testing/money/clinic-invoices.ts'

export const calls: SampleCalls = {
  'lacking-features': { answers: { ...team, patients: 'ok' } },
  'create-checkout': {
    input: () => ({ plan: 'enterprise' }),
  },
  'check-subscription': {
    answers: { rest: 'ok' },
  },
  'preview-tier': {
    // the scene has more payers than the smaller tiers allow
    input: () => ({ plan: 'enterprise' }),
  },
  'cancel-tier': {
    answers: { admin: 'clinic_tier_missing', delegate: 'clinic_tier_missing' },
  },
  'resume-tier': {
    answers: { admin: 'clinic_tier_missing', delegate: 'clinic_tier_missing' },
  },
  'save-billing-address': {
    input: async ({ test, world }) => {
      const [row] = await test.db.asOwner<{ version: number }>(
        'select version from billing_addresses where clinic_id = $1',
        [world.clinics.one.id],
      )
      return {
        version: row?.version ?? 0,
        name: 'Clinic',
        line1: '1 Road',
        line2: '',
        city: 'Town',
        state: 'MA',
        postalCode: '01103',
        country: 'US',
      }
    },
  },
  'clinic-invoice-pdf': {
    input: async (scene) => ({ invoiceId: await aClinicInvoice(scene) }),
  },
  'clinic-invoices-zip': {
    input: async (scene) => {
      await aClinicInvoice(scene)
      return {}
    },
  },
  'pay-clinic-invoice': {
    input: async (scene) => ({ invoiceId: await aClinicInvoice(scene) }),
  },
}

const aClinicInvoice = ({ test, world }: Scene) => anOpenClinicInvoice(test, world.clinics.one.id)
