import type { Selectable } from 'kysely'
import type { AppSsoDomains } from '#db/types.generated.ts'
import { AppError } from '#domain/errors.ts'
import {
  type DomainAnswer,
  domainGraceDays,
  proofRecord,
  type SsoDomainView,
} from '#domain/single-sign-on/domains.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { DnsUnanswered } from '#server/platform/dns.ts'

export type SsoDomainRow = Selectable<AppSsoDomains>

/** A failed lookup may be the server's own problem, so admins are notified after this time. */
const unansweredDays = 3

export function domainViewOf(row: SsoDomainRow): SsoDomainView {
  return {
    domain: row.domain,
    state: row.proven_at ? 'proven' : row.lost_at ? 'lost' : 'waiting',
    record: proofRecord(row.domain, row.token),
    checkedAt: row.checked_at?.toISOString() ?? null,
    stopsAt: row.missing_since ? after(row.missing_since, domainGraceDays).toISOString() : null,
  }
}

/** Looks up the record that proves a domain. Call it outside of transactions. */
export async function lookUpProof(
  { dns, config }: Pick<Services, 'dns' | 'config'>,
  { domain, token }: Pick<SsoDomainRow, 'domain' | 'token'>,
): Promise<DomainAnswer> {
  if (config.acceptsTestDomains && domain.endsWith('.test')) return 'found'
  const { name, value } = proofRecord(domain, token)
  try {
    const texts = await dns.texts(name)
    return texts.some((text) => text.trim() === value) ? 'found' : 'absent'
  } catch (error) {
    if (error instanceof DnsUnanswered) return 'unanswered'
    throw error
  }
}

/**
 * Stores the result of a lookup: proves a domain, starts or ends its grace, or revokes the proof and notifies the
 * admins. Run it within `retryIfTaken`: two clinics may prove a domain at once. Role `system`.
 * @param looked the row before the lookup; a token that has changed since proves nothing
 * @throws AppError `not_found` when no provider of the clinic has the domain any longer; `sso_domain_taken`
 */
export async function storeAnswer(
  tx: Tx,
  { notices, clock }: Pick<Services, 'notices' | 'clock'>,
  looked: Pick<SsoDomainRow, 'clinic_id' | 'domain' | 'token'>,
  answer: DomainAnswer,
): Promise<SsoDomainRow> {
  const { clinic_id: clinicId, domain } = looked
  const now = clock.now()
  const row = await tx
    .selectFrom('app.sso_domains')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('domain', '=', domain)
    .where('token', '=', looked.token)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const subject = { type: 'sso_domain', id: domain }
  const change = await changeBy(tx, row, answer, now)
  const stored = await tx
    .updateTable('app.sso_domains')
    .set({ ...change, checked_at: now })
    .where('clinic_id', '=', clinicId)
    .where('domain', '=', domain)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (stored.proven_at && !row.proven_at) await audit(tx, 'sso_domain.proven', subject, {}, clinicId)
  if (stored.lost_at && !row.lost_at) {
    await audit(tx, 'sso_domain.lost', subject, {}, clinicId)
    const key = `${domain}:${stored.lost_at.toISOString()}`
    await notices.notifyAdmins(tx, { clinicId, kind: 'sso_domain_lost', key })
  }
  const { missing_since: since } = stored
  if (since && (answer === 'absent' || after(since, unansweredDays) <= now)) {
    const key = `${domain}:${since.toISOString()}`
    await notices.notifyAdmins(tx, { clinicId, kind: 'sso_domain_missing', key })
  }
  return stored
}

async function changeBy(
  tx: Tx,
  row: SsoDomainRow,
  answer: DomainAnswer,
  now: Date,
): Promise<Partial<Pick<SsoDomainRow, 'proven_at' | 'missing_since' | 'lost_at'>>> {
  if (answer === 'found') {
    if (row.proven_at) return { missing_since: null }
    const holder = await tx
      .selectFrom('app.clinic_keys')
      .select('leads_to')
      .where('kind', '=', 'sso_domain')
      .where('id', '=', row.domain)
      .executeTakeFirst()
    if (holder) throw new AppError('sso_domain_taken')
    return { proven_at: now, lost_at: null }
  }
  if (!row.proven_at) return {}
  const since = row.missing_since ?? now
  if (after(since, domainGraceDays) > now) return { missing_since: since }
  return { proven_at: null, missing_since: null, lost_at: now }
}

const after = (instant: Date, days: number) => new Date(instant.getTime() + days * dayMs)
