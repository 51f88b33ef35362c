import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { BroadcastRow, Broadcasts } from '#domain/broadcasts/broadcasts.ts'
import type { Audience, Channel, Purpose, Reason } from '#domain/broadcasts/kinds.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { readChoices } from './audience.ts'
import { sendsTexts } from './require-texts.ts'

const mostListed = 30

/** Returns the newest messages to many with their results, and the plans, kinds of visits and providers to write to. */
export const broadcasts = action({
  name: 'broadcasts',
  input: z.object({}),
  access: 'messages:write',
  async run(tx, ctx): Promise<Broadcasts> {
    const { clinicId } = ctx
    const { plan: plans, visit: visits, provider: providers } = await readChoices(tx, clinicId)
    const rows = await tx
      .selectFrom('broadcasts')
      .select(['id', 'channel', 'purpose', 'audience', 'audience_name', 'subject', 'body', 'author_name'])
      .select(['status', 'created_at'])
      .where('clinic_id', '=', clinicId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(mostListed)
      .execute()
    const results = await asSystem(tx, () =>
      readResults(
        tx,
        clinicId,
        rows.map(({ id }) => id),
      ),
    )
    return {
      broadcasts: rows.map((row) => {
        const { reasons, ...counts } = results.get(row.id) ?? { ...nothing, reasons: null }
        return {
          ...{ id: row.id, subject: row.subject, body: row.body, author: row.author_name, ...counts },
          channel: row.channel as Channel,
          purpose: row.purpose as Purpose,
          status: row.status as BroadcastRow['status'],
          to: row.audience_name || broadcastTexts.audiences[row.audience as Audience],
          createdAt: row.created_at.toISOString(),
          withheld: reasons ?? {},
        }
      }),
      ...{ plans, visits, providers },
      sendsTexts: await sendsTexts(tx, ctx),
    }
  },
})

const nothing = { waiting: 0, sent: 0, left: 0, bounced: 0, gone: 0, complaints: 0, unsubscribed: 0 }

type Results = typeof nothing & { reasons: Partial<Record<Reason, number>> | null }

async function readResults(tx: Tx, clinicId: string, ids: string[]): Promise<Map<string, Results>> {
  const { rows } = await sql<Results & { id: string }>`
    select r.broadcast_id as id, r.waiting, r.sent, r."left", r.bounced, r.gone, r.complaints, r.unsubscribed, r.reasons
      from app.broadcast_results(${clinicId}, ${ids}::uuid[]) r`.execute(tx)
  return new Map(rows.map(({ id, ...results }) => [id, results]))
}
