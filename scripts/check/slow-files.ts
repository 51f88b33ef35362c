import { availableParallelism, loadavg } from 'node:os'

export interface TimedFile {
  file: string
  seconds: number
}

const shown = 10
const mostSeconds = 20

/** Files that may take longer on an idle machine, each with its reason. */
const exceptions: Record<string, { seconds: number; because: string }> = {
  'server/tests/threats/actors/functions-by-actor.test.ts': {
    seconds: 40,
    because: '4,000 cells whose query plans are judged together',
  },
  'server/tests/operations/server-with-a-story.test.ts': {
    seconds: 35,
    because: 'months of two clinics, and thousands of requests about them',
  },
  'server/tests/threats/embedded-server.test.ts': {
    seconds: 30,
    because: 'a server of its own, killed and started again, with the limits of time that it promises',
  },
  'server/features/clinic-export/import-clinic.test.ts': {
    seconds: 40,
    because: '25 archives of a whole clinic, each signed and read again',
  },
  'server/tests/money/billing-kills.test.ts': { seconds: 30, because: 'six processes in a row' },
}

/** The slowest files as lines to print, and those over the limit. */
export function slowFiles(files: TimedFile[]): { lines: string[]; tooSlow: TimedFile[] } {
  const sorted = files.toSorted((a, b) => b.seconds - a.seconds)
  return {
    lines: sorted.slice(0, shown).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
    tooSlow: sorted.filter(({ file, seconds }) => seconds > (exceptions[file]?.seconds ?? mostSeconds)),
  }
}

const loadAtStart = loadavg()[0] ?? 0

/**
 * Whether other programs use the machine, so that durations are meaningless. Windows reports no load and counts as busy.
 * @param load.before of the minute before the checks
 * @param load.after of the last minute of a suite, which has two workers
 */
export function isBusy(
  load = { before: loadAtStart, after: loadavg()[0] ?? 0 },
  cores = availableParallelism(),
): boolean {
  return process.platform === 'win32' || load.before > cores / 2 || load.after > Math.max(cores, 2) + 1.5
}
