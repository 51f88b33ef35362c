import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import type { CheckoutFacts } from '#server/platform/stripe/checkout.ts'

/** What somebody is about to buy. */
export interface CheckoutRequest {
  purpose: 'wellness' | 'uninsured' | 'tier'
  /** The patient, or the clinic itself. */
  subjectId: string
  /** The plan_prices.id, or the tier. */
  choice: string
  /** The person's click; kept with the checkout. */
  attempt: string
  /** The account the page belongs to; null for the platform's own. */
  account: string | null
  /** Refuses whoever may not buy (now); runs in the transaction that reserves the page. Role system. */
  admit(tx: Tx): Promise<void>
  /** Makes the page at Stripe under this idempotency key. */
  makePage(key: string, checkoutId: string): Promise<CheckoutFacts>
  /** Where to send somebody whose page turns out to be paid already. */
  paidUrl(session: string): string
}

interface Reserved {
  id: string
  choice: string
  session: string | null
}

/**
 * Gives the one payment page that is open for a person and purpose, so that two tabs, a retry or the back button
 * cannot pay twice (docs/domain-rules.md rule 16, docs/threats.md T26).
 *
 * A page is handed out only after it was stored as the one; choosing something else closes the page before. The
 * idempotency key is the stored row's, so a crash or an outage in between leaves no second page behind.
 *
 * @returns the page's address, or `paidUrl` when the page was paid and the event has not been worked yet
 * @throws AppError whatever `admit` refuses with; `payments_unavailable`, `checkout_url_missing`
 */
export async function openCheckout(ctx: ClinicCtx, request: CheckoutRequest): Promise<string> {
  const { account, choice } = request
  // ends at the first or second round, unless somebody keeps choosing something else in another tab
  for (let round = 0; round < 6; round++) {
    const reserved = await reserve(ctx, request)
    if (!reserved) continue
    if (reserved.session) {
      const isSame = reserved.choice === choice
      const page = isSame
        ? await ctx.stripe.checkout.read(account, reserved.session)
        : await ctx.stripe.checkout.close(account, reserved.session)
      if (page.status === 'complete') return request.paidUrl(page.id)
      if (page.status === 'open') return urlOf(page)
      await giveUp(ctx, reserved)
    } else if (reserved.choice !== choice) {
      // somebody is making that page right now, or crashed doing so: it will find itself given up
      await giveUp(ctx, reserved)
    } else {
      const page = await request.makePage(`checkout:${reserved.id}`, reserved.id)
      if (await keep(ctx, reserved, account, page)) return urlOf(page)
      await ctx.stripe.checkout.close(account, page.id)
    }
  }
  throw new AppError('payments_unavailable', { details: { because: 'choice keeps changing' } })
}

function urlOf(page: CheckoutFacts): string {
  if (!page.url) throw new AppError('checkout_url_missing')
  return page.url
}

/** @returns undefined when the open one was given up this very moment */
function reserve(ctx: ClinicCtx, request: CheckoutRequest): Promise<Reserved | undefined> {
  const { purpose, subjectId, choice, attempt } = request
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      await request.admit(tx)
      const inserted = await tx
        .insertInto('app.checkouts')
        .values({
          clinic_id: ctx.clinicId,
          purpose,
          subject_id: subjectId,
          choice,
          attempt,
          created_at: ctx.now(),
          updated_at: ctx.now(),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['clinic_id', 'subject_id', 'purpose'])
            .where('state', '=', sql.lit('open'))
            .doNothing(),
        )
        .returning(['id', 'choice', 'stripe_session as session'])
        .executeTakeFirst()
      if (inserted) {
        await audit(tx, 'checkout.opened', { type: 'checkout', id: inserted.id }, { purpose, choice })
        return inserted
      }
      return tx
        .selectFrom('app.checkouts')
        .select(['id', 'choice', 'stripe_session as session'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('subject_id', '=', subjectId)
        .where('purpose', '=', purpose)
        .where('state', '=', 'open')
        .executeTakeFirst()
    }),
  )
}

/** @returns whether the page is now the one; false when the reservation was given up meanwhile */
function keep(
  ctx: ClinicCtx,
  { id }: Reserved,
  account: string | null,
  page: CheckoutFacts,
): Promise<boolean> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('app.checkouts')
        .set({ stripe_account: account, stripe_session: page.id, updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    }),
  )
}

function giveUp(ctx: ClinicCtx, { id, session }: Reserved): Promise<void> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      await tx
        .updateTable('app.checkouts')
        .set({ state: 'expired', updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', id)
        .where('state', '=', 'open')
        // a page that was stored meanwhile is looked at in the next round
        .where('stripe_session', session ? '=' : 'is', session)
        .execute()
    }),
  )
}
