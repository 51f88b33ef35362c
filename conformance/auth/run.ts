import { families } from './cases/index.ts'
import { runCase } from './run-case.ts'
import { openWorld } from './world.ts'

/**
 * `npm run conformance`: every case of the auth contract against the stand-alone service; the last line is `N passed,
 * N failed`. `npm run conformance -- signup verify` runs families by prefix.
 */
const wanted = process.argv.slice(2)
const world = await openWorld()
let passed = 0
let failed = 0
for (const { name, cases } of families) {
  if (wanted.length > 0 && !wanted.some((prefix) => name.startsWith(prefix))) continue
  const before = { passed, failed }
  for (const given of cases) {
    const problems = await runCase(world, given)
    if (problems.length === 0) passed += 1
    else {
      failed += 1
      say(`FAILED  ${name}: ${given.name}\n        ${problems.join('\n        ')}`)
    }
  }
  say(`${failed > before.failed ? 'FAILED' : 'ok'}  ${name} (${passed - before.passed} of ${cases.length})`)
}
await world.close()
say(`${passed} passed, ${failed} failed`)
process.exit(failed || !passed ? 1 : 0)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
