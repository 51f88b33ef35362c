import { sql } from 'kysely'
import type { NoticeKind } from '#domain/notices/notices.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** A fact that somebody is to be mailed about. */
export interface Fact {
  clinicId: string
  kind: NoticeKind
  /** Id of what it is about, of the kind that `compose-notice.ts` reads. */
  subjectId: string
  /** Names the fact among those of its kind, for good; it is mailed once however often it is found. */
  key: string
}

/** Writes a notice and the job that mails it, in the transaction of the fact (docs/decisions/0035). Role `system`. */
export async function writeNotice(
  tx: Tx,
  { clinicId, kind, subjectId, key }: Fact,
  now: Date,
): Promise<void> {
  await sql`select app.write_notice(${clinicId}::uuid, ${kind}, ${subjectId}, ${key}, ${now})`.execute(tx)
}
