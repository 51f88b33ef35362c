import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ClinicSecurity } from '#domain/clinics/clinic-security.ts'
import { action } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { mayUseHealthData } from '#server/platform/health-data.ts'

/**
 * How the clinic's team has to sign in, and whether the caller's session is enough for patient data.
 *
 * @throws AppError `not_allowed` unless the actor may `clinic:read`
 */
export const clinicSecurity = action({
  name: 'clinic-security',
  input: z.object({}),
  access: 'clinic:read',
  async run(tx, { clinicId }): Promise<ClinicSecurity> {
    const { rows } = await asSystem(tx, () =>
      sql<{ requires_mfa: boolean }>`
        select requires_mfa from public.clinic_security where clinic_id = ${clinicId}`.execute(tx),
    )
    return {
      // a clinic without a row requires two steps
      requiresMfa: rows[0]?.requires_mfa ?? true,
      mayUseHealthData: await mayUseHealthData(tx),
    }
  },
})
