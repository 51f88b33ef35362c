import { sql } from 'kysely'
import { FhirProblem } from '#domain/fhir/problem.ts'
import type { FhirType } from '#domain/fhir/scopes.ts'
import { fhirTexts } from '#domain/texts/fhir.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import { asSystem, type Caller, type Tx } from '#server/platform/database/transactions.ts'
import { hashOfSecret } from './api-secret.ts'

/** A program as found in rows. */
export interface Program {
  clinicId: string
  timeZone: string
  resources: readonly FhirType[]
}

/** The caller of a request without a user; the host names the clinic. */
export type ProgramCaller = Pick<Caller, 'clinic' | 'requestId' | 'address'>

export const asVisitor = (caller: ProgramCaller): Caller => ({ userId: null, sessionId: null, ...caller })

/**
 * Runs `work` in one transaction with the rights of an API key: its resources of its clinic, read-only. Records the day of
 * its use. Errors in `work` roll back the record of reads too.
 * @param token a secret, or an access token of the token endpoint
 * @throws FhirProblem 401 for a token without a live key at this clinic, 404 without a clinic; AppError `rate_limited`
 */
export async function enterAsProgram<T>(
  { transactions, clock }: Pick<Services, 'transactions' | 'clock'>,
  caller: ProgramCaller,
  token: string,
  work: (tx: Tx, program: Program) => Promise<T>,
): Promise<T> {
  const now = clock.now()
  return transactions.withActor(asVisitor(caller), async (tx, { clinicId }) => {
    if (!clinicId) throw new FhirProblem(404, 'not-found', fhirTexts.problems.noClinic)
    const { rows } = await sql<{ key_id: string; resources: FhirType[]; is_first_today: boolean }>`
      select key_id, resources, is_first_today from app.enter_api_key(${hashOfSecret(token)}, ${now}::timestamptz)`.execute(
      tx,
    )
    const [key] = rows
    if (!key) throw new FhirProblem(401, 'login', fhirTexts.problems.badToken)
    const { time_zone: timeZone } = await tx
      .selectFrom('clinics')
      .select('time_zone')
      .where('id', '=', clinicId)
      .executeTakeFirstOrThrow()
    if (key.is_first_today) await recordUse(tx, clinicId, key.key_id, dateIn(now, timeZone))
    return work(tx, { clinicId, timeZone, resources: key.resources })
  })
}

async function recordUse(tx: Tx, clinicId: string, keyId: string, today: string): Promise<void> {
  await asSystem(tx, () =>
    sql`update public.api_keys set last_used_on = ${today}::date
         where clinic_id = ${clinicId} and id = ${keyId} and last_used_on is distinct from ${today}::date`.execute(
      tx,
    ),
  )
}
