import type { NoticeKind } from '#domain/notices/notices.ts'
import type { SenderClinic } from '#server/emails/brand.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface Notice {
  config: Config
  now: Date
  /** Whether the installation can send text messages. */
  hasSms: boolean
  clinicId: string
  kind: NoticeKind
  subjectId: string
  /** The fact, as in `app.notices`. */
  key: string
  noticedAt: Date
  /** Of a guardian's notice: the change of a visit, or of the visits of a series that changed together. */
  change?: { id: string } | { seriesId: string; kind: string } | null
  /** A reminder's visit, at the time that it was written for. */
  visit: { id: string; startsAt: Date } | null
}

export interface NoticeContext {
  tx: Tx
  notice: Notice
  clinic: SenderClinic
  page(path: string): string
}
