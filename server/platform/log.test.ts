import { expect, it } from 'vitest'
import { createLogger } from './log.ts'

function lineOf(error: unknown): Record<string, unknown> {
  const lines: string[] = []
  createLogger('debug', (line) => lines.push(line)).error('job.failed', { error })
  return JSON.parse(lines[0] ?? '{}')
}

it.each([
  ['550 5.1.1 <robin@example.test>: unknown', '550 5.1.1 <<address>>: unknown'],
  ['Invalid email address: robin.o’lane@example.test', 'Invalid email address: <address>'],
  ["The 'To' number +1 (907) 555-0142 is not valid", "The 'To' number <number> is not valid"],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ['null value in column "name" of relation "tasks"', 'null value in column "name" of relation "tasks"'],
])('hides whom an error’s words repeat: %s', (message, logged) => {
  expect(lineOf(new Error(message))).toMatchObject({ errorMessage: logged })
})

it('hides them where the thrown value is not an error', () => {
  expect(lineOf('no mailbox robin@example.test')).toMatchObject({ errorMessage: 'no mailbox <address>' })
})

it('hides the value that Postgres could not read', () => {
  const error = Object.assign(new Error('invalid input syntax for type date: "my "knee" hurts"'), {
    code: '22007',
  })
  expect(lineOf(error)).toMatchObject({
    errorMessage: 'invalid input syntax for type date: "…"',
    errorCode: '22007',
  })
})

it('hides them in causes too, and logs only the calls of a stack', () => {
  const cause = new Error('refused\nrobin@example.test\nNo such person as Robin')
  const line = lineOf(new Error('not sent', { cause }))
  const { stack } = line.cause as { stack: string[] }
  expect(stack.length).toBeGreaterThan(1)
  for (const call of stack) expect(call).toMatch(/^at /)
  expect(JSON.stringify(stack)).not.toContain('Robin')
})
