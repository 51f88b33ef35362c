import { AppError } from '#domain/errors.ts'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { saveValueSettingsInput } from '#domain/value-receipts/inputs.ts'
import { priceOf, type ServicePrices } from '#domain/value-receipts/value-receipts.ts'
import type { Currency } from '#domain/values/money.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Saves which patients get value receipts, and the price of each service without a plan. Existing receipts stay
 * unchanged; plan months that end after switching on get one.
 * @throws AppError `not_allowed` unless the actor may `plans:write`
 * @throws AppError `invalid_input` at an invalid price; `changed_elsewhere`
 */
export const saveValueSettings = action({
  name: 'save-value-settings',
  input: saveValueSettingsInput,
  access: 'plans:write',
  async run(tx, ctx, { version: seen, audience, prices: typed }): Promise<SavedVersion> {
    const { clinicId } = ctx
    await lockClinic(tx, clinicId)
    const { currency } = await tx
      .selectFrom('clinics')
      .select('currency')
      .where('id', '=', clinicId)
      .executeTakeFirstOrThrow()
    const prices = pricesOf(typed, currency)
    const saved = await tx
      .selectFrom('value_receipt_settings')
      .select(['version', 'started_at'])
      .where('clinic_id', '=', clinicId)
      .executeTakeFirst()
    const row = {
      audience,
      prices: JSON.stringify(prices),
      started_at: audience === 'nobody' ? null : (saved?.started_at ?? ctx.now()),
      version: nextVersion(seen, saved),
      updated_at: ctx.now(),
    }
    return asSystem(tx, async () => {
      await tx
        .insertInto('value_receipt_settings')
        .values({ clinic_id: clinicId, ...row })
        .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(row))
        .execute()
      await audit(tx, 'clinic.value_receipts_changed', { type: 'clinic', id: clinicId }, { to: audience })
      return { version: row.version }
    })
  },
})

/** @throws AppError `invalid_input` */
function pricesOf(typed: Record<string, string>, currency: Currency): ServicePrices {
  const prices: ServicePrices = {}
  for (const [service, text] of Object.entries(typed)) {
    const cents = priceOf(text, currency)
    if (cents === undefined)
      throw new AppError('invalid_input', {
        fields: [{ path: service, message: valueReceiptTexts.rules.price }],
      })
    if (cents !== null) prices[service] = cents
  }
  return prices
}
