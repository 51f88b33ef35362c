import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { engineSuites } from './engine-suites.ts'
import { root } from './tool.ts'

const suites = engineSuites()

it.each([
  ['policies', 'db/tests/tenant-escape/tenant-escape.test.ts'],
  ['threats through the whole server', 'server/tests/threats/actors/functions-by-actor.test.ts'],
  ['stories of money', 'server/tests/money/clinic-story.test.ts'],
  ['races in any folder', 'server/features/appointments/booking/book-appointment.test.ts'],
  ['what only a Postgres server does', 'server/tests/live/two-processes.test.ts'],
])('%s run on a Postgres server', (_what, file) => {
  expect(existsSync(join(root, file))).toBe(true)
  expect(suites).toContain(file)
})

it.each([
  ['one call at a time', 'server/features/plans/archive-plan.test.ts'],
  ['a server on its embedded database', 'server/tests/operations/server-with-a-story.test.ts'],
])('%s runs on PGlite alone', (_what, file) => {
  expect(existsSync(join(root, file))).toBe(true)
  expect(suites).not.toContain(file)
})
