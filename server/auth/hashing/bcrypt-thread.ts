import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

parentPort?.on('message', ({ id, hash, password }: { id: number; hash: string; password: string }) => {
  try {
    // $2x$ marks hashes of a PHP bug; they differ only for passwords with 8-bit characters
    const readable = hash.replace(/^\$2[xy]\$/, '$2b$')
    parentPort?.postMessage({ id, matches: bcrypt.compareSync(password, readable) })
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).message })
  }
})
