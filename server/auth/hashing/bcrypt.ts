import { Worker } from 'node:worker_threads'

interface Answer {
  id: number
  matches?: boolean
  error?: string
}

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, { resolve(matches: boolean): void; reject(error: Error): void }>()

/** Bcrypt in JavaScript would block all requests for a tenth of a second. */
export function compareBcrypt(hash: string, password: string): Promise<boolean> {
  const thread = running()
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // an idle thread must not keep the process alive
    thread.ref()
    thread.postMessage({ id, hash, password })
  })
}

function running(): Worker {
  if (worker) return worker
  const started = new Worker(new URL('./bcrypt-thread.ts', import.meta.url))
  started.on('message', (answer: Answer) => {
    const caller = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) started.unref()
    if (answer.error === undefined) caller?.resolve(answer.matches ?? false)
    else caller?.reject(new Error(answer.error))
  })
  const end = (cause: unknown) => {
    if (worker === started) worker = undefined
    for (const { reject } of waiting.values()) reject(new Error('the bcrypt thread has ended', { cause }))
    waiting.clear()
  }
  started.on('error', end)
  started.on('exit', end)
  started.unref()
  worker = started
  return started
}
