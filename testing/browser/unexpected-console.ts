import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

// Loaded before every test file: what is written with console.error or console.warn fails the test (or, outside of one,
// the file). Ours never does, so it is a library that complains. A test that expects it says so with a spy:
// vi.spyOn(console, 'error').mockImplementation(() => {})

const written: string[] = []
for (const method of ['error', 'warn'] as const) {
  console[method] = (...args: unknown[]) => {
    written.push(`console.${method}: ${format(...args)}`)
  }
}

function expectNothingWritten(): void {
  expect(written.splice(0), 'written to the console').toEqual([])
}
afterEach(expectNothingWritten)
afterAll(expectNothingWritten)
