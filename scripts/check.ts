import { globSync } from 'node:fs'
import { changedFiles } from './check/changed-files.ts'
import { engineSuites } from './check/engine-suites.ts'
import { type Counts, playwright, vitest } from './check/suites.ts'
import { endTools, root, runTool } from './check/tool.ts'

// `npm test`: every check, ending in one line `N passed, N failed`. `npm test -- changed [BASE]`: checks affected by the
// changes since BASE, without the browser (check/changed-files.ts). `npm test -- database`: the suites whose result can
// depend on the engine, on the Postgres of TEST_DATABASE_URL (check/engine-suites.ts).

interface Check {
  name: string
  run(): Promise<Counts>
}

const typeCheck = tool('type check', 'typescript', [
  '-p',
  '.',
  '--incremental',
  '--tsBuildInfoFile',
  '.build/types.json',
])
const lint = tool('lint and format', '@biomejs/biome', ['ci', '--error-on-warnings', '.'])
const unused = [
  tool('every file, export and package is used', 'knip', ['--no-progress']),
  tool('every export is used outside of tests', 'knip', [
    '--no-progress',
    '--production',
    '--include=files,exports,types',
  ]),
]
const types = tool('types of the schema are up to date', 'scripts/schema/dump-schema.ts', ['--check'])

const everything: Check[][] = [
  [typeCheck, lint, ...unused, types],
  [{ name: 'unit, database and contract tests', run: () => vitest([]) }],
  [{ name: 'browser journeys', run: playwright }],
]
const database: Check[][] = [[{ name: 'database tests', run: () => vitest(engineSuites()) }]]

const [selection, base] = process.argv.slice(2)
process.once('SIGTERM', () => {
  endTools()
  process.exit(143)
})

const total: Counts = { passed: 0, failed: 0 }
for (const group of selected()) {
  for (const { passed, failed } of await Promise.all(group.map(runCheck))) {
    total.passed += passed
    total.failed += failed
  }
}
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed || !total.passed ? 1 : 0

function selected(): Check[][] {
  if (selection === undefined) return everything
  if (selection === 'database') return database
  if (selection === 'changed') return changed(base)
  say(`npm test knows "changed" and "database", not "${selection}"`)
  process.exit(1)
}

function changed(since?: string): Check[][] {
  const { commit, files } = changedFiles(since)
  say(`${files.length} files differ from ${commit.slice(0, 8)}`)
  const migrates = files.some((file) => file.startsWith('db/migrations/'))
  const tests = globSync(migrates ? ['scripts/**/*.test.ts', 'db/**/*.test.ts'] : ['scripts/**/*.test.ts'], {
    cwd: root,
  })
  const sources = files.filter((file) => /\.tsx?$/.test(file))
  return [
    [typeCheck, lint, ...unused, ...(migrates ? [types] : [])],
    [{ name: 'tests that the changes reach', run: () => vitest(['related', ...sources, ...tests]) }],
  ]
}

async function runCheck({ name, run }: Check): Promise<Counts> {
  const startedAt = Date.now()
  const counts = await run()
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const verdict = counts.failed ? 'FAILED' : 'ok'
  say(`${verdict}  ${name} (${counts.passed} passed, ${counts.failed} failed, ${seconds} s)`)
  return counts
}

function tool(name: string, program: string, args: string[]): Check {
  return {
    name,
    async run() {
      const { code, output } = await runTool(program, args, { keepOutput: true })
      if (code === 0) return { passed: 1, failed: 0 }
      process.stdout.write(output)
      return { passed: 0, failed: 1 }
    },
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
