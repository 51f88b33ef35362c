import { createHash } from 'node:crypto'

/** Whether a patient is in the half that sees receipts: the same at every receipt, and for everybody who computes it. */
export function isInShownHalf(clinicId: string, patientId: string): boolean {
  const [first = 0] = createHash('sha256').update(`${clinicId}:${patientId}`).digest()
  return first % 2 === 0
}
