import { queryOptions } from '@tanstack/react-query'
import type { ClinicTaxRule } from '#domain/payouts/clinic-tax.ts'
import { readClinicTax } from '#web/lib/clinic/clinic-tax.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** The state of a clinic's payout account (docs/payments.md 4, docs/domain-rules.md rule 22). */
export type PayoutState =
  | 'created'
  | 'details_submitted'
  | 'charges_enabled'
  | 'payouts_enabled'
  | 'restricted'
  | 'disconnected'

/** The clinic's row of `payout_accounts`. `requirements_*` are Stripe's names of missing details. */
export interface PayoutAccount {
  state: PayoutState
  charges_enabled: boolean
  requirements_due: string[]
  requirements_past_due: string[]
  /** null until Stripe reports it */
  merchant_code: string | null
  /** Whether the clinic wants bank debits, and Stripe's state of them. */
  bank_debits: boolean
  bank_debit_capability: string | null
}

/** The payout account; null before onboarding. Admins only. */
export function payoutAccountQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'payout-account'),
    queryFn: async ({ signal }): Promise<PayoutAccount | null> => {
      const { data, error } = await rest
        .from('payout_accounts')
        .select(
          'state,charges_enabled,requirements_due,requirements_past_due,merchant_code,bank_debits,bank_debit_capability',
        )
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data
    },
  })
}

export type CurrentTax = ClinicTaxRule

/** The tax on the clinic's plans, or null. Public: part of the price. */
export function clinicTaxQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'clinic-tax'),
    queryFn: ({ signal }) => readClinicTax(clinic.id, signal),
  })
}
