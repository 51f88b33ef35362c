import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { unlessTaken } from '#server/features/appointments/booking/time-taken.ts'
import { isConstraint } from './refused-value.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

describe('isConstraint', () => {
  it('recognizes a constraint, also of a shard', () => {
    expect(isConstraint({ constraint: 'busy_times_room_excl' }, 'busy_times_room_excl')).toBe(true)
    expect(isConstraint({ constraint: 'busy_times_room_excl_102008' }, 'busy_times_room_excl')).toBe(true)
  })

  it('does not recognize another one', () => {
    expect(isConstraint({ constraint: 'busy_times_room_excl_later' }, 'busy_times_room_excl')).toBe(false)
    expect(isConstraint({ constraint: 'busy_times_patient_excl' }, 'busy_times_room_excl')).toBe(false)
    expect(isConstraint(new Error('no constraint'), 'busy_times_room_excl')).toBe(false)
  })

  it('names the field of a refused visit on a shard as on its table', async () => {
    const refused = (constraint: string) =>
      unlessTaken(() => Promise.reject({ code: '23P01', constraint })).catch(
        (error: { fields: object[] }) => error.fields,
      )
    const plain = await refused('busy_times_room_excl')
    expect(plain).toEqual([expect.objectContaining({ path: 'roomId' })])
    expect(await refused('busy_times_room_excl_102008')).toEqual(plain)
  })

  it('is the only way to compare the name of a constraint', () => {
    const comparison =
      /\bconstraint\)?\s*[!=]==|[!=]==?\s*'(?!api_key')\w+_(?:key|pkey|fkey|check|excl)'|\[constraint\b/
    const found = globSync('{server,domain,sandbox,scripts,web}/**/*.{ts,tsx}', { cwd: root })
      // relationships of the data API are read from the catalog and named by callers
      .filter(
        (file) =>
          !file.includes('.test.') && !file.startsWith('server/rest/') && !file.endsWith('refused-value.ts'),
      )
      .filter((file) => comparison.test(readFileSync(`${root}${file}`, 'utf8')))
    expect(found).toEqual([])
  })
})
