import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** Sent over a socket that only the server's account may open. */
export interface ControlRequest {
  copyDatabaseTo: string
}

type Answer = { ok: true } | { ok: false; message: string }

const longestRequest = 10_000

/** Unix limits a socket's path to 104 bytes on some systems. */
const longestPath = 100

/** The socket of a data folder; null if its path is too long. */
export function controlPath(dataDir: string): string | null {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\carefold-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`
  const path = join(dataDir, 'control.sock')
  return Buffer.byteLength(path) > longestPath ? null : path
}

/**
 * Listens for commands. Requires the folder's lock: it replaces a socket left by a killed server.
 * @returns a function that stops it
 */
export async function serveControl(
  dataDir: string,
  handle: (request: ControlRequest) => Promise<void>,
): Promise<() => Promise<void>> {
  const path = controlPath(dataDir)
  if (!path) return async () => {}
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.on('error', () => {})
    try {
      const text = await readAll(socket)
      await handle(JSON.parse(text) as ControlRequest)
      socket.end(JSON.stringify({ ok: true } satisfies Answer))
    } catch (error) {
      socket.end(JSON.stringify({ ok: false, message: (error as Error).message } satisfies Answer))
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/**
 * @returns false when no server listens there
 * @throws Error with the server's reason
 */
export async function askServer(dataDir: string, request: ControlRequest): Promise<boolean> {
  const path = controlPath(dataDir)
  if (!path) return false
  const socket = connect({ path, allowHalfOpen: true })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return false
    throw error
  }
  socket.end(JSON.stringify(request))
  const text = await readAll(socket)
  if (!text) throw new Error('the server ended before it had answered')
  const answer = JSON.parse(text) as Answer
  if (!answer.ok) throw new Error(answer.message)
  return true
}

/** Leaves the socket open for the answer. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
      if (text.length > longestRequest) reject(new Error('the request is too long'))
    })
    socket.once('end', () => resolve(text))
    socket.once('error', reject)
  })
}
