import { agreement } from '#testing/agreement.ts'
import { anOpenClinicInvoice } from '#testing/clinic-invoices.ts'
import { plantedYear, valueReceiptOf } from '../function-inputs.ts'
import {
  draftInput,
  type IdCase,
  type IdWorld,
  planInput,
  stripeId,
  subscriptionInput,
  uuid,
} from './id-case.ts'

/** Functions that take ids: plans, payments and the clinic’s own bills. */
export const moneyIds = ({ test, scene, one, two, patientOf, invoiceOf }: IdWorld): IdCase[] => [
  {
    call: 'open-value-receipt',
    input: (id) => ({ receiptId: id }),
    actor: 'patient',
    own: { id: () => valueReceiptOf(scene(), one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => valueReceiptOf(scene(), one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: {
      id: () => valueReceiptOf(scene(), two().id, patientOf('foreignPatient')),
      answer: 'not_found',
    },
  },
  {
    call: 'save-plan',
    input: draftInput,
    actor: 'admin',
    own: { id: async () => (await scene().plant.plan(one().id)).planId, answer: 'ok' },
    lower: {
      actor: 'staff',
      id: async () => (await scene().plant.plan(one().id)).planId,
      answer: 'not_allowed',
    },
    foreign: { id: async () => (await scene().plant.plan(two().id)).planId, answer: 'not_found' },
  },
  {
    call: 'publish-plan',
    input: planInput,
    actor: 'admin',
    own: { id: async () => (await scene().plant.plan(one().id)).planId, answer: 'ok' },
    lower: {
      actor: 'member',
      id: async () => (await scene().plant.plan(one().id)).planId,
      answer: 'not_allowed',
    },
    foreign: { id: async () => (await scene().plant.plan(two().id)).planId, answer: 'not_found' },
  },
  {
    call: 'change-plan',
    input: (id) => ({ planId: id, versionId: uuid(), name: 'Visits', interval: 'month', amountCents: 5900 }),
    actor: 'admin',
    // the version is not the one on sale
    own: { id: async () => (await scene().plant.plan(one().id, 'published')).planId, answer: 'plan_changed' },
    lower: {
      actor: 'viewer',
      id: async () => (await scene().plant.plan(one().id, 'published')).planId,
      answer: 'not_allowed',
    },
    foreign: {
      id: async () => (await scene().plant.plan(two().id, 'published')).planId,
      answer: 'not_found',
    },
  },
  {
    call: 'close-plan',
    input: planInput,
    actor: 'admin',
    own: { id: async () => (await scene().plant.plan(one().id, 'published')).planId, answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: async () => (await scene().plant.plan(one().id, 'published')).planId,
      answer: 'not_allowed',
    },
    foreign: {
      id: async () => (await scene().plant.plan(two().id, 'published')).planId,
      answer: 'not_found',
    },
  },
  {
    call: 'archive-plan',
    input: planInput,
    actor: 'admin',
    own: { id: async () => (await scene().plant.plan(one().id, 'closed')).planId, answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: async () => (await scene().plant.plan(one().id, 'closed')).planId,
      answer: 'not_allowed',
    },
    foreign: {
      id: async () => (await scene().plant.plan(two().id, 'closed')).planId,
      answer: 'not_found',
    },
  },
  {
    call: 'close-coupon',
    input: (id) => ({ couponId: id }),
    actor: 'admin',
    own: { id: () => scene().plant.coupon(one().id), answer: 'ok' },
    lower: { actor: 'viewer', id: () => scene().plant.coupon(one().id), answer: 'not_allowed' },
    foreign: { id: () => scene().plant.coupon(two().id), answer: 'not_found' },
  },
  {
    call: 'join-plan',
    input: (id) => ({ priceId: id, attempt: uuid(), agreement }),
    actor: 'patient',
    own: { id: () => scene().plan.price.id, answer: 'ok' },
    lower: { actor: 'staff', id: () => scene().plan.price.id, answer: 'not_allowed' },
    foreign: {
      id: async () => (await scene().plant.plan(two().id, 'published')).priceId,
      answer: 'not_found',
    },
  },
  {
    call: 'join-status',
    input: (id) => ({ sessionId: id }),
    actor: 'patient',
    own: { id: () => scene().plant.paidPage(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene().plant.paidPage(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene().plant.paidPage(two().id, patientOf('foreignPatient')),
      answer: 'not_found',
    },
    random: stripeId('cs'),
  },
  {
    call: 'cancel-subscription',
    input: subscriptionInput,
    actor: 'patient',
    own: { id: () => scene().plant.subscription(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene().plant.subscription(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene().plant.subscription(two().id, patientOf('foreignPatient')),
      answer: 'not_found',
    },
  },
  {
    call: 'resume-subscription',
    input: subscriptionInput,
    actor: 'admin',
    own: {
      id: () => scene().plant.subscription(one().id, patientOf('patient'), { isEnding: true }),
      answer: 'ok',
    },
    lower: {
      actor: 'otherPatient',
      id: () => scene().plant.subscription(one().id, patientOf('patient'), { isEnding: true }),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene().plant.subscription(two().id, patientOf('foreignPatient'), { isEnding: true }),
      answer: 'not_found',
    },
  },
  ...(
    [
      ['pause-subscription', 'plan_without_pause'],
      ['unpause-subscription', 'subscription_not_paused'],
      ['leave-plan', 'plan_without_refund'],
      ['keep-present-plan', 'subscription_not_changing'],
    ] as const
  ).map(
    ([name, answer]): IdCase => ({
      call: name,
      input: subscriptionInput,
      actor: 'patient',
      own: { id: () => scene().plant.subscription(one().id, patientOf('patient')), answer },
      lower: {
        actor: 'patient',
        id: () => scene().plant.subscription(one().id, patientOf('otherPatient')),
        answer: 'not_found',
      },
      foreign: {
        id: () => scene().plant.subscription(two().id, patientOf('foreignPatient')),
        answer: 'not_found',
      },
    }),
  ),
  {
    call: 'move-members',
    input: planInput,
    actor: 'admin',
    own: { id: async () => (await scene().plant.plan(one().id, 'published')).planId, answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: async () => (await scene().plant.plan(one().id, 'published')).planId,
      answer: 'not_allowed',
    },
    foreign: {
      id: async () => (await scene().plant.plan(two().id, 'published')).planId,
      answer: 'not_found',
    },
  },
  {
    call: 'switch-plan',
    input: (id: unknown) => ({ subscriptionId: id, priceId: scene().plan.price.id }),
    actor: 'patient',
    own: {
      id: () => scene().plant.subscription(one().id, patientOf('patient')),
      answer: 'invalid_input',
    },
    lower: {
      actor: 'patient',
      id: () => scene().plant.subscription(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene().plant.subscription(two().id, patientOf('foreignPatient')),
      answer: 'not_found',
    },
  },
  {
    call: 'change-household',
    input: (id: unknown) => ({ subscriptionId: id, add: [], remove: [crypto.randomUUID()] }),
    actor: 'patient',
    own: {
      id: () => scene().plant.subscription(one().id, patientOf('patient')),
      answer: 'invalid_input',
    },
    lower: {
      actor: 'patient',
      id: () => scene().plant.subscription(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene().plant.subscription(two().id, patientOf('foreignPatient')),
      answer: 'not_found',
    },
  },
  {
    call: 'refund-payment',
    input: (id: unknown) => ({ paymentId: id, amountCents: 100, attempt: crypto.randomUUID() }),
    actor: 'admin',
    // found here, in an account that is disconnected
    own: { id: () => scene().plant.payment(one().id, patientOf('patient')), answer: 'payments_disconnected' },
    lower: {
      actor: 'staff',
      id: () => scene().plant.payment(one().id, patientOf('patient')),
      answer: 'not_allowed',
    },
    foreign: { id: () => scene().plant.payment(two().id, patientOf('foreignPatient')), answer: 'not_found' },
    random: stripeId('ch'),
  },
  ...(['retry-payment', 'send-payment-link'] as const).map(
    (name): IdCase => ({
      call: name,
      input: (id: unknown) => ({
        invoiceId: id,
        ...(name === 'retry-payment' && { attempt: crypto.randomUUID() }),
      }),
      actor: 'admin',
      // found here, and paid
      own: { id: () => scene().plant.invoice(one().id, patientOf('patient')), answer: 'invoice_paid' },
      lower: {
        actor: 'staff',
        id: () => scene().plant.invoice(one().id, patientOf('patient')),
        answer: 'not_allowed',
      },
      foreign: {
        id: () => scene().plant.invoice(two().id, patientOf('foreignPatient')),
        answer: 'not_found',
      },
      random: stripeId('in'),
    }),
  ),
  ...(['answer-dispute', 'accept-dispute'] as const).map(
    (name): IdCase => ({
      call: name,
      input: (id: unknown) => ({
        disputeId: id,
        ...(name === 'answer-dispute' && { evidence: 'A visit', attempt: crypto.randomUUID() }),
      }),
      actor: 'admin',
      // found here, in an account that is disconnected
      own: {
        id: () => scene().plant.dispute(one().id, patientOf('patient')),
        answer: 'payments_disconnected',
      },
      lower: {
        actor: 'staff',
        id: () => scene().plant.dispute(one().id, patientOf('patient')),
        answer: 'not_allowed',
      },
      foreign: {
        id: () => scene().plant.dispute(two().id, patientOf('foreignPatient')),
        answer: 'not_found',
      },
      random: stripeId('du'),
    }),
  ),
  {
    call: 'assign-charge',
    input: (id: unknown) => ({ chargeId: id, patientId: null }),
    actor: 'admin',
    own: { id: () => scene().plant.charge(one().id), answer: 'ok' },
    lower: { actor: 'staff', id: () => scene().plant.charge(one().id), answer: 'not_allowed' },
    foreign: { id: () => scene().plant.charge(two().id), answer: 'not_found' },
    random: stripeId('ch'),
  },
  ...(['set-default-card', 'remove-own-card'] as const).map((call) => ({
    call,
    input: (id: unknown) => ({ cardId: id }),
    actor: 'otherPatient' as const,
    // found here, in an account that is disconnected
    own: {
      id: () => scene().plant.card(one().id, patientOf('otherPatient')),
      answer: 'payments_disconnected' as const,
    },
    lower: {
      actor: 'patient' as const,
      id: () => scene().plant.card(one().id, patientOf('patient')),
      answer: 'not_found' as const,
    },
    foreign: {
      id: () => scene().plant.card(two().id, patientOf('foreignPatient')),
      answer: 'not_found' as const,
    },
  })),
  {
    call: 'invoice-pdf',
    input: (id) => ({ invoiceId: id }),
    actor: 'admin',
    own: { id: () => scene().invoiceId, answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene().plant.invoice(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: { id: () => scene().plant.invoice(two().id, patientOf('foreignPatient')), answer: 'not_found' },
    random: stripeId('in'),
  },
  {
    call: 'pay-invoice',
    input: (id) => ({ invoiceId: id }),
    actor: 'patient',
    // paid already
    own: { id: () => invoiceOf('patient'), answer: 'invoice_not_due' },
    lower: {
      actor: 'otherPatient',
      id: () => scene().plant.invoice(one().id, patientOf('patient')),
      answer: 'not_found',
    },
    foreign: { id: () => scene().plant.invoice(two().id, patientOf('foreignPatient')), answer: 'not_found' },
    random: stripeId('in'),
  },
  ...(['clinic-invoice-pdf', 'pay-clinic-invoice'] as const).map(
    (call): IdCase => ({
      call,
      input: (id) => ({ invoiceId: id }),
      actor: 'admin',
      own: { id: () => anOpenClinicInvoice(test(), one().id), answer: 'ok' },
      lower: { actor: 'staff', id: () => anOpenClinicInvoice(test(), one().id), answer: 'not_allowed' },
      foreign: { id: () => anOpenClinicInvoice(test(), two().id), answer: 'not_found' },
      random: stripeId('in'),
    }),
  ),
  {
    call: 'year-statement',
    input: (id: unknown) => ({ year: plantedYear(), patientId: id }),
    actor: 'admin',
    own: {
      id: async () => {
        await scene().plant.receipt(one().id, patientOf('patient'))
        return patientOf('patient')
      },
      answer: 'ok',
    },
    lower: {
      actor: 'patient',
      id: async () => {
        await scene().plant.receipt(one().id, patientOf('otherPatient'))
        return patientOf('otherPatient')
      },
      answer: 'not_found',
    },
    foreign: {
      id: async () => {
        await scene().plant.receipt(two().id, patientOf('foreignPatient'))
        return patientOf('foreignPatient')
      },
      answer: 'not_found',
    },
  },
  {
    call: 'receipt-pdf',
    input: (id) => ({ receiptId: id }),
    actor: 'admin',
    own: { id: () => scene().plant.receipt(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene().plant.receipt(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: { id: () => scene().plant.receipt(two().id, patientOf('foreignPatient')), answer: 'not_found' },
  },
]
