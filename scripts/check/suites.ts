import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { freePorts } from '../free-port.ts'
import { isBusy, slowFiles, type TimedFile } from './slow-files.ts'
import { root, runTool } from './tool.ts'

export interface Counts {
  passed: number
  failed: number
}

/** More failing files than these have one cause, which repeating them does not explain (docs/decisions/0104). */
const mostRepeated = 6

/** A server and its metrics for each of two workers (e2e/support/product.ts). */
const portsOfJourneys = 4

/** @param args of vitest: folders, or `related` and files */
export async function vitest(args: string[]): Promise<Counts> {
  const [command, ...rest] = args[0] === 'related' ? args : ['run', ...args]
  const options = command === 'related' ? ['--run', '--passWithNoTests'] : []
  return repeated(
    await runVitest([command ?? 'run', ...rest, ...options]),
    async (files) => (await runVitest(['run', ...files])).counts,
  )
}

/**
 * The browser journeys, without traces, which cost a fifth of all their processor time. Files with failures run once more
 * with them: each page's DOM, requests and console at every step, in test-results/traced.
 */
export async function playwright(): Promise<Counts> {
  rmSync('test-results', { recursive: true, force: true })
  return repeated(
    await runPlaywright([], {}),
    async (files) => (await runPlaywright(files, { E2E_TRACE: 'test-results/traced' })).counts,
  )
}

export interface SuiteRun {
  counts: Counts
  failing: string[]
}

/**
 * Repeats failing files and names those that pass alone: FLAKY. They fail the run all the same, except where
 * `CHECK_FLAKY=report` says that other work shares the machine.
 */
export async function repeated(
  { counts, failing }: SuiteRun,
  again: (files: string[]) => Promise<Counts>,
): Promise<Counts> {
  // a failure outside a file, which nothing repeats
  if (failing.length === 0 || failing.length > mostRepeated) return counts
  process.stdout.write(`once more, alone: ${failing.join(' ')}\n`)
  const second = await again(failing)
  if (second.failed > 0) return counts
  process.stdout.write(`FLAKY  ${counts.failed} failed once and passed alone: ${failing.join(' ')}\n`)
  return process.env.CHECK_FLAKY === 'report' ? { passed: counts.passed + counts.failed, failed: 0 } : counts
}

async function runVitest(args: string[]): Promise<SuiteRun> {
  return withReport(async (path) => {
    const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
    const { code } = await runTool('vitest', [...args, ...options])
    const report = readReport<VitestReport>(path)
    const tooSlow = reportSlowFiles(
      (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
        file: relative(root, name),
        seconds: (endTime - startTime) / 1_000,
      })),
    )
    return {
      counts: failedIf(
        code !== 0,
        report && { passed: report.numPassedTests, failed: report.numFailedTests + tooSlow },
      ),
      failing: (report?.testResults ?? [])
        .filter(({ status }) => status === 'failed')
        .map(({ name }) => relative(root, name)),
    }
  })
}

async function runPlaywright(files: string[], env: Record<string, string>): Promise<SuiteRun> {
  return withReport(async (path) => {
    const { code } = await runTool('@playwright/test', ['test', ...files], {
      env: { ...env, CHECK_REPORT: path, E2E_PORT: String(await freePorts(portsOfJourneys)) },
    })
    const { stats, suites = [] } = readReport<JourneyReport>(path) ?? {}
    reportSlowJourneys(suites)
    return {
      counts: failedIf(
        code !== 0,
        stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky },
      ),
      failing: suites.filter(hasFailure).map(({ file }) => `e2e/${file}`),
    }
  })
}

/**
 * Names the files that took too long. They fail the run where `CHECK_SLOW_FILES=fail` says that the machine is a measured one,
 * and it does nothing else: on a slower machine, the same file takes longer.
 *
 * @returns how many count as failed
 */
function reportSlowFiles(files: TimedFile[]): number {
  const { lines, tooSlow } = slowFiles(files)
  process.stdout.write(`slowest files:\n${lines.join('\n')}\n`)
  const isCounted = process.env.CHECK_SLOW_FILES === 'fail' && !isBusy()
  for (const { file, seconds } of tooSlow)
    process.stdout.write(`SLOW${isCounted ? '' : ' (not counted)'}  ${file} took ${Math.round(seconds)} s\n`)
  return isCounted ? tooSlow.length : 0
}

/** The journeys of a file take as long as its story; what they took is printed, and not judged. */
function reportSlowJourneys(suites: JourneySuite[]): void {
  const files = suites.map((suite) => ({ file: `e2e/${suite.file}`, seconds: secondsOf(suite) }))
  process.stdout.write(`slowest journeys:\n${slowFiles(files).lines.join('\n')}\n`)
}

function secondsOf({ specs, suites = [] }: JourneySuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  const milliseconds = own.reduce((sum, { duration }) => sum + duration, 0)
  return milliseconds / 1_000 + suites.reduce((sum, suite) => sum + secondsOf(suite), 0)
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: 'passed' | 'failed'; startTime: number; endTime: number }[]
}

interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: JourneySuite[]
}

interface JourneySuite {
  file: string
  specs: { ok: boolean; tests: { results: { duration: number }[] }[] }[]
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
