import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'
import type { Argon2Task } from './argon2-task.ts'

/**
 * Low-priority threads, because a storm of sign-ins would otherwise quadruple the 99th percentile of other requests on two
 * cores.
 */
export function hashArgon2(password: string, cost: Options): Promise<string> {
  return inThread<string>({ kind: 'hash', password, cost })
}

/** Compares at the cost that the hash names. */
export function compareArgon2(hash: string, password: string): Promise<boolean> {
  return inThread<boolean>({ kind: 'compare', hash, password })
}

const idle: Worker[] = []

function inThread<T>(task: Argon2Task): Promise<T> {
  const thread = idle.pop() ?? start()
  // an idle thread must not keep the process alive
  thread.ref()
  return new Promise((resolve, reject) => {
    const ended = (cause: unknown) => reject(new Error('the argon2 thread has ended', { cause }))
    thread.once('error', ended)
    thread.once('exit', ended)
    thread.once('message', ({ result, error }: { result: T; error?: string }) => {
      thread.off('error', ended)
      thread.off('exit', ended)
      thread.unref()
      idle.push(thread)
      if (error === undefined) resolve(result)
      else reject(new Error(error))
    })
    thread.postMessage(task)
  })
}

function start(): Worker {
  const thread = new Worker(new URL('./argon2-thread.ts', import.meta.url))
  const forget = () => {
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
  }
  thread.on('error', forget)
  thread.on('exit', forget)
  return thread
}
