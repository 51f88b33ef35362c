import type { Transactions, Tx } from '../database/transactions.ts'

/**
 * Changes rows of many clinics, each clinic's in a separate transaction whose statements name it: only the search reads the
 * tables of all clinics, and it locks nothing (docs/decisions/0207).
 * @param find reads the clinics with something to change, each possibly several times
 * @returns the sum of what `change` returns
 */
export async function clinicByClinic(
  { transactions, purpose }: { transactions: Transactions; purpose: string },
  find: (tx: Tx) => Promise<{ clinic_id: string }[]>,
  change: (tx: Tx, clinicId: string) => Promise<number | bigint>,
): Promise<number> {
  const found = await transactions.withSystem(purpose, find)
  let sum = 0
  for (const clinicId of new Set(found.map(({ clinic_id: id }) => id)))
    sum += Number(await transactions.withSystem(purpose, (tx) => change(tx, clinicId), { clinicId }))
  return sum
}
