import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { neverRepeats, RepeatFields, repeatOf } from './repeat-fields.tsx'

const shown = (first: string, changes: object) =>
  renderToStaticMarkup(
    <RepeatFields
      value={{ ...neverRepeats, ...changes }}
      first={first}
      showsProblem={false}
      onChange={() => {}}
    />,
  )

it('repeats on the weekday of the first date and on others', () => {
  const choice = { ...neverRepeats, unit: 'weeks' as const, every: 2, weekdays: [5] }
  expect(repeatOf(choice, '2026-03-16').repeat).toEqual({ everyWeeks: 2, weekdays: [1, 5], count: 6 })
  const html = shown('2026-03-16', choice)
  expect(html.match(/type="checkbox"/g)).toHaveLength(7)
  expect(html.match(/checked=""/g)).toHaveLength(2)
  expect(html.match(/disabled=""/g)).toHaveLength(1)
})

it('offers the weekdays of the month that the first date is', () => {
  const choice = { ...neverRepeats, unit: 'months' as const, nth: -1 as const }
  expect(shown('2026-03-31', choice)).toMatch(/The fifth Tuesday.*The last Tuesday/)
  expect(shown('2026-03-10', choice)).toContain('The second Tuesday')
  expect(repeatOf(choice, '2026-03-31').repeat).toEqual({ everyMonths: 1, nth: -1, count: 6 })
  // another date may not be the last of its month
  expect(repeatOf(choice, '2026-03-10').repeat).toEqual({ everyMonths: 1, nth: 2, count: 6 })
  expect(repeatOf({ ...choice, every: 13 }, '2026-03-10').problem?.field).toBe('every')
})
