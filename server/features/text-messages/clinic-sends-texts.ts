import type { Tx } from '#server/platform/database/transactions.ts'
import { clinicHas } from '../clinic-tier/tier-features.ts'

/** Whether the installation and the clinic's tier can send text messages. Role `system`. */
export async function clinicSendsTexts(
  tx: Tx,
  { clinicId, hasSms, now }: { clinicId: string; hasSms: boolean; now: Date },
): Promise<boolean> {
  return hasSms && (await clinicHas(tx, clinicId, 'text_messages', now))
}
