/**
 * Phone numbers, stored as E.164: "+14165550100". The min metadata knows lengths and first digits, at a third of the
 * size.
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

/** @param currency the clinic's, ISO 4217 in lower case */
export function phoneCountry(currency: string): CountryCode {
  return countryOfCurrency[currency] ?? 'US'
}

/** E.164, or null if invalid. @param country for numbers without a leading + */
export function parsePhone(typed: string, country: CountryCode): string | null {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false })
  // An extension cannot get a text message, and does not fit E.164.
  return number?.isValid() && !number.ext ? number.number : null
}

/** "(416) 555-0100" within the country, else "+44 20 7946 0018". @param stored E.164 */
export function formatPhone(stored: string, country: CountryCode): string {
  const number = parsePhoneNumberFromString(stored)
  if (!number) return stored
  const isHere = parsePhoneNumberFromString(number.nationalNumber, country)?.number === number.number
  return isHere ? number.formatNational() : number.formatInternational()
}
