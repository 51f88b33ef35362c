import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// `npm test`: every check there is, in one run, ending in one line `N passed, N failed`.
// `npm test -- database` runs only what needs a database (again, on the Postgres of TEST_DATABASE_URL).

const only = process.argv[2]
const reports = mkdtempSync(join(tmpdir(), 'carefold-check-'))
// with a slash: 'db' alone would also mean sandbox
const databaseFolders = ['db/', 'server/']

interface Counts {
  passed: number
  failed: number
}

interface Check {
  name: string
  run(): Promise<Counts>
}

const checks: Check[] = [
  tool('type check', 'tsc', ['-p', '.']),
  tool('lint and format', 'biome', ['ci', '--error-on-warnings', '.']),
  tool('schema and types are up to date', 'node', ['scripts/dump-schema.ts', '--check']),
  { name: 'unit, database and contract tests', run: () => vitest([]) },
  { name: 'browser journeys', run: playwright },
]

const selected =
  only === 'database' ? [{ name: 'database tests', run: () => vitest(databaseFolders) }] : checks
const total: Counts = { passed: 0, failed: 0 }
for (const check of selected) {
  const startedAt = Date.now()
  const counts = await check.run()
  total.passed += counts.passed
  total.failed += counts.failed
  say(
    `${counts.failed ? 'FAILED' : 'ok'}  ${check.name} (${counts.passed} passed, ${counts.failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s)`,
  )
}
rmSync(reports, { recursive: true, force: true })
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed || !total.passed ? 1 : 0

function tool(name: string, command: string, args: string[]): Check {
  return {
    name,
    run: async () =>
      (await execute(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  }
}

async function vitest(folders: string[]): Promise<Counts> {
  const report = join(reports, 'vitest.json')
  const code = await execute('vitest', [
    'run',
    ...folders,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const counts = readReport<{ numPassedTests: number; numFailedTests: number }>(report)
  // a run that broke outside a test (a file that does not load, an unhandled error) fails too
  return counts
    ? { passed: counts.numPassedTests, failed: counts.numFailedTests || (code === 0 ? 0 : 1) }
    : { passed: 0, failed: 1 }
}

async function playwright(): Promise<Counts> {
  const report = join(reports, 'playwright.json')
  rmSync('test-results', { recursive: true, force: true })
  const code = await execute('playwright', ['test'], { CHECK_REPORT: report })
  const counts = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(report)
  if (!counts) return { passed: 0, failed: 1 }
  const failed = counts.stats.unexpected + counts.stats.flaky
  return { passed: counts.stats.expected, failed: failed || (code === 0 ? 0 : 1) }
}

function readReport<Report>(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function execute(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
