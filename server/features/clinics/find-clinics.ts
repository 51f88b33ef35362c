import { sql } from 'kysely'
import { type FoundClinic, findClinicsInput } from '#domain/clinics/clinics.ts'
import { outwardAction } from '#server/clinic/action.ts'
import type { Transactions } from '#server/platform/database/transactions.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { limitCalls } from './limit-calls.ts'

/**
 * Finds a clinic for a patient without a link: open clinics by part of their name, any clinic by its full web address,
 * on all nodes. Public; returns at most 8, and calls are limited by network, so that a caller cannot list all clinics.
 * @throws AppError `rate_limited`
 */
export const findClinics = outwardAction({
  name: 'find-clinics',
  input: findClinicsInput,
  access: 'anyone',
  async run(ctx, { text }): Promise<{ clinics: FoundClinic[] }> {
    const key = networkKey(ctx.caller.address)
    await limitCalls(ctx, { bucket: 'find-clinics', key, burst: 30, perSeconds: 2 })
    const { transactions } = ctx
    const others = ctx.everyNode?.().filter((node) => node !== transactions) ?? []
    const [own, ...more] = await Promise.all([
      findIn(transactions, text),
      // a node that is down must not end the search
      ...others.map((node) => findIn(node, text).catch(() => [])),
    ])
    return { clinics: [...(own ?? []), ...more.flat()].slice(0, mostFound) }
  },
})

const mostFound = 8

async function findIn(node: Pick<Transactions, 'withSystem'>, text: string): Promise<FoundClinic[]> {
  const { rows } = await node.withSystem('find-clinics', (tx) =>
    sql<FoundClinic>`select name, subdomain from app.find_clinics(${text})`.execute(tx),
  )
  return rows
}
