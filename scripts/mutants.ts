import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { moneyMutants } from './mutants/money.ts'
import type { Mutant } from './mutants/mutant.ts'
import { policyMutants } from './mutants/policies.ts'
import { specificationMutants } from './mutants/specification.ts'

// `npm run mutants [-- WORD]`: plants each error of scripts/mutants/ (whose name has WORD) in a copy of the working tree,
// one at a time, and expects its tests to fail.

const [word = ''] = process.argv.slice(2)
const chosen = [...moneyMutants, ...policyMutants, ...specificationMutants].filter(({ name }) =>
  name.includes(word),
)
const copy = mkdtempSync(join(tmpdir(), 'carefold-mutants-'))
try {
  copyTree(copy)
  const survivors: string[] = []
  for (const mutant of chosen) {
    const isKilled = await dies(mutant)
    process.stdout.write(`${isKilled ? 'killed  ' : 'SURVIVED'}  ${mutant.name}\n`)
    if (!isKilled) survivors.push(mutant.name)
  }
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
  const isGreen = (await runTests(tests)) === 0
  if (!isGreen) process.stdout.write('The tests fail without any mutant: nothing is proved.\n')
  process.exitCode = isGreen && survivors.length === 0 && chosen.length > 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function copyTree(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(file, join(to, file), { force: true })
  }
  symlinkSync(resolve('node_modules'), join(to, 'node_modules'), 'junction')
}

async function dies({ edits, tests }: Mutant): Promise<boolean> {
  const before = edits.map(({ file }) => ({ path: join(copy, file), source: readFileSync(file, 'utf8') }))
  for (const { file, find, replace } of edits) {
    const path = join(copy, file)
    const source = readFileSync(path, 'utf8')
    if (source.split(find).length !== 2) throw new Error(`not exactly once in ${file}: ${find}`)
    writeFileSync(
      path,
      source.replace(find, () => replace),
    )
  }
  try {
    return (await runTests(tests)) !== 0
  } finally {
    for (const { path, source } of before) writeFileSync(path, source)
  }
}

function runTests(tests: string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn('npx', ['vitest', 'run', '--bail=1', ...tests], {
      cwd: copy,
      stdio: 'ignore',
      shell: process.platform === 'win32',
    })
    child.on('error', () => done(1))
    child.on('exit', (code) => done(code ?? 1))
  })
}
