import type { TestDatabase } from './database.ts'

export interface StoredMail {
  channel: 'mail' | 'sms'
  status: string
  template: string
  subject: string
  text_body: string
  html_body: string
  links: string[]
}

/**
 * Mails and text messages, the newest first. Test clocks do not run, so those of one instant are in the order of their
 * transactions.
 */
export function mailsTo(db: Pick<TestDatabase, 'asOwner'>, address: string): Promise<StoredMail[]> {
  return db.asOwner<StoredMail>(
    `select channel, status, template, subject, text_body, html_body, links from app.mails
      where to_address = $1 order by queued_at desc, xmin::text::bigint desc, ctid desc`,
    [address],
  )
}
