import { hash as argon2Hash, verify as argon2Verify, type Options, parseOptions } from '@node-rs/argon2'
import { AppError } from '#domain/errors.ts'

// argon2id; the OWASP minimum: 19 MiB, two passes, one lane (auth-contract.md D7)
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

// hash of a password nobody has, at the same cost: what an unknown person is compared with (D3)
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$MvITM846QkuOYmHFL4kWnQ$Zee/OwJFwY8J9cAcuMCMDq9PJq+7KTTuUpievQgQLL8'

export interface PasswordHasher {
  /** @throws AppError `rate_limited` when the queue is full */
  hash(password: string): Promise<string>
  /**
   * Compares in the same time whether or not there is a hash.
   *
   * @param hash of the person; null: unknown, or no password set
   * @throws AppError `rate_limited` when the queue is full
   */
  verify(hash: string | null, password: string): Promise<boolean>
}

/**
 * Hashing in a bounded pool, so that a storm of sign-ins costs neither all memory nor all cores (threats.md
 * T20).
 *
 * @param atOnce hashes that run side by side; @param waiting how many more may queue
 */
export function createPasswordHasher({ atOnce = 2, waiting = 64 } = {}): PasswordHasher {
  let running = 0
  const queue: (() => void)[] = []

  async function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('rate_limited', { details: { queue: queue.length } })
      await new Promise<void>((resume) => queue.push(resume))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // the place goes straight to the next one, so nobody can slip in between
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => bounded(() => argon2Hash(password, cost)),
    verify: (hash, password) =>
      bounded(async () => {
        const isArgon2 = hash?.startsWith('$argon2') ?? false
        const matches = await argon2Verify(isArgon2 ? (hash as string) : dummyHash, password)
        return isArgon2 && matches
      }),
  }
}

/** Whether a stored hash was made at another cost than today's. */
export function needsRehash(hash: string): boolean {
  const stored = parseOptions(hash)
  return (
    stored.algorithm !== cost.algorithm ||
    stored.memoryCost !== cost.memoryCost ||
    stored.timeCost !== cost.timeCost ||
    stored.parallelism !== cost.parallelism
  )
}

/** This process's pool. */
export const passwordHasher = createPasswordHasher()

/**
 * Hashes a password for storing. Call it before a transaction is opened: it takes 20-40 ms, more in a queue.
 *
 * @throws AppError `rate_limited` when the queue is full
 */
export const hashPassword = passwordHasher.hash
