import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './tool.ts'

export interface Counts {
  passed: number
  failed: number
}

/** @param args of vitest: folders, or `related` and files */
export async function vitest(args: string[]): Promise<Counts> {
  return withReport(async (report) => {
    const [command, ...rest] = args[0] === 'related' ? args : ['run', ...args]
    const { code } = await runTool('vitest', [
      command ?? 'run',
      ...rest,
      ...(command === 'related' ? ['--run', '--passWithNoTests'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ])
    const counts = readReport<{ numPassedTests: number; numFailedTests: number }>(report)
    return failedIf(code !== 0, counts && { passed: counts.numPassedTests, failed: counts.numFailedTests })
  })
}

/** Failing files that are run once more at most: what breaks more than these breaks in the same way. */
const mostTraced = 5

/**
 * The browser journeys, without traces, which cost a fifth of all their processor time. Files with failures run once more
 * with them, which changes no count: each page's DOM, requests and console at every step, in test-results/traced.
 */
export async function playwright(): Promise<Counts> {
  return withReport(async (report) => {
    rmSync('test-results', { recursive: true, force: true })
    const { code } = await runTool('@playwright/test', ['test'], { env: { CHECK_REPORT: report } })
    const { stats, suites = [] } = readReport<JourneyReport>(report) ?? {}
    const failing = suites.filter(hasFailure).map(({ file }) => `e2e/${file}`)
    if (failing.length) {
      await runTool('@playwright/test', ['test', ...failing.slice(0, mostTraced)], {
        env: { E2E_TRACE: 'test-results/traced' },
      })
    }
    return failedIf(code !== 0, stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky })
  })
}

interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: JourneySuite[]
}

/** A file, or a group of tests in it. */
interface JourneySuite {
  file: string
  specs: { ok: boolean }[]
  suites?: JourneySuite[]
}

function hasFailure({ specs, suites = [] }: JourneySuite): boolean {
  return specs.some(({ ok }) => !ok) || suites.some(hasFailure)
}

/** A run that broke outside a test (a file that does not load, an unhandled error) counts as one failure. */
function failedIf(isBroken: boolean, counts: Counts | null | undefined): Counts {
  if (!counts) return { passed: 0, failed: 1 }
  return { ...counts, failed: counts.failed || (isBroken ? 1 : 0) }
}

async function withReport<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'carefold-check-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport<Report>(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
