import { sql } from 'kysely'
import type { CoveredPerson } from '#domain/checkouts/checkouts.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/** Stored with the checkout until the plan is paid. */
export interface JoiningHousehold {
  isPayerCovered: boolean
  /** Of a payer who is covered as a child. */
  payerBornOn?: string | null
  covered: CoveredPerson[]
}

export interface Purchase {
  purpose: 'wellness' | 'uninsured' | 'tier'
  subjectId: string
  /** plan_prices.id, with a digest of a household of several; or the tier. */
  choice: string
  household?: JoiningHousehold
  couponId?: string | null
  /** Identifies the click; stored with the checkout. */
  attempt: string
  /** Throws if the subject may not buy now; runs in the transaction that reserves the page. Role `system`. */
  admit(tx: Tx): Promise<void>
}

/** The one open checkout of a subject and purpose; `session` is null until its Stripe page is stored. */
export interface Reservation {
  id: string
  choice: string
  session: string | null
  created_at: Date
}

/**
 * Creates or finds the open checkout of a subject and purpose; audits a new one.
 * @returns undefined when the one found was given up at the same time
 * @throws AppError as `admit` does
 */
export function reserveCheckout(ctx: ClinicCtx, purchase: Purchase): Promise<Reservation | undefined> {
  const { purpose, subjectId, choice, attempt, household, couponId = null } = purchase
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      await purchase.admit(tx)
      const inserted = await tx
        .insertInto('app.checkouts')
        .values({
          clinic_id: ctx.clinicId,
          purpose,
          subject_id: subjectId,
          choice,
          attempt,
          household: household ? JSON.stringify(household) : null,
          coupon_id: couponId,
          created_at: ctx.now(),
          updated_at: ctx.now(),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['clinic_id', 'subject_id', 'purpose'])
            .where('state', '=', sql.lit('open'))
            .doNothing(),
        )
        .returning(['id', 'choice', 'stripe_session as session', 'created_at'])
        .executeTakeFirst()
      if (inserted) {
        await audit(tx, 'checkout.opened', { type: 'checkout', id: inserted.id }, { purpose, choice })
        return inserted
      }
      return tx
        .selectFrom('app.checkouts')
        .select(['id', 'choice', 'stripe_session as session', 'created_at'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('subject_id', '=', subjectId)
        .where('purpose', '=', purpose)
        .where('state', '=', 'open')
        .executeTakeFirst()
    }),
  )
}

export function storePage(
  ctx: ClinicCtx,
  { id }: Reservation,
  page: { account: string | null; session: string },
): Promise<boolean> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('app.checkouts')
        .set({ stripe_account: page.account, stripe_session: page.session, updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    }),
  )
}

export function giveUpCheckout(ctx: ClinicCtx, { id, session }: Reservation): Promise<void> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      await tx
        .updateTable('app.checkouts')
        .set({ state: 'expired', updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', id)
        .where('state', '=', 'open')
        // a page stored in the meantime is handled in the next round
        .where('stripe_session', session ? '=' : 'is', session)
        .execute()
    }),
  )
}
