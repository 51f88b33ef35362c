import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takesKeys } from './takes-keys.ts'

/** An element in nested containers, each given as the only selector it matches. */
class FakeElement {
  readonly around: readonly string[]
  constructor(...around: string[]) {
    this.around = around
  }
  closest(selectors: string): FakeElement | null {
    return selectors.split(', ').some((selector) => this.around.includes(selector)) ? this : null
  }
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement)
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const inside = (...around: string[]) => takesKeys(new FakeElement(...around) as never)

test.each(['input', 'textarea', 'select', '[role="dialog"]', '[role="menu"]'])(
  '%s takes its keys',
  (taker) => {
    expect(inside(taker, 'li')).toBe(true)
  },
)

test('a button and a link leave keys to their container', () => {
  expect(inside('button', 'li')).toBe(false)
  expect(inside('a', 'li')).toBe(false)
  expect(takesKeys(null)).toBe(false)
})
