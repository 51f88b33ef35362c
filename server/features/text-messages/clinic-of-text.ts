import type { Tx } from '#server/platform/database/transactions.ts'

/** Found before anything is locked: a job or report names the text alone. Role `system`. */
export async function clinicOfText(tx: Tx, textId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('app.text_messages')
    .select('clinic_id')
    .where('id', '=', textId)
    .executeTakeFirst()
  return row?.clinic_id
}
