import { AppError } from '#domain/errors.ts'
import type { AdjustableClock } from '../platform/clock.ts'
import type { Transactions } from '../platform/database/transactions.ts'

const settingName = 'clock_offset_ms'

/** In milliseconds. */
export async function storedClockOffset(transactions: Transactions): Promise<number> {
  const row = await transactions.withSystem('development clock', (tx) =>
    tx.selectFrom('app.settings').select('value').where('name', '=', settingName).executeTakeFirst(),
  )
  return Number(row?.value ?? 0)
}

/**
 * `/dev/clock`: GET reads the clock that the app and the payment sandbox share, POST `{"advance":"P1M"}` moves it. The POST
 * answers after all due work: renewals, webhooks, month closes. `failed` lists failures, which are retried later.
 */
export function clockRoute(options: {
  clock: AdjustableClock
  transactions: Transactions
  onMoved: () => Promise<string[]>
}) {
  const { clock, transactions, onMoved } = options
  const answer = (failed?: string[]) =>
    Response.json({ now: clock.now().toISOString(), offsetMs: clock.offsetMs, ...(failed && { failed }) })
  return {
    path: '/dev/clock',
    async handle(request: Request): Promise<Response> {
      if (request.method === 'GET') return answer()
      if (request.method !== 'POST')
        return new Response(null, { status: 405, headers: { Allow: 'GET, POST' } })
      const body: { advance?: unknown } = await request.json().catch((error: unknown) => {
        if (error instanceof AppError) throw error
        return {}
      })
      if (typeof body.advance !== 'string') return problem('Send {"advance": "P1M"}: an ISO 8601 duration.')
      try {
        clock.advance(body.advance)
      } catch (error) {
        return problem((error as Error).message)
      }
      await transactions.withSystem('development clock', (tx) =>
        tx
          .insertInto('app.settings')
          .values({ name: settingName, value: String(clock.offsetMs) })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(clock.offsetMs) }))
          .execute(),
      )
      return answer(await onMoved())
    },
  }
}

function problem(message: string): Response {
  return Response.json({ code: 'invalid_input', message }, { status: 400 })
}
