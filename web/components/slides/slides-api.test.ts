import { beforeEach, describe, expect, it } from 'vitest'
import {
  featuredRetryMs,
  fetchPresentations,
  fetchSlides,
  type SlidesPort,
  wholeSlide,
} from './slides-api.ts'

let asked: string[]
let waited: number[]
let now: number
let stored: Map<string, string>
beforeEach(() => {
  asked = []
  waited = []
  now = 1_000_000
  stored = new Map()
})

const port = (...answers: (() => Response | Promise<Response>)[]): SlidesPort => ({
  async get(path) {
    asked.push(path)
    return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Promise.reject(new Error('no answer'))
  },
  async wait(ms) {
    waited.push(ms)
  },
  now: () => now,
  storage: {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  },
})
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })
const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: Error) => error.message,
  )

describe('list-presentations', () => {
  // spec: B3 thumbnailUrl falls back to thumbnailLink
  it('reads the thumbnailLink of a presentation without thumbnailUrl', async () => {
    const list = json([{ id: 'a', thumbnailLink: '/link' }])
    expect(await fetchPresentations(port(list))).toMatchObject([{ id: 'a', thumbnailUrl: '/link' }])
  })

  // spec: B7 list-presentations is tried three times, after 500 and 1,500 ms
  // spec: B9 Presentations are tried three times
  it('tries at most three times, after 500 and 1500 ms', async () => {
    const calls = port(json({}, 500), () => Promise.reject(new TypeError('lost')), json([{ id: 'a' }]))
    expect(await fetchPresentations(calls)).toEqual([{ id: 'a', thumbnailUrl: '' }])
    expect(asked).toHaveLength(3)
    expect(waited).toEqual([500, 1_500])
  })

  // spec: B7 A failed list-presentations names the message, the text or the default
  it.each([
    ['the message of a JSON body', json({ message: 'Sign in first' }, 401), 'Sign in first'],
    ['the raw text', () => new Response('Bad gateway', { status: 502 }), 'Bad gateway'],
    ['a sentence of its own', () => new Response('', { status: 502 }), 'Failed to fetch presentations'],
  ])('reports %s as the cause of the failure', async (_name, answer, cause) => {
    const error = (await fetchPresentations(port(answer)).catch((thrown) => thrown)) as Error
    expect(error.message).toBe('Failed to fetch presentations after multiple attempts')
    expect((error.cause as Error).message).toBe(cause)
    expect(asked).toHaveLength(3)
  })
})

describe('get-presentation-slides', () => {
  const slides = { success: true, presentationId: 'p', title: 'Knees', slides: [{ id: 's' }] }
  const of = (calls: SlidesPort, more: object = {}) =>
    fetchSlides(calls, { owner: 'ana', presentationId: 'p', ...more })

  // spec: B7 Slides are asked for as LARGE
  it('requests LARGE, and gives each slide its defaults', async () => {
    expect(await of(port(json(slides)))).toEqual({ title: 'Knees', slides: [wholeSlide({ id: 's' })] })
    expect(asked).toEqual(['get-presentation-slides?presentationId=p&thumbnailSize=LARGE'])
  })

  // spec: B5 Slides need an id and a list
  // spec: B8 A failed read of slides shows the error of the answer, else the default
  it.each([
    ['without an id', () => of(port(json(slides)), { presentationId: '' }), 'Presentation ID is required'],
    ['no list', () => of(port(json({ title: 'Knees' }))), 'Invalid response format from presentation API'],
    ['no JSON', () => of(port(() => new Response('?'))), 'Invalid response format from presentation API'],
    ['its error', () => of(port(json({ error: 'Not yours' }, 404))), 'Not yours'],
    [
      'another failure',
      () => of(port(() => new Response('', { status: 500 }))),
      'Failed to fetch presentation slides',
    ],
  ])('%s', async (_name, call, message) => {
    expect(await messageOf(call())).toBe(message)
  })

  // spec: B7 Stored slides are used for less than five minutes
  it('reads the session’s storage for five minutes', async () => {
    const calls = port(json(slides))
    await of(calls)
    now += 299_999
    await of(calls)
    expect(asked).toHaveLength(1)
    now += 1
    await of(calls)
    expect(asked).toHaveLength(2)
  })

  it('stores each presentation, size and user separately', async () => {
    const calls = port(json(slides))
    await of(calls)
    await of(calls, { thumbnailSize: 'SMALL' })
    await of(calls, { owner: 'ben' })
    await of(calls, { presentationId: 'q' })
    expect(asked).toHaveLength(4)
    await of(calls, { isAnew: true })
    expect(asked).toHaveLength(5)
  })

  it('works without a storage, and with a broken entry', async () => {
    const calls = port(json(slides))
    stored.set('carefold-slides ana p LARGE', '{"timestamp":')
    const full = {
      ...calls,
      storage: {
        ...calls.storage,
        setItem() {
          throw new Error('quota')
        },
      },
    }
    expect((await of(full)).title).toBe('Knees')
  })
})

// spec: B7 Featured presentations are tried again after at most 10 s
it('the featured list is retried after 1, 2, 4 s and at most 10', () => {
  expect([0, 1, 2, 3, 4, 9].map(featuredRetryMs)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

it('a draft is neither read from the storage nor stored', async () => {
  const calls = port(json({ title: 'Knees', slides: [] }))
  for (let times = 0; times < 2; times++)
    await fetchSlides(calls, { owner: 'ana', presentationId: 'p', isDraft: true })
  expect(asked).toEqual(
    Array(2).fill('get-presentation-slides?presentationId=p&thumbnailSize=LARGE&version=draft'),
  )
  expect(stored.size).toBe(0)
})

// spec: B3 Alternative addresses are distinct, and a slide has its defaults
it('alternative URLs are those of the pictures, each once', () => {
  expect(wholeSlide({ thumbnailUrl: '/a', exportUrl: '/a' }).alternativeUrls).toEqual(['/a'])
  expect(wholeSlide({ thumbnailUrl: '/a', exportUrl: '/b' }).alternativeUrls).toEqual(['/a', '/b'])
  expect(wholeSlide({ thumbnailLink: '/link' }).thumbnailUrl).toBe('/link')
  expect(wholeSlide({ thumbnailUrl: '/url', thumbnailLink: '/link' }).thumbnailUrl).toBe('/url')
  expect(wholeSlide({}).content).toEqual({ elements: [], backgroundColor: '#FFFFFF', layoutType: 'default' })
})
