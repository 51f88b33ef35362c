import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Outcome {
  code: number
  output: string
}

/** Compiled code for the processes of all checks, including those that tests start (docs/decisions/0140). */
const compiled = join(root, '.build/node')

const running = new Set<ChildProcess>()

/**
 * Runs a Node program.
 * @param program a file, or the name of a package with one command
 * @param options.keepOutput returns the output instead of printing it
 */
export function runTool(
  program: string,
  args: string[],
  options: { keepOutput?: boolean; env?: Record<string, string> } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [pathOf(program), ...args], {
      cwd: root,
      stdio: options.keepOutput ? 'pipe' : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...options.env },
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const end = (code: number | null) => {
      running.delete(child)
      resolve({ code: code ?? 1, output })
    }
    child.on('error', () => end(1))
    child.on('close', end)
  })
}

export function endTools(): void {
  for (const child of running) child.kill()
}

function pathOf(program: string): string {
  if (program.endsWith('.ts')) return program
  // not through PATH: npm's commands on Windows need a shell
  const folder = `${root}node_modules/${program}/`
  const { bin } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  const [command] = typeof bin === 'string' ? [bin] : Object.values<string>(bin)
  return `${folder}${command}`
}
