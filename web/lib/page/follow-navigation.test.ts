import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followNavigation, type TransitionState } from './follow-navigation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function shown() {
  const states: TransitionState[] = []
  return { states, show: (state: TransitionState) => void states.push(state) }
}

// spec: A4 A page transition takes 300 ms twice
// spec: A9 A page transition takes 300 ms twice
test('a loaded page is complete after 300 ms and idle after another 300', () => {
  const { states, show } = shown()
  followNavigation(false, show)
  vi.advanceTimersByTime(299)
  expect(states).toEqual(['loading'])
  vi.advanceTimersByTime(1)
  expect(states).toEqual(['loading', 'complete'])
  vi.advanceTimersByTime(299)
  expect(states).toEqual(['loading', 'complete'])
  vi.advanceTimersByTime(1)
  expect(states).toEqual(['loading', 'complete', 'idle'])
})

test('a page that is still loading stays loading', () => {
  const { states, show } = shown()
  followNavigation(true, show)
  vi.advanceTimersByTime(10_000)
  expect(states).toEqual(['loading'])
})

test('the next navigation starts over', () => {
  const { states, show } = shown()
  const stop = followNavigation(false, show)
  vi.advanceTimersByTime(200)
  stop()
  followNavigation(false, show)
  vi.advanceTimersByTime(299)
  expect(states).toEqual(['loading', 'loading'])
})
