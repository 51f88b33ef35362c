import { OtherClinicError, type Transactions } from './platform/database/transactions.ts'

const mostKnown = 10_000

/**
 * Runs `work` with the id of a clinic, for statements that name it. Ids are cached for good: if a transaction entered another
 * clinic, `work` runs once more with that one.
 * @param subdomain null: no clinic
 */
export type WithClinicId = <T>(
  subdomain: string | null,
  work: (clinicId: string | null) => Promise<T>,
) => Promise<T>

export function createClinicIds(transactions: Pick<Transactions, 'withSystemStatement'>): WithClinicId {
  const known = new Map<string, string | null>()

  async function find(subdomain: string): Promise<string | null> {
    const sql = 'select id from public.clinics where subdomain = $1'
    const [row] = await transactions.withSystemStatement('clinic of a request', { sql, params: [subdomain] })
    return remember(subdomain, row ? String(row.id) : null)
  }

  function remember(subdomain: string, id: string | null): string | null {
    if (known.size >= mostKnown) known.delete(known.keys().next().value ?? '')
    known.set(subdomain, id)
    return id
  }

  return async (subdomain, work) => {
    if (subdomain === null) return work(null)
    try {
      const id = known.get(subdomain)
      return await work(id === undefined ? await find(subdomain) : id)
    } catch (error) {
      if (!(error instanceof OtherClinicError)) throw error
      return work(remember(subdomain, error.clinicId))
    }
  }
}
