import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface ServerProcess {
  name: string
  pid: number
  port: number
  /** @returns the next line that the process prints */
  ask(line: string): Promise<string>
  stop(): Promise<void>
}

const startMs = 120_000

/**
 * Runs a script that prints `listening PORT` once it listens, and exits when its standard input ends.
 *
 * @param settings its whole environment except PATH
 */
export function startServerProcess(
  name: string,
  script: URL,
  settings: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script.pathname], {
    // Its input ends with this process, even if that is killed, and the server exits.
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '', ...settings },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${name} does not listen after ${startMs / 1000} s`))
    }, startMs)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} ended at once, with code ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      const port = /listening (\d+)/.exec(chunk.toString())?.[1]
      if (!port || child.pid === undefined) return
      clearTimeout(timer)
      const stop = async () => {
        child.kill('SIGTERM')
        await ended
      }
      const ask = async (line: string) => {
        child.stdin.write(`${line}\n`)
        const [printed] = (await once(child.stdout, 'data')) as [Buffer]
        return printed.toString()
      }
      resolve({ name, pid: child.pid, port: Number(port), ask, stop })
    })
  })
}
