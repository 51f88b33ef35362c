import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clinicKey, createQueryClient, lookupTimes, membersTimes, queryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Number of requests when a read is mounted again after each pause. @param pausesMs after the answer before */
async function timesSent(client: QueryClient, times: object, pausesMs: readonly number[]): Promise<number> {
  let sent = 0
  const query = { queryKey: clinicKey('sunrise', 'times'), queryFn: async () => ++sent, ...times }
  await client.fetchQuery(query)
  for (const pauseMs of pausesMs) {
    await vi.advanceTimersByTimeAsync(pauseMs)
    await client.fetchQuery(query)
  }
  client.clear()
  return sent
}

// spec: A9 Reads are stale after 30 s
test('reads are stale after 30 s', async () => {
  expect(await timesSent(queryClient, {}, [29_999])).toBe(1)
  expect(await timesSent(queryClient, {}, [30_000])).toBe(2)
})

// spec: A9 A clinic’s lookup is fresh for 5 minutes
test('a clinic lookup is fresh for 5 minutes', async () => {
  expect(await timesSent(queryClient, lookupTimes, [299_999])).toBe(1)
  expect(await timesSent(queryClient, lookupTimes, [300_000])).toBe(2)
})

// spec: A9 A clinic’s lookup stays in memory for 10 minutes
test('an unused clinic lookup stays in the cache for 10 minutes', async () => {
  const client = new QueryClient()
  const queryKey = clinicKey('sunrise', 'clinic')
  await client.prefetchQuery({ queryKey, queryFn: async () => 'Sunrise', ...lookupTimes })
  await vi.advanceTimersByTimeAsync(599_000)
  expect(client.getQueryData(queryKey)).toBe('Sunrise')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(client.getQueryData(queryKey)).toBeUndefined()
})

// spec: A9 A failed read is sent once more, a clinic lookup twice, without a refetch on focus
test('retries a failed read once and a clinic lookup twice, and does not refetch on focus', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  expect([queries?.retry, lookupTimes.retry, mutations?.retry]).toEqual([1, 2, false])
  expect(queries?.refetchOnWindowFocus).toBe(false)
})

// spec: B7 Members are stale after 2 minutes, read again on focus and retried twice
test('the members list is stale after 2 minutes, refetched on focus and retried twice', () => {
  expect(membersTimes).toEqual({ staleTime: 120_000, retry: 2, refetchOnWindowFocus: true })
})

test('reads again after a first read that was running during the change', async () => {
  const client = createQueryClient()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let sent = 0
  const observer = new QueryObserver(client, {
    queryKey: clinicKey('sunrise', 'waitlist'),
    queryFn: () => answers[sent++]?.promise ?? 'too often',
  })
  const close = observer.subscribe(() => undefined)
  const read = client.invalidateQueries({ queryKey: clinicKey('sunrise', 'waitlist') })
  answers[0]?.resolve('before the change')
  await vi.waitFor(() => expect(sent).toBe(2))
  answers[1]?.resolve('after the change')
  await read
  expect(observer.getCurrentResult().data).toBe('after the change')
  expect(sent).toBe(2)
  close()
})
