import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ClinicSecurity } from '#domain/clinics/clinic-security.ts'
import { action } from '#server/clinic/action.ts'
import { mayUseHealthData } from '#server/clinic/health-data.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Returns whether the clinic requires two-step sign-in, and whether the caller's session meets that.
 * @throws AppError `not_allowed` for callers who are not on the team
 */
export const clinicSecurity = action({
  name: 'clinic-security',
  input: z.object({}),
  access: 'sign-in-rule:read',
  system: 'whether there are patients is said before the second step',
  run: (tx, { clinicId }): Promise<ClinicSecurity> => readClinicSecurity(tx, clinicId),
})

export async function readClinicSecurity(tx: Tx, clinicId: string): Promise<ClinicSecurity> {
  const { rows } = await asSystem(tx, () =>
    sql<{ requires_mfa: boolean | null; has_patients: boolean }>`
      select (select s.requires_mfa from public.clinic_security s where s.clinic_id = ${clinicId}) as requires_mfa,
             exists (select from public.clinic_memberships m where m.clinic_id = ${clinicId} and m.role = 'patient')
             or exists (select from public.patients p where p.clinic_id = ${clinicId}) as has_patients`.execute(
      tx,
    ),
  )
  return {
    // a clinic without a row requires two steps
    requiresMfa: rows[0]?.requires_mfa ?? true,
    mayUseHealthData: await mayUseHealthData(tx),
    hasPatients: rows[0]?.has_patients ?? true,
  }
}
