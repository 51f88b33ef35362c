import { useQuery } from '@tanstack/react-query'
import { sellingProblem } from '#domain/plans/plans.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { useClinicSlug } from '#web/lib/current-clinic.ts'
import { payoutAccountQuery } from './queries.ts'

/**
 * Why the clinic cannot sell plans yet, as a sentence; null when it can, and also while loading or after a failed read:
 * the server decides in any case.
 *
 * @param isAsked false for people who may not see the payout account
 */
export function useSellingProblem(isAsked: boolean): string | null {
  const { data, isSuccess } = useQuery({ ...payoutAccountQuery(useClinicSlug()), enabled: isAsked })
  if (!isSuccess) return null
  const problem = sellingProblem(data && { chargesEnabled: data.charges_enabled })
  return problem && errorTexts[problem]
}
