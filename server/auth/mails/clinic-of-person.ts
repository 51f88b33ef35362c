import type { Tx } from '#server/platform/database/transactions.ts'
import type { MailClinic } from '../redirects/redirects.ts'

/**
 * In whose name a mail to a person is written when the request does not tell: the only clinic they belong to.
 * Null for nobody's and for several clinics' people.
 */
export async function clinicOfPerson(tx: Tx, userId: string): Promise<MailClinic | null> {
  const clinics = await tx
    .selectFrom('clinic_memberships as m')
    .innerJoin('clinics as c', 'c.id', 'm.clinic_id')
    .select(['c.id', 'c.name', 'c.subdomain', 'c.color'])
    .distinct()
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .where('m.ended_at', 'is', null)
    .limit(2)
    .execute()
  return clinics.length === 1 ? (clinics[0] ?? null) : null
}
