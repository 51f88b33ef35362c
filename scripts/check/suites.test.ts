import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Counts, repeated } from './suites.ts'

const again = (counts: Counts) => vi.fn(async (_files: string[]) => counts)
const healed = { passed: 12, failed: 0 }
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('failing files run once more, alone (docs/decisions/0104)', () => {
  it.each([
    ['fails the run', '', { passed: 98, failed: 2 }],
    ['passes where the machine is shared', 'report', { passed: 100, failed: 0 }],
  ])('a failure that does not happen again is named, and %s', async (_what, setting, counted) => {
    vi.stubEnv('CHECK_FLAKY', setting)
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const second = again(healed)
    const first = { counts: { passed: 98, failed: 2 }, failing: ['a.test.ts', 'b.test.ts'] }
    expect(await repeated(first, second)).toEqual(counted)
    expect(second).toHaveBeenCalledExactlyOnceWith(['a.test.ts', 'b.test.ts'])
    expect(said).toHaveBeenLastCalledWith('FLAKY  2 failed once and passed alone: a.test.ts b.test.ts\n')
    said.mockRestore()
  })

  it('a failure that happens again fails', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const first = { counts: { passed: 98, failed: 2 }, failing: ['a.test.ts'] }
    expect(await repeated(first, again({ passed: 11, failed: 1 }))).toEqual(first.counts)
    said.mockRestore()
  })

  it.each([
    ['outside a file', []],
    ['in more than six files', [...'abcdefg'].map((name) => `${name}.test.ts`)],
  ])('failures %s are not repeated', async (_where, failing) => {
    const second = again(healed)
    const first = { counts: { passed: 98, failed: 4 }, failing }
    expect(await repeated(first, second)).toEqual(first.counts)
    expect(second).not.toHaveBeenCalled()
  })

  it('a run without failures is not repeated', async () => {
    const second = again(healed)
    expect(await repeated({ counts: healed, failing: [] }, second)).toEqual(healed)
    expect(second).not.toHaveBeenCalled()
  })
})
