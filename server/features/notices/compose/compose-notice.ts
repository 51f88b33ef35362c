import { mailedPath } from '#domain/mailed-links.ts'
import type { NoticeKind } from '#domain/notices/notices.ts'
import { paths, personPath, withQuery } from '#domain/paths.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { cardState, expiresAt } from '#domain/subscriptions/cards.ts'
import { graceEndsAt, isEntitled, isRunning } from '#domain/subscriptions/subscriptions.ts'
import { formatMoney } from '#domain/values/money.ts'
import {
  cardExpiringMail,
  clinicOpenedMail,
  invitationAcceptedMail,
  patientJoinedMail,
  paymentFailedMail,
  paymentReceivedMail,
  planCanceledMail,
  planEndedMail,
} from '#server/emails/notices.ts'
import { paymentProcessingMail } from '#server/emails/payment-processing.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { moneyFacts } from '../money-facts.ts'
import type { Notice, NoticeContext } from '../notice.ts'
import {
  accountOf,
  type Decision,
  isOnTeam,
  isStillPatient,
  noAccount,
  notConfirmed,
  toAccount,
  toPatient,
} from '../recipients.ts'
import { composeCreditNotice } from './compose-credit-notice.ts'
import { composeGuardianNotice } from './compose-guardian-notice.ts'
import { composeInvoiceDue } from './compose-invoice-due.ts'
import { composePlanChange } from './compose-plan-change.ts'
import { composePlanChangeWaits } from './compose-plan-change-waits.ts'
import { composePlanPrice } from './compose-plan-price.ts'
import { composePlanRenewal } from './compose-plan-renewal.ts'
import { composeRefundNotice } from './compose-refund-notice.ts'
import { composeSomethingNew } from './compose-something-new.ts'
import { composeVisitNotice } from './compose-visit-notice.ts'

/** Composes the mail from the present state. Role `system`. */
export async function composeNotice(tx: Tx, notice: Notice): Promise<Decision> {
  const clinic = await senderClinic(tx, notice.config, notice.clinicId)
  const origin = clinicOrigin(notice.config, clinic.subdomain)
  const decision = await composers[notice.kind]({
    tx,
    notice,
    clinic,
    page: (path) => new URL(path, origin).href,
  })
  const money = moneyFacts[notice.kind]
  if (!money || (await money.isKnown(tx, notice))) return decision
  const isOvertaken = 'skipped' in decision && decision.skipped !== noAccount
  return isOvertaken ? decision : { skipped: notConfirmed }
}

const composers: Record<NoticeKind, (context: NoticeContext) => Promise<Decision>> = {
  patient_message: (context) => composeSomethingNew(context),
  patient_update: (context) => composeSomethingNew(context),
  patient_reminder: (context) => composeSomethingNew(context),
  invoice_due: (context) => composeInvoiceDue(context),
  plan_change: (context) => composePlanChange(context),
  plan_change_waits: (context) => composePlanChangeWaits(context),
  plan_price: (context) => composePlanPrice(context),
  plan_renewal: (context) => composePlanRenewal(context),
  refund_given: (context) => composeRefundNotice(context),
  refund_failed: (context) => composeRefundNotice(context),
  credit_given: (context) => composeCreditNotice(context),
  credit_taken_back: (context) => composeCreditNotice(context),
  guardian_update: (context) => composeGuardianNotice(context),
  guardian_soon: (context) => composeGuardianNotice(context),
  guardian_changed: (context) => composeGuardianNotice(context),
  ward_soon: (context) => composeGuardianNotice(context),
  ward_changed: (context) => composeGuardianNotice(context),
  visit_patient: (context) => composeVisitNotice(context),
  visit_provider: (context) => composeVisitNotice(context),
  visit_former_provider: (context) => composeVisitNotice(context),

  async patient_joined({ tx, notice, clinic, page }) {
    const member = await memberOf(tx, notice)
    if (!member?.userId) return { skipped: 'left' }
    return toAccount(tx, member.userId, ({ email, name }) =>
      patientJoinedMail({ to: email, name, clinic, link: page(paths.home) }),
    )
  },

  async clinic_opened({ tx, notice, clinic, page }) {
    const member = await memberOf(tx, notice)
    if (!member?.userId) return { skipped: 'left' }
    const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '').replace(/\/$/, '')
    return toAccount(tx, member.userId, ({ email, name }) =>
      clinicOpenedMail({
        to: email,
        name,
        clinic,
        link: page(paths.dashboard),
        addresses: { clinic: withoutScheme(page('/')), join: withoutScheme(page(paths.join)) },
      }),
    )
  },

  async payment_received({ tx, notice, clinic, page }) {
    const receipt = await tx
      .selectFrom('receipts as r')
      .select([
        'r.id',
        'r.label as number',
        'r.amount_cents',
        'r.currency',
        'r.paid_at',
        'r.card_brand',
        'r.card_last4',
        'r.method',
        'r.reference',
      ])
      .select(['r.patient_id', 'r.invoice_id', 'r.time_zone'])
      .where('r.clinic_id', '=', notice.clinicId)
      .where('r.id', '=', notice.subjectId)
      .executeTakeFirstOrThrow()
    return toPatient(tx, notice.clinicId, receipt.patient_id, (to) =>
      paymentReceivedMail({
        to,
        clinic: { ...clinic, timeZone: receipt.time_zone },
        link: page(mailedPath('invoice', receipt.invoice_id)),
        receipt: {
          id: receipt.id,
          number: receipt.number,
          amountCents: receipt.amount_cents,
          currency: receipt.currency,
          paidAt: receipt.paid_at,
          paid: {
            method: receipt.method,
            reference: receipt.reference,
            brand: receipt.card_brand,
            last4: receipt.card_last4,
          },
        },
      }),
    )
  },

  async payment_failed({ tx, notice, clinic, page }) {
    const failed = await tx
      .selectFrom('invoices as i')
      .innerJoin('subscriptions as s', (join) =>
        join.onRef('s.clinic_id', '=', 'i.clinic_id').onRef('s.id', '=', 'i.subscription_id'),
      )
      .select(['i.id', 'i.patient_id', 'i.status', 'i.amount_due_cents', 'i.currency', 'i.next_attempt_at'])
      .select(['s.status as plan_status', 's.current_period_start'])
      .where('i.clinic_id', '=', notice.clinicId)
      .where('i.id', '=', notice.subjectId)
      .executeTakeFirstOrThrow()
    if (failed.status !== 'open') return { skipped: 'not due any more' }
    // joining shows a declined card on the payment page; an ended plan has its own notice
    if (!isRunning(failed.plan_status)) return { skipped: 'no running plan' }
    const charge = await tx
      .selectFrom('payments')
      .select(['charged_at', 'failure_code', 'card_brand', 'card_last4'])
      .where('clinic_id', '=', notice.clinicId)
      .where('invoice_id', '=', failed.id)
      .where('status', '=', 'failed')
      .where('method', '=', 'card')
      .orderBy('charged_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const period = { status: 'past_due', currentPeriodStart: failed.current_period_start }
    const card = { brand: charge?.card_brand ?? null, last4: charge?.card_last4 ?? null }
    const decision = await toPatient(
      tx,
      notice.clinicId,
      failed.patient_id,
      (to, { isProven }) =>
        paymentFailedMail({
          to,
          clinic,
          link: page(paths.pay),
          amountCents: failed.amount_due_cents,
          currency: failed.currency,
          failedAt: charge?.charged_at ?? notice.noticedAt,
          // an attempt without a charge waits for the payer's confirmation
          failureCode: charge ? charge.failure_code : 'authentication_required',
          card: isProven ? card : null,
          nextAttemptAt: failed.next_attempt_at,
          graceEndsAt: isEntitled(period, notice.now) ? graceEndsAt(period) : null,
        }),
      // a payer who has not confirmed the address would otherwise lose the plan without a word
      { mayBeUnproven: true },
    )
    if ('mail' in decision) {
      await tx
        .updateTable('invoices')
        .set({ failure_mailed_at: notice.now })
        .where('clinic_id', '=', notice.clinicId)
        .where('id', '=', failed.id)
        .execute()
    }
    return decision
  },

  async payment_processing({ tx, notice, clinic, page }) {
    const invoice = await tx
      .selectFrom('invoices')
      .select(['id', 'patient_id', 'amount_due_cents', 'currency', 'settles_about'])
      .where('clinic_id', '=', notice.clinicId)
      .where('id', '=', notice.subjectId)
      .executeTakeFirstOrThrow()
    const { settles_about: settlesAbout } = invoice
    if (!settlesAbout) return { skipped: 'no longer processing' }
    const debit = await tx
      .selectFrom('payments')
      .select(['card_brand as brand', 'card_last4 as last4'])
      .where('clinic_id', '=', notice.clinicId)
      .where('invoice_id', '=', invoice.id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    return toPatient(tx, notice.clinicId, invoice.patient_id, (to) =>
      paymentProcessingMail({
        to,
        clinic,
        link: page(mailedPath('invoice', invoice.id)),
        amountCents: invoice.amount_due_cents,
        currency: invoice.currency,
        settlesAbout,
        card: debit ?? { brand: null, last4: null },
      }),
    )
  },

  async card_expiring({ tx, notice, clinic, page }) {
    const card = await tx
      .selectFrom('patient_cards')
      .select(['patient_id', 'brand', 'last4', 'exp_month', 'exp_year', 'is_default'])
      .where('clinic_id', '=', notice.clinicId)
      .where('id', '=', notice.subjectId)
      .executeTakeFirst()
    const expiry = card?.exp_month && card.exp_year && { month: card.exp_month, year: card.exp_year }
    if (!expiry || !card.is_default || cardState(expiry, notice.now) !== 'expires soon')
      return { skipped: 'another card' }
    return toPatient(tx, notice.clinicId, card.patient_id, (to) =>
      cardExpiringMail({
        to,
        clinic,
        link: page(withQuery(paths.pay, { tab: 'methods' })),
        card: { brand: card.brand, last4: card.last4 },
        goodUntil: new Date(expiresAt(expiry).getTime() - 1),
      }),
    )
  },

  async plan_canceled({ tx, notice, clinic, page }) {
    const plan = await subscriptionOf(tx, notice)
    const endsAt = plan.cancel_at ?? (plan.cancel_at_period_end ? plan.current_period_end : null)
    if (!endsAt || !isRunning(plan.status)) return { skipped: 'undone or over' }
    // until its last period, the clinic decides about the end date that it chose
    const canKeep =
      plan.cancel_at_period_end && (await isStillPatient(tx, notice.clinicId, plan.owner_patient_id))
    const open = await unpaidOf(tx, notice, ['draft', 'open'])
    return toPatient(tx, notice.clinicId, plan.owner_patient_id, (to) =>
      planCanceledMail({ to, clinic, link: page(paths.pay), endsAt, canKeep, open }),
    )
  },

  async plan_ended({ tx, notice, clinic, page }) {
    const plan = await subscriptionOf(tx, notice)
    if (!plan.ended_at) return { skipped: 'not over' }
    const { ended_at: endedAt } = plan
    const open = await unpaidOf(tx, notice, ['open'])
    return toPatient(tx, notice.clinicId, plan.owner_patient_id, (to) =>
      planEndedMail({ to, clinic, link: page(paths.pay), endedAt, open }),
    )
  },

  async invitation_accepted({ tx, notice, clinic, page }) {
    const invitation = await tx
      .selectFrom('invitations')
      .select(['membership_id', 'invited_by', 'accepted_by', 'role', 'name', 'email'])
      .where('clinic_id', '=', notice.clinicId)
      .where('id', '=', notice.subjectId)
      .executeTakeFirstOrThrow()
    const { invited_by: inviter, accepted_by: newcomer, membership_id: membershipId, role } = invitation
    if (!inviter || !(await isOnTeam(tx, notice.clinicId, inviter))) return { skipped: 'inviter has left' }
    const person = newcomer ? await accountOf(tx, newcomer) : undefined
    const name = person?.name ?? invitation.name ?? invitation.email
    const accepted = role === 'patient' ? null : { name, role: role as Exclude<ClinicRole, 'patient'> }
    return toAccount(tx, inviter, ({ email }) =>
      invitationAcceptedMail({ to: email, clinic, link: page(personPath(membershipId)), accepted }),
    )
  },
}

function memberOf(tx: Tx, { clinicId, subjectId }: Notice): Promise<{ userId: string | null } | undefined> {
  return tx
    .selectFrom('clinic_memberships')
    .select('user_id as userId')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', subjectId)
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** The formatted amount that an ending or ended subscription still owes. */
async function unpaidOf(tx: Tx, { clinicId, subjectId }: Notice, statuses: string[]): Promise<string | null> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['amount_due_cents', 'currency'])
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subjectId)
    .where('status', 'in', statuses)
    .where('amount_due_cents', '>', 0)
    .execute()
  const [first] = rows
  const cents = rows.reduce((sum, row) => sum + row.amount_due_cents, 0)
  return first ? formatMoney(cents, first.currency) : null
}

function subscriptionOf(tx: Tx, { clinicId, subjectId }: Notice) {
  return tx
    .selectFrom('subscriptions')
    .select(['status', 'owner_patient_id', 'cancel_at_period_end', 'cancel_at'])
    .select(['current_period_end', 'ended_at'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', subjectId)
    .executeTakeFirstOrThrow()
}
