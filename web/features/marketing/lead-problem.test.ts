import { afterEach, expect, test, vi } from 'vitest'
import type { ApiError } from '#web/lib/fetch/api-error.ts'
import { insertLead } from '#web/lib/fetch/open-calls.ts'
import { leadProblem } from './lead-problem.ts'

afterEach(() => vi.unstubAllGlobals())

async function sentenceAfter(answer: () => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', answer)
  return insertLead('ada@clinic.test').then(
    () => '',
    (error: ApiError) => leadProblem(error),
  )
}

const refusal = (status: number, code: string) => async () =>
  Response.json({ code, message: 'refused', details: null, hint: null }, { status })

// spec: A8 A refused lead says that it is known, failed or unexpected
test.each([
  ['an address that is there already', refusal(409, '23505'), 'This email has already been submitted.'],
  ['any other refusal', refusal(403, '42501'), 'Submission failed. Please try again.'],
  [
    'no network',
    async () => {
      throw new TypeError('Failed to fetch')
    },
    'An unexpected error occurred. Please try again.',
  ],
  [
    'a page of a proxy',
    async () => new Response('<html>Bad gateway</html>', { status: 502 }),
    'An unexpected error occurred. Please try again.',
  ],
])('%s', async (_, answer, sentence) => {
  expect(await sentenceAfter(answer)).toBe(sentence)
})
