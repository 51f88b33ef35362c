import { queryOptions } from '@tanstack/react-query'
import type { CreditKind } from '#domain/credits/credits.ts'
import type { CreditReason, TakeBackReason } from '#domain/credits/inputs.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey, ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'

/** A payer's credit, in cents of the clinic's currency. */
export interface PersonCredit {
  /** Below zero it is added to the next invoice. */
  cents: number
  /** The credit that the clinic gave and no invoice has used. */
  unusedCents: number
  changes: {
    id: string
    kind: CreditKind
    amount_cents: number
    reason: CreditReason | TakeBackReason | null
    occurred_at: string
  }[]
}

const mostChanges = 100

export function personCreditQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'credit', patientId),
    queryFn: async ({ signal }): Promise<PersonCredit> => {
      const [customer, changes] = await Promise.all([
        rest
          .from('patient_customers')
          .select('credit_cents,unused_credit_cents')
          .eq('patient_id', patientId)
          .abortSignal(signal)
          .maybeSingle(),
        rest
          .from('credits')
          .select('id,kind,amount_cents,reason,occurred_at')
          .eq('patient_id', patientId)
          .order('occurred_at', { ascending: false })
          .order('place', { ascending: false })
          .limit(mostChanges)
          .abortSignal(signal),
      ])
      if (customer.error) throw customer.error
      if (changes.error) throw changes.error
      return {
        cents: customer.data?.credit_cents ?? 0,
        unusedCents: customer.data?.unused_credit_cents ?? 0,
        changes: changes.data as PersonCredit['changes'],
      }
    },
  })
}

/** The reader's own credit, in cents; below zero it is added to the next invoice. */
export function ownCreditQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: ownSubscriptionKey(clinic.subdomain, 'credit'),
    queryFn: async ({ signal }): Promise<number> => {
      const { data, error } = await rest
        .from('patient_customers')
        .select('credit_cents')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data?.credit_cents ?? 0
    },
  })
}
