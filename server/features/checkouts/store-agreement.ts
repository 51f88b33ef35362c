import { agreementVersion, agreementWording } from '#domain/checkouts/agreement.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Offer } from './load-offer.ts'

type Agreed = Pick<
  Offer,
  | 'planId'
  | 'versionId'
  | 'patientId'
  | 'clinicName'
  | 'name'
  | 'includes'
  | 'excludes'
  | 'money'
  | 'maxPauseMonths'
  | 'leavingRefund'
  | 'place'
  | 'begins'
  | 'timeZone'
>

export function wordingOf(offer: Omit<Agreed, 'planId' | 'versionId' | 'patientId'>): string[] {
  const { clinicName: clinic, begins, timeZone, ...plan } = offer
  return agreementWording({ clinic, ...plan, beginsOn: begins && dateIn(begins, timeZone) })
}

/** Stores the agreed text verbatim. Idempotent per click. */
export async function storeAgreement(
  tx: Tx,
  ctx: ClinicCtx,
  offer: Agreed,
  { attempt, signedName }: { attempt: string; signedName: string },
): Promise<void> {
  const { planId, versionId, patientId, place } = offer
  await tx
    .insertInto('plan_agreements')
    .values({
      clinic_id: ctx.clinicId,
      patient_id: patientId,
      plan_id: planId,
      version_id: versionId,
      wording_version: agreementVersion(place),
      wording: wordingOf(offer).join('\n'),
      signed_name: signedName,
      signed_at: ctx.now(),
      attempt,
      actor_id: ctx.userId,
      request_id: ctx.caller.requestId,
    })
    .onConflict((conflict) =>
      conflict.columns(['clinic_id', 'patient_id', 'attempt', 'version_id']).doNothing(),
    )
    .execute()
}
