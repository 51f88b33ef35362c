import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const pageBytes = 8_192
const pauseMs = 3

/**
 * Writes pages to a file one after another, like a transaction log: the minimum time of a commit.
 *
 * @param folder on the measured disk
 * @returns milliseconds of each flush, in ascending order
 */
export async function flushTimes(folder: string, seconds: number): Promise<number[]> {
  const path = join(folder, 'flushed')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(pageBytes)
  const times: number[] = []
  try {
    const endsAt = performance.now() + seconds * 1_000
    while (performance.now() < endsAt) {
      const since = performance.now()
      writeSync(file, page)
      fdatasyncSync(file)
      times.push(performance.now() - since)
      await wait(pauseMs)
    }
  } finally {
    closeSync(file)
    rmSync(path)
  }
  return times.sort((one, other) => one - other)
}
