import { feature } from '#server/clinic/feature.ts'
import { acceptDispute, answerDispute } from './answer-dispute.ts'
import { assignCharge } from './assign-charge.ts'
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
    answerDispute,
    acceptDispute,
  ],
})
