import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

/** The thread behind `compareBcrypt`: one comparison after the other. */
parentPort?.on('message', ({ id, hash, password }: { id: number; hash: string; password: string }) => {
  try {
    // $2x$ marks hashes of an old PHP defect; for passwords without high bits they are the same
    const readable = hash.replace(/^\$2[xy]\$/, '$2b$')
    parentPort?.postMessage({ id, matches: bcrypt.compareSync(password, readable) })
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).message })
  }
})
