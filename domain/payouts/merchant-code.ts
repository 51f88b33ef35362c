/** ISO 18245; docs/domain-rules.md goal 6 */

/** "Medical services and health practitioners", for new accounts. A clinic can choose a narrower one at Stripe. */
export const medicalMerchantCode = '8099'

/** Ambulances, hearing aids, orthopedics, and the block of doctors, nursing, hospitals and laboratories. */
const medicalCodes = /^(4119|5975|5976|80[1-9]\d)$/

/** @param code null if unknown: counts as true */
export function isMedicalMerchant(code: string | null): boolean {
  return code === null || medicalCodes.test(code)
}
