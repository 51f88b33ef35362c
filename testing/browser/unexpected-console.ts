import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

// Loaded before every test file: output of console.error or console.warn fails the test (or, outside of one, the file),
// because only libraries use them. A test that expects output declares it: vi.spyOn(console, 'error').mockImplementation(()
// => {})

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
