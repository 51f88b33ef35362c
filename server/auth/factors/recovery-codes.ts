import { createHash, randomInt } from 'node:crypto'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import type { FactorRow } from '../rows.ts'

const codeCount = 10
const codeLength = 16
// without similar characters: 31 characters, 79 bits per code
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ignores case, blanks and hyphens. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '')
}

/** Stores only hashes of the codes. */
export async function replaceRecoveryCodes(tx: Tx, factorId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode)
  await tx.deleteFrom('auth.mfa_recovery_codes').where('factor_id', '=', factorId).execute()
  await tx
    .insertInto('auth.mfa_recovery_codes')
    .values(codes.map((code) => ({ factor_id: factorId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

/** Including used codes. */
export async function recoveryFactorOf(tx: Tx, userId: string): Promise<FactorRow | null> {
  const factor = await tx
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('factor_type', '=', 'recovery_code')
    .executeTakeFirst()
  return factor ?? null
}

/** @param code normalized @returns whether it was an unused one */
export async function consumeRecoveryCode(
  tx: Tx,
  auth: Auth,
  { factorId, code }: { factorId: string; code: string },
): Promise<boolean> {
  const used = await tx
    .updateTable('auth.mfa_recovery_codes')
    .set({ used_at: auth.sessionClock.now() })
    .where('factor_id', '=', factorId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .returning('factor_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(
  tx: Tx,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  const rows = await tx
    .selectFrom('auth.mfa_recovery_codes')
    .select('used_at')
    .where('factor_id', '=', factorId)
    .execute()
  return { total: rows.length, remaining: rows.filter(({ used_at }) => used_at === null).length }
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Unsalted: 79 random bits cannot be guessed. */
function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
