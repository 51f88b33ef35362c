import type { PGlite } from '@electric-sql/pglite'

/** @returns the answer, copied */
export async function exchangeWith(pglite: PGlite, bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  // PGlite's own exchange would also parse every message of the answer
  await pglite.execProtocolRawStream(bytes, {
    // PGlite reuses this memory for the next part
    onRawData: (part) => void parts.push(part.slice()),
  })
  const [first] = parts
  return parts.length === 1 && first ? first : joined(parts)
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
