import type { FeeAgreement } from '#domain/statements/commission.ts'
import type { StatementView } from '#domain/statements/statements.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { formatMoney } from '#domain/values/money.ts'

const texts = clinicTierTexts.agreedFee

/** The agreed fee: "$99.00 a month". */
export function termsInWords(
  { policy, feeCents }: Omit<FeeAgreement, 'fromMonth'>,
  currency: string,
): string {
  if (feeCents === null) return texts.commission
  const fee = formatMoney(feeCents, currency)
  return policy === 'flat_member' ? texts.perMember(fee) : texts.perMonth(fee)
}

/** A month's flat fee; null under the commission or a tier. */
export function feeInWords({ policy, feeCents, currency }: StatementView): string | null {
  return policy === 'flat_month' || policy === 'flat_member'
    ? termsInWords({ policy, feeCents }, currency)
    : null
}
