import { families } from './cases/index.ts'
import { runExample } from './run-example.ts'
import { openWorld } from './world.ts'

/**
 * `npm run conformance:rest`: every example of the data API against the stand-alone service; the last line is `N
 * passed, N failed`. `npm run conformance:rest -- reading` runs families by prefix.
 */
const wanted = process.argv.slice(2)
const world = await openWorld()
const all = { passed: 0, failed: 0, followed: 0, inScope: 0 }
for (const { name, follows, examples } of families) {
  if (wanted.length > 0 && !wanted.some((prefix) => name.startsWith(prefix))) continue
  let passed = 0
  for (const [promise, example] of Object.entries(examples)) {
    const problems = await runExample(world, example)
    if (problems.length === 0) passed += 1
    else say(`FAILED  ${name}: ${promise}\n        ${problems.join('\n        ')}`)
  }
  const total = Object.keys(examples).length
  all.passed += passed
  all.failed += total - passed
  all.inScope += follows?.inScope ?? 0
  all.followed += Math.min(total, follows?.inScope ?? 0)
  say(`${passed < total ? 'FAILED' : 'ok'}  ${name} (${passed} of ${total}${inScopeOf(follows)})`)
}
await world.close()
say(`${all.followed} of the ${all.inScope} examples in scope of PostgREST's own specification are among them`)
say(`${all.passed} passed, ${all.failed} failed`)
process.exit(all.failed || !all.passed ? 1 : 0)

function inScopeOf(follows: { spec: string; inScope: number } | undefined): string {
  return follows ? `; ${follows.spec} has ${follows.inScope} in scope` : ''
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
