import { feature } from '#server/clinic/feature.ts'
import { acceptDispute, answerDispute } from './answer-dispute.ts'
import { assignCharge } from './assign-charge.ts'
import { addToPlan } from './desk/add-to-plan.ts'
import { createInvoice } from './desk/create-invoice.ts'
import { recordPayment } from './desk/record-payment.ts'
import { remindDueInvoices } from './desk/remind-due-invoices.ts'
import { reversePayment } from './desk/reverse-payment.ts'
import { writeOffInvoice } from './desk/write-off-invoice.ts'
import { findPayments } from './find-payments.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { payInvoice } from './pay-invoice.ts'
import { refundPayment } from './refund-payment.ts'
import { retryPayment } from './retry-payment.ts'
import { sendPaymentLink } from './send-payment-link.ts'

export const invoicesFeature = feature({
  actions: [
    findPayments,
    invoicePdf,
    payInvoice,
    assignCharge,
    refundPayment,
    retryPayment,
    sendPaymentLink,
    addToPlan,
    createInvoice,
    recordPayment,
    reversePayment,
    writeOffInvoice,
    answerDispute,
    acceptDispute,
  ],
  jobs: [remindDueInvoices],
})
