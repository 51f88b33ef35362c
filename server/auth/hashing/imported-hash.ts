import { createCipheriv, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { parseOptions } from '@node-rs/argon2'
import { compareBcrypt } from './bcrypt.ts'

/** docs/contracts/auth.md 3.7, D7 */
export type HashKind = 'argon2' | 'bcrypt' | 'firebase-scrypt'

const scrypt = promisify<string, Buffer, number, object, Buffer>(scryptCallback)

const bcryptForm = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const firebaseForm =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,ss=([A-Za-z0-9+/]+=*))?,sk=([A-Za-z0-9+/]+=*)\$([A-Za-z0-9+/]+=*)\$([A-Za-z0-9+/]+=*)$/
const argon2Form =
  /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]{8,}\$[A-Za-z0-9+/]{16,}$/

// more expensive sign-ins would slow down other requests
const limits = { bcryptCost: 13, argon2KiB: 131_072, argon2Passes: 10, scryptPower: 16, scryptRounds: 16 }

/** Null for anything that cannot be compared. */
export function hashKind(hash: string): HashKind | null {
  if (bcryptForm.test(hash)) return 'bcrypt'
  if (firebaseForm.test(hash)) return 'firebase-scrypt'
  return argon2Form.test(hash) ? 'argon2' : null
}

/** Null when the hash can be imported. */
export function importProblem(hash: string): string | null {
  const kind = hashKind(hash)
  if (!kind) return 'Password hash must be bcrypt, argon2 or Firebase scrypt in its encoded form'
  if (isTooCostly(hash, kind)) return 'Password hash is too costly to compare at every sign-in'
  return null
}

function isTooCostly(hash: string, kind: HashKind): boolean {
  if (kind === 'bcrypt') return Number(bcryptForm.exec(hash)?.[1]) > limits.bcryptCost
  if (kind === 'firebase-scrypt') {
    const [, power, rounds, lanes] = (firebaseForm.exec(hash) ?? []).map(Number)
    const isSmall = (power ?? 0) >= 1 && (power ?? 0) <= limits.scryptPower
    return !isSmall || !rounds || rounds > limits.scryptRounds || lanes !== 1
  }
  const { memoryCost = 0, timeCost = 0 } = parseOptions(hash)
  return memoryCost > limits.argon2KiB || timeCost > limits.argon2Passes
}

export function compareImported(hash: string, password: string): Promise<boolean> {
  return hashKind(hash) === 'bcrypt' ? compareBcrypt(hash, password) : compareFirebase(hash, password)
}

/** The hash is the project's signer key, encrypted with the derived key. */
async function compareFirebase(hash: string, password: string): Promise<boolean> {
  const parts = firebaseForm.exec(hash)
  if (!parts) return false
  const [, power, rounds, lanes, separator = '', signerKey = '', salt = '', expected = ''] = parts
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  const cost = { N: 2 ** Number(power), r: Number(rounds), p: Number(lanes) }
  const salted = Buffer.concat([bytes(salt), bytes(separator)])
  const key = await scrypt(password, salted, 32, { ...cost, maxmem: 256 * cost.N * cost.r })
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const actual = Buffer.concat([cipher.update(bytes(signerKey)), cipher.final()])
  const wanted = bytes(expected)
  return actual.length === wanted.length && timingSafeEqual(actual, wanted)
}
