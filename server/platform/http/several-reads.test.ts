import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { answerReads } from './several-reads.ts'

const read = {
  method: 'GET',
  path: '/rest/v1/clinics?name=eq.%7B',
  headers: { accept: 'a"{b', prefer: '\\"{' },
}
const post = { method: 'POST', path: '/functions/v1/message-counts', headers: {}, body: '{"a":[{"b":"}"}]}' }
const list = JSON.stringify([read, post, read])

async function costOf(body: string): Promise<{ units: number; answered: number; code?: string }> {
  let units = 0
  let answered = 0
  const request = new Request('http://localhost/reads/v1', { method: 'POST', body })
  try {
    const answer = await answerReads(request, {
      isVisitor: true,
      prepay: (asked) => {
        units += asked
      },
      answer: async () => {
        answered += 1
        return new Response('')
      },
    })
    await answer.text()
    return { units, answered }
  } catch (error) {
    return { units, answered, code: (error as AppError).code }
  }
}

it.each([
  ['six of a person', false, 6],
  ['two of a visitor', true, 2],
])('answers at most %s at once', async (_whose, isVisitor, most) => {
  let running = 0
  let seen = 0
  const reads = Array(12).fill(read)
  const request = new Request('http://localhost/reads/v1', {
    method: 'POST',
    body: JSON.stringify({ reads }),
  })
  const answer = await answerReads(request, {
    isVisitor,
    prepay: () => {},
    answer: async () => {
      seen = Math.max(seen, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return new Response('')
    },
  })
  await answer.text()
  expect(seen).toBe(most)
})

describe('several reads cost a unit each, in advance', () => {
  it.each([
    ['as they are sent', `{"reads":${list}}`, 3],
    ['with blanks', ` { "reads" :\n ${JSON.stringify(JSON.parse(list), null, 2)} } `, 3],
    ['under an escaped name', `{"r\\u0065ads":${list}}`, 3],
    ['twice, of which the last counts', `{"reads":[{}],"reads":${list}}`, 4],
  ])('%s', async (_what, body, units) => {
    expect(await costOf(body)).toEqual({ units, answered: 3 })
  })

  it.each([
    ['no reads', '{"reads":[]}', 1, 'invalid_input'],
    ['no body', '', 1, 'bad_json'],
    ['no JSON', `{"reads":${list}`, 3, 'bad_json'],
    ['a string without an end', '{"reads":[{},{"a', 2, 'bad_json'],
    [
      'more than there may be',
      `{"reads":[${Array(41).fill(JSON.stringify(read)).join()}]}`,
      41,
      'invalid_input',
    ],
    [
      'what is no read',
      '{"reads":[{"method":"POST","path":"/functions/v1/close-plan","headers":{}}]}',
      1,
      'not_found',
    ],
  ])('%s too', async (_what, body, units, code) => {
    expect(await costOf(body)).toEqual({ units, answered: 0, code })
  })

  it('are not parsed without units', async () => {
    const request = new Request('http://localhost/reads/v1', { method: 'POST', body: `{"reads":${list}` })
    const refused = answerReads(request, {
      isVisitor: true,
      prepay: () => {
        throw new AppError('rate_limited')
      },
      answer: () => Promise.reject(new Error('was answered')),
    })
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' })
  })
})
