/**
 * Phone numbers as people write them, and as they are stored: E.164, "+14165550100". With the small metadata, which knows
 * the length and first digits of each country's numbers and weighs a third of the whole.
 */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export type { CountryCode }

const countryOfCurrency: Record<string, CountryCode> = {
  usd: 'US',
  cad: 'CA',
  gbp: 'GB',
  aud: 'AU',
  nzd: 'NZ',
  chf: 'CH',
}

/** Whose national numbers a clinic's patients write. @param currency the clinic's, ISO 4217 in lower case */
export function phoneCountry(currency: string): CountryCode {
  return countryOfCurrency[currency] ?? 'US'
}

/** E.164, or null for what is no phone number. @param country for numbers without a leading + */
export function parsePhone(typed: string, country: CountryCode): string | null {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false })
  // an extension cannot get a text message, and E.164 has no place for it
  return number?.isValid() && !number.ext ? number.number : null
}

/** "(416) 555-0100" where the calling code is the country's own, "+44 20 7946 0018" elsewhere. @param stored E.164 */
export function formatPhone(stored: string, country: CountryCode): string {
  const number = parsePhoneNumberFromString(stored)
  if (!number) return stored
  const isHere = parsePhoneNumberFromString(number.nationalNumber, country)?.number === number.number
  return isHere ? number.formatNational() : number.formatInternational()
}
