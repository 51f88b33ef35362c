import { sql } from 'kysely'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface ConnectedClinic {
  clinicId: string
  account: string
  timeZone: string
}

/** The clinic of a connected account, the only link from an event to its clinic. Role `system`. */
export async function clinicOfAccount(tx: Tx, account: string): Promise<ConnectedClinic | undefined> {
  return connectedClinics(tx)
    .where('payout_accounts.clinic_id', '=', await clinicOf(tx, 'payout_account', account))
    .executeTakeFirst()
}

/** The clinic's account, also a disconnected one; undefined without one. Role `system`. */
export function accountOfClinic(
  tx: Tx,
  clinicId: string,
): Promise<(ConnectedClinic & { isDisconnected: boolean }) | undefined> {
  return connectedClinics(tx)
    .select(sql<boolean>`payout_accounts.disconnected_at is not null`.as('isDisconnected'))
    .where('clinics.id', '=', clinicId)
    .executeTakeFirst()
}

function connectedClinics(tx: Tx) {
  return tx
    .selectFrom('payout_accounts')
    .innerJoin('clinics', 'clinics.id', 'payout_accounts.clinic_id')
    .select(['clinics.id as clinicId', 'stripe_account as account', 'clinics.time_zone as timeZone'])
}
