import * as z from 'zod/mini'
import { valueReceiptTexts } from '../texts/value-receipts.ts'
import type { Currency } from '../values/money.ts'
import { seenVersion } from '../versions.ts'
import { priceOf, type ValueAudience, valueAudiences } from './value-receipts.ts'

const rules = valueReceiptTexts.rules

const serviceName = /^(message|lesson|visit:[a-z][a-z0-9_-]{0,59})$/

/** Prices by service as typed, empty for none. `valueSettingsForm` checks the amounts. */
export const saveValueSettingsInput = z.object({
  version: seenVersion,
  audience: z.enum(valueAudiences),
  prices: z
    .record(z.string().check(z.regex(serviceName)), z.string().check(z.maxLength(20, rules.price)))
    .check(z.refine((prices) => Object.keys(prices).length <= 200)),
})

export type ValueSettingsForm = { version: number; audience: ValueAudience } & Record<string, string | number>

/** @param services that have a field @param currency of their prices */
export function valueSettingsForm(
  services: readonly string[],
  currency: Currency,
): z.ZodMiniType<ValueSettingsForm, ValueSettingsForm> {
  const price = z
    .string()
    .check(z.refine((typed) => priceOf(typed, currency) !== undefined, { error: rules.price }))
  return z.object({
    version: seenVersion,
    audience: z.enum(valueAudiences),
    ...Object.fromEntries(services.map((service) => [service, price])),
  }) as unknown as z.ZodMiniType<ValueSettingsForm, ValueSettingsForm>
}

export const openValueReceiptInput = z.object({ receiptId: z.uuid() })
