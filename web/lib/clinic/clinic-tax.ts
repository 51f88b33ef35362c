import type { ClinicTaxRule } from '#domain/payouts/clinic-tax.ts'
import type { PlanKind } from '#domain/plans/plans.ts'
import { rest } from '../fetch/api.ts'

/** The tax on a clinic's plans, or null. Public: part of the price. */
export async function readClinicTax(clinicId: string, signal: AbortSignal): Promise<ClinicTaxRule | null> {
  const { data, error } = await rest
    .from('clinic_taxes')
    .select('name,rate_ppm,is_inclusive,plan_kind')
    .eq('clinic_id', clinicId)
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw error
  return (
    data && {
      name: data.name,
      ratePpm: data.rate_ppm,
      isInclusive: data.is_inclusive,
      planKind: data.plan_kind as PlanKind | null,
    }
  )
}
