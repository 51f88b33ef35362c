import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const pageBytes = 8_192
const pauseMs = 3

/**
 * Writes pages to a file of its own, one after the other, as a log of transactions does. A commit waits at least that long.
 *
 * @param folder on the disk that is meant
 * @returns milliseconds until each was on the disk, in ascending order
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
