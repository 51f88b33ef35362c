import { recordOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aRecord } from '#testing/patient-merges.ts'

export const calls: SampleCalls = {
  'invoice-pdf': {
    input: async (scene, actor) => {
      await scene.test.db.asOwner('update invoices set patient_id = $2 where id = $1', [
        scene.invoiceId,
        recordOf(scene, actor),
      ])
      return { invoiceId: scene.invoiceId }
    },
    answers: {
      patients: 'ok',
      pending: 'ok',
      admin: 'ok',
      delegate: 'ok',
      billing: 'ok',
      team: 'not_allowed',
      rest: 'not_found',
    },
    asks: ['money:read'],
  },
  'find-payments': { input: () => ({ text: '4242' }) },
  'pay-invoice': {
    input: async (scene, actor) => {
      await scene.test.db.asOwner('update invoices set patient_id = $2 where id = $1', [
        scene.invoiceId,
        recordOf(scene, actor),
      ])
      return { invoiceId: scene.invoiceId }
    },
    answers: { patients: 'invoice_not_due', pending: 'invoice_not_due', rest: 'not_allowed' },
  },
  'assign-charge': {
    input: async (scene) => ({
      chargeId: await scene.plant.charge(scene.world.clinics.one.id),
      patientId: null,
    }),
  },
  'refund-payment': {
    input: async (scene, actor) => ({
      paymentId: await scene.plant.payment(scene.world.clinics.one.id, recordOf(scene, actor)),
      amountCents: 100,
      attempt: crypto.randomUUID(),
    }),
    // of an account that the sandbox does not have: refund-payment.test.ts
    answers: {
      admin: 'payments_disconnected',
      delegate: 'payments_disconnected',
      billing: 'payments_disconnected',
    },
  },
  'retry-payment': {
    input: async (scene, actor) => ({
      invoiceId: await scene.plant.invoice(scene.world.clinics.one.id, recordOf(scene, actor)),
      attempt: crypto.randomUUID(),
    }),
    // the planted invoice is paid: retry-payment.test.ts, send-payment-link.test.ts
    answers: { admin: 'invoice_paid', delegate: 'invoice_paid', billing: 'invoice_paid' },
  },
  'send-payment-link': {
    input: async (scene, actor) => ({
      invoiceId: await scene.plant.invoice(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: { admin: 'invoice_paid', delegate: 'invoice_paid', billing: 'invoice_paid' },
  },
  'add-to-plan': {
    input: async ({ test, world, plan }) => ({
      patientId: await aRecord(test.db, world.clinics.one),
      priceId: plan.price.id,
      dueInDays: 14,
    }),
  },
  'create-invoice': {
    input: (scene, actor) => ({
      patientId: recordOf(scene, actor),
      lines: [{ description: 'A form', amountCents: 2_500 }],
      dueInDays: 14,
      isTaxed: false,
      attempt: crypto.randomUUID(),
    }),
  },
  'record-payment': {
    input: async (scene, actor) => ({
      invoiceId: await scene.plant.invoice(scene.world.clinics.one.id, recordOf(scene, actor)),
      amountCents: 4_900,
      method: 'check',
      receivedOn: '2026-01-05',
      reference: '1042',
    }),
    answers: { admin: 'invoice_paid', delegate: 'invoice_paid', billing: 'invoice_paid' },
  },
  'reverse-payment': {
    input: async (scene, actor) => ({
      paymentId: await scene.plant.deskPayment(scene.world.clinics.one.id, recordOf(scene, actor)),
      reason: 'mistake',
    }),
  },
  'write-off-invoice': {
    input: async (scene, actor) => ({
      invoiceId: await scene.plant.invoice(scene.world.clinics.one.id, recordOf(scene, actor)),
      amountCents: 4_900,
      reason: 'agreed',
    }),
    answers: { admin: 'invoice_paid', delegate: 'invoice_paid', billing: 'invoice_paid' },
  },
  'answer-dispute': {
    input: async (scene, actor) => ({
      disputeId: await scene.plant.dispute(scene.world.clinics.one.id, recordOf(scene, actor)),
      evidence: 'A visit',
      attempt: crypto.randomUUID(),
    }),
    answers: {
      admin: 'payments_disconnected',
      delegate: 'payments_disconnected',
    },
  },
  'accept-dispute': {
    input: async (scene, actor) => ({
      disputeId: await scene.plant.dispute(scene.world.clinics.one.id, recordOf(scene, actor)),
    }),
    answers: {
      admin: 'payments_disconnected',
      delegate: 'payments_disconnected',
    },
  },
}
