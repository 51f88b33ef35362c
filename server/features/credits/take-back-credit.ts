import { takeBackCreditInput, unusedGivenCents } from '#domain/credits/credits.ts'
import { AppError } from '#domain/errors.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { payerCustomer } from './payer-customer.ts'
import { storeEntry } from './store-entry.ts'

/**
 * Takes back what is left of the credit that the clinic gave, as shown; the patient is mailed. A part that an invoice or
 * another tab used first is returned at once, so that the patient never pays for it. Idempotent per `attempt`.
 * @returns the amount taken, in cents
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, `quote_changed` when another amount is left
 * @throws AppError `payments_unavailable`
 */
export const takeBackCredit = outwardAction({
  name: 'take-back-credit',
  input: takeBackCreditInput,
  access: 'payments:collect',
  async run(ctx, { patientId, amountCents, reason, attempt }): Promise<{ takenCents: number }> {
    const { clinic, currency, customer } = await payerCustomer(ctx, patientId)
    const { account } = clinic
    if (!customer) throw new AppError('quote_changed')
    const { credits } = ctx.stripe
    const key = `credit-back:${attempt}`
    const before = await credits.list(account, customer)
    const known = before.find((each) => each.key === key)
    if (!known && unusedGivenCents(before) !== amountCents) throw new AppError('quote_changed')
    const change = { cents: -amountCents, currency, key }
    const id = known?.id ?? (await credits.change(account, customer, change))

    const changes = await credits.list(account, customer)
    const place = changes.findIndex((each) => each.id === id)
    const takenCents = Math.min(amountCents, unusedGivenCents(changes.slice(0, place)))
    const excess = { cents: amountCents - takenCents, currency, key: `${key}:excess` }
    if (excess.cents > 0 && !changes.some((each) => each.key === excess.key))
      await credits.change(account, customer, excess)
    await storeEntry(ctx, { account, customer, patientId, id, cents: takenCents, reason, kind: 'taken_back' })
    if (takenCents === 0) throw new AppError('quote_changed')
    return { takenCents }
  },
})
