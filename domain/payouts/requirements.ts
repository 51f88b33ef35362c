import { payoutTexts } from '../texts/payouts.ts'

/** docs/domain-rules.md rule 22 */

/** Patterns of Stripe's requirement names, specific before general. */
const meanings: readonly [RegExp, keyof typeof payoutTexts.requirements][] = [
  [/^external_account/, 'bankAccount'],
  [/^tos_acceptance/, 'terms'],
  [/verification\.(additional_)?document/, 'document'],
  [/\.(id_number|ssn_last_4)/, 'idNumber'],
  [/\.dob\./, 'dateOfBirth'],
  [/^(company|business_profile)\..*address/, 'businessAddress'],
  [/\.(registered_)?address/, 'homeAddress'],
  [/\.(email|phone)$/, 'contact'],
  [/\.(first_name|last_name|full_name_aliases|nationality|political_exposure|gender)/, 'personName'],
  [/^company\.(tax_id|registration_number|vat_id)/, 'taxNumber'],
  [/^company\.name/, 'businessName'],
  [/^(owners|directors|executives|representative|company\.(owners|directors|executives))/, 'people'],
  [/^business_profile\.(url|product_description|mcc)/, 'businessProfile'],
  [/^business_type/, 'businessType'],
]

/** Each once, in Stripe's order. Unknown names become "further details". */
export function requirementsInWords(names: readonly string[]): string[] {
  const words = names.map((name) => {
    const found = meanings.find(([pattern]) => pattern.test(name))
    return payoutTexts.requirements[found?.[1] ?? 'other']
  })
  return [...new Set(words)]
}

/** `none`: onboarding not started. */
export interface PayoutAccountView {
  state:
    | 'none'
    | 'created'
    | 'details_submitted'
    | 'charges_enabled'
    | 'payouts_enabled'
    | 'restricted'
    | 'disconnected'
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** Stripe's names. */
  requirementsDue: string[]
}
