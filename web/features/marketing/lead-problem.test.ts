import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import { leadProblem } from './lead-problem.ts'

/** The sentence after an answer, as the data API's client reports it. */
async function sentenceAfter(answer: () => Promise<Response>): Promise<string> {
  const client = new PostgrestClient('http://data.test', { fetch: answer, retry: false })
  const { error } = await client.from('leads').insert({ email: 'ada@clinic.test' })
  return error ? leadProblem(error) : ''
}

const refusal = (status: number, code: string) => async () =>
  Response.json({ code, message: 'refused', details: null, hint: null }, { status })

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
