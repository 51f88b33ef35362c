import { type Options, parseOptions } from '@node-rs/argon2'
import { compareArgon2, hashArgon2 } from './argon2.ts'
import { createBoundedPool } from './bounded-pool.ts'
import { compareImported, hashKind } from './imported-hash.ts'

export interface HashCost {
  options: Required<Pick<Options, 'algorithm' | 'memoryCost' | 'timeCost' | 'parallelism'>>
  /** Hash of a password no account has, for unknown people (docs/contracts/auth.md D3). */
  dummyHash: string
}

// argon2id at the OWASP minimum: 19 MiB, two passes, one lane (docs/contracts/auth.md D7)
const productCost: HashCost = {
  options: { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  dummyHash:
    '$argon2id$v=19$m=19456,t=2,p=1$MvITM846QkuOYmHFL4kWnQ$Zee/OwJFwY8J9cAcuMCMDq9PJq+7KTTuUpievQgQLL8',
}

export interface PasswordHasher {
  /** @throws AppError `rate_limited` when the queue is full */
  hash(password: string): Promise<string>
  /**
   * Takes the same time whether or not there is a hash.
   * @param hash null: unknown person, or no password set
   * @throws AppError `rate_limited` when the queue is full
   */
  verify(hash: string | null, password: string): Promise<boolean>
  /** docs/contracts/auth.md D7 */
  needsRehash(hash: string): boolean
  /**
   * Refuses the excess of a storm before its first query.
   * @throws AppError `rate_limited` at once when every place is taken
   */
  admit<T>(work: () => Promise<T>): Promise<T>
}

/** Replaced in tests. */
export interface HashFunctions {
  hash(password: string): Promise<string>
  /** @param hash of one of the kinds of imported-hash.ts */
  compare(hash: string, password: string): Promise<boolean>
}

function argon2At({ options }: HashCost): HashFunctions {
  return {
    hash: (password) => hashArgon2(password, options),
    compare: (hash, password) =>
      hashKind(hash) === 'argon2' ? compareArgon2(hash, password) : compareImported(hash, password),
  }
}

/**
 * Protects memory and cores in a storm of sign-ins (docs/threats.md T20).
 * @param atOnce concurrent hashes
 * @param waiting how many more may queue
 */
export function createPasswordHasher({
  atOnce = 2,
  waiting = 64,
  cost = productCost,
  functions = argon2At(cost),
}: {
  atOnce?: number
  waiting?: number
  /** Lower only where no real password is hashed. */
  cost?: HashCost
  functions?: HashFunctions
} = {}): PasswordHasher {
  const pool = createBoundedPool({ atOnce, waiting })
  const admission = createBoundedPool({ atOnce: atOnce + waiting, waiting: 0 })
  return {
    admit: (work) => admission.run(work),
    hash: (password) => pool.run(() => functions.hash(password.normalize('NFKC'))),
    verify: (hash, password) =>
      pool.run(async () => {
        const isKnownKind = hash !== null && hashKind(hash) !== null
        const compared = isKnownKind ? hash : cost.dummyHash
        // as typed: older hashes and imported ones (docs/contracts/auth.md D7)
        for (const form of new Set([password.normalize('NFKC'), password]))
          if ((await functions.compare(compared, form)) && isKnownKind) return true
        return false
      }),
    needsRehash: (hash) => hashKind(hash) !== 'argon2' || !isAtCost(hash, cost),
  }
}

function isAtCost(hash: string, { options }: HashCost): boolean {
  const stored = parseOptions(hash)
  return (
    stored.algorithm === options.algorithm &&
    stored.memoryCost === options.memoryCost &&
    stored.timeCost === options.timeCost &&
    stored.parallelism === options.parallelism
  )
}

export const passwordHasher = createPasswordHasher()

/**
 * Call it outside of transactions: it takes 20-40 ms, more in a queue.
 * @throws AppError `rate_limited` when the queue is full
 */
export const hashPassword = passwordHasher.hash
