/** Currencies of the two countries that Carefold serves (docs/payments.md 10). */

import * as z from 'zod/mini'

export const clinicCurrencies = ['usd', 'cad'] as const
export type ClinicCurrency = (typeof clinicCurrencies)[number]

/** The country of the clinic's Stripe account, which determines its currency. */
export const countryOfCurrency: Record<ClinicCurrency, string> = { usd: 'US', cad: 'CA' }

export function isClinicCurrency(value: string): value is ClinicCurrency {
  return (clinicCurrencies as readonly string[]).includes(value)
}

const canadianZones = new Set(
  [
    'Atikokan Blanc-Sablon Cambridge_Bay Creston Dawson Dawson_Creek Edmonton Fort_Nelson Glace_Bay Goose_Bay',
    'Halifax Inuvik Iqaluit Moncton Montreal Nipigon Pangnirtung Rainy_River Rankin_Inlet Regina Resolute St_Johns',
    'Swift_Current Thunder_Bay Toronto Vancouver Whitehorse Winnipeg Yellowknife',
  ].flatMap((line) => line.split(' ').map((city) => `America/${city}`)),
)

export function likelyCurrency(timeZone: string): ClinicCurrency {
  return canadianZones.has(timeZone) || timeZone.startsWith('Canada/') ? 'cad' : 'usd'
}

/** Without a currency, the clinic's stays. */
export const startPayoutOnboardingInput = z.object({ currency: z.optional(z.enum(clinicCurrencies)) })
