import { sql } from 'kysely'
import type { NoticeKind } from '#domain/notices/notices.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface Fact {
  clinicId: string
  kind: NoticeKind
  /** Id of the subject, of the kind that `compose-notice.ts` reads. */
  subjectId: string
  /** Unique among the kind's notices: a fact is mailed once. */
  key: string
}

/** Writes a notice and the job that mails it, in the fact's transaction (docs/decisions/0035). Role `system`. */
export async function writeNotice(
  tx: Tx,
  { clinicId, kind, subjectId, key }: Fact,
  now: Date,
): Promise<void> {
  await sql`select app.write_notice(${clinicId}::uuid, ${kind}, ${subjectId}, ${key}, ${now})`.execute(tx)
}
