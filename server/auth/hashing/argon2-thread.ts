import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { Argon2Task } from './argon2-task.ts'

// the lowest priority
const niceness = 19

try {
  // only Linux has priorities per thread; the thread id replaces the process id
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, niceness)
} catch {
  // other systems have no priorities per thread
}

parentPort?.on('message', (task: Argon2Task) => {
  try {
    const result =
      task.kind === 'hash' ? hashSync(task.password, task.cost) : verifySync(task.hash, task.password)
    parentPort?.postMessage({ result })
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message })
  }
})
