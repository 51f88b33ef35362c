import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clinicKey } from '../fetch/query-client.ts'
import { afterPage } from './after-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aPage() {
  const queryClient = new QueryClient()
  const calls: string[] = []
  const read = (name: string) => {
    let answer = (_: string) => {}
    const answered = new Promise<string>((done) => {
      answer = done
    })
    void queryClient.prefetchQuery({ queryKey: clinicKey('sunrise', name), queryFn: () => answered })
    return async () => {
      answer('here')
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  return { calls, read, stop: afterPage(queryClient, () => calls.push('now'), 500) }
}

test('waits until everything is read, and then for the pause', async () => {
  const page = aPage()
  const answer = page.read('plans')
  await vi.advanceTimersByTimeAsync(5_000)
  await answer()
  await vi.advanceTimersByTimeAsync(499)
  expect(page.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(page.calls).toEqual(['now'])
})

test('waits for reads that follow', async () => {
  const page = aPage()
  await page.read('plans')()
  await vi.advanceTimersByTimeAsync(400)
  const answer = page.read('prices')
  await vi.advanceTimersByTimeAsync(400)
  expect(page.calls).toEqual([])
  await answer()
  await vi.advanceTimersByTimeAsync(500)
  expect(page.calls).toEqual(['now'])
})

test('calls once, and not after it was canceled', async () => {
  const [page, left] = [aPage(), aPage()]
  left.stop()
  await vi.advanceTimersByTimeAsync(500)
  await page.read('plans')()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([page.calls, left.calls]).toEqual([['now'], []])
})
