import { AppError } from '#domain/errors.ts'
import { createFairShare } from './fair-share.ts'

/** Of a process' connections: the others remain for reads while commits wait for a stalled disk (docs/decisions/0106). */
const shareOfWrites = 0.7

export type InPlace = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs transactions whose commit waits for the disk, in order of arrival.
 * @param connections one alone is shared by all
 */
export function createWritePlaces(connections: number): InPlace {
  if (connections < 2) return (work) => work()
  const places = createFairShare({
    atOnce: Math.max(1, Math.floor(connections * shareOfWrites)),
    atOncePerKey: Number.POSITIVE_INFINITY,
    waitingPerKey: Number.POSITIVE_INFINITY,
    waiting: Number.POSITIVE_INFINITY,
    // as for a connection of the pool
    longestWaitMs: 10_000,
    refuse: () => new AppError('unavailable', { details: { retryAfterSeconds: 1 } }),
  })
  return (work) => places.run('', work)
}
