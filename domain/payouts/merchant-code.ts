/** What kind of merchant a payout account is, by the code of the card networks (ISO 18245; docs/domain-rules.md goal 6). */

/** "Medical services and health practitioners": for new accounts. A clinic may choose a narrower one on Stripe's page. */
export const medicalMerchantCode = '8099'

/** Codes of health care: ambulances, hearing aids and orthopedics, and the block of doctors, nursing, hospitals and laboratories. */
const medicalCodes = /^(4119|5975|5976|80[1-9]\d)$/

/** Whether cards of health savings accounts pay a merchant with this code. @param code null: not known, so nothing is wrong */
export function isMedicalMerchant(code: string | null): boolean {
  return code === null || medicalCodes.test(code)
}
