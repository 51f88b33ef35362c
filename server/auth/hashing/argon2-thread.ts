import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { Argon2Task } from './argon2.ts'

// behind everything else that this machine has to do
const niceness = 19

try {
  // Linux alone gives threads a priority of their own; there a thread is told by its own number
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, niceness)
} catch {
  // elsewhere hashes take their turn with the rest
}

/** The thread behind `hashArgon2` and `compareArgon2`: one task after the other. */
parentPort?.on('message', (task: Argon2Task) => {
  try {
    const result =
      task.kind === 'hash' ? hashSync(task.password, task.cost) : verifySync(task.hash, task.password)
    parentPort?.postMessage({ result })
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message })
  }
})
