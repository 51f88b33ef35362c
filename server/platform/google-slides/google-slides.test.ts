import { expect, it } from 'vitest'
import {
  getPresentation,
  getThumbnail,
  googleSlidesApi,
  SlidesRefused,
  slidesLimits,
} from './google-slides.ts'

interface Asked {
  url: string
  token: string | null
}

/** Answers by the end of the address. */
function api(answers: Record<string, () => Response>) {
  const asked: Asked[] = []
  const own: typeof fetch = async (input, init) => {
    const url = String(input)
    asked.push({ url, token: new Headers(init?.headers).get('authorization') })
    const [, answer] = Object.entries(answers).find(([part]) => url.includes(part)) ?? []
    if (!answer) throw new TypeError('no such address')
    return answer()
  }
  return { asked, api: { ...googleSlidesApi, fetch: own } }
}
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'read',
    (error: unknown) => (error instanceof SlidesRefused ? error.reason : error),
  )

it('reads a presentation with the token', async () => {
  const { api: google, asked } = api({
    '/v1/presentations/deck': () => Response.json({ title: 'Knees', slides: [{ objectId: 'p1' }] }),
  })
  expect(await getPresentation(google, 'secret', 'deck')).toEqual({
    title: 'Knees',
    slides: [{ pageId: 'p1', text: '', notes: '' }],
  })
  expect(asked).toEqual([
    { url: 'https://slides.googleapis.com/v1/presentations/deck', token: 'Bearer secret' },
  ])
})

it('reads a picture from the address in the answer, without the token', async () => {
  const { api: google, asked } = api({
    '/thumbnail': () => Response.json({ contentUrl: 'https://lh7-us.googleusercontent.com/picture' }),
    'googleusercontent.com/picture': () => new Response('png'),
  })
  expect(Buffer.from(await getThumbnail(google, 'secret', 'deck', 'p1')).toString()).toBe('png')
  expect(asked[0]?.url).toContain('thumbnailProperties.thumbnailSize=LARGE')
  expect(asked[1]?.token).toBeNull()
})

it.each([
  'http://lh7.googleusercontent.com/x',
  'https://example.org/x',
  'https://googleusercontent.com.example.org/x',
  'https://evilgoogleusercontent.com/x',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  42,
])('reads no picture from %j', async (contentUrl) => {
  const { api: google, asked } = api({ '/thumbnail': () => Response.json({ contentUrl }) })
  expect(await refusalOf(getThumbnail(google, 'secret', 'deck', 'p1'))).toBe('failed')
  expect(asked).toHaveLength(1)
})

it.each([
  [401, 'not_shared'],
  [403, 'not_shared'],
  [404, 'not_shared'],
  [429, 'busy'],
  [500, 'failed'],
])('a status of %i is %s', async (status, reason) => {
  const { api: google } = api({ '/v1/': () => new Response('{}', { status }) })
  expect(await refusalOf(getPresentation(google, 'secret', 'deck'))).toBe(reason)
})

it('refuses too many slides and endless answers', async () => {
  const slides = Array.from({ length: slidesLimits.slides + 1 }, (_, at) => ({ objectId: `p${at}` }))
  const many = api({ '/v1/': () => Response.json({ slides }) })
  expect(await refusalOf(getPresentation(many.api, 'secret', 'deck'))).toBe('too_many_slides')
  const endless = api({
    '/thumbnail': () => Response.json({ contentUrl: 'https://lh7.googleusercontent.com/endless' }),
    '/endless': () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
        }),
      ),
  })
  expect(await refusalOf(getThumbnail(endless.api, 'secret', 'deck', 'p1'))).toBe('too_large')
})

it('escapes an id in the address', async () => {
  const { api: google, asked } = api({ '/v1/': () => Response.json({}) })
  await getPresentation(google, 'secret', '../../v2/x?y=')
  expect(asked[0]?.url).toBe('https://slides.googleapis.com/v1/presentations/..%2F..%2Fv2%2Fx%3Fy%3D')
})

it('treats a missing or non-JSON answer as a failure', async () => {
  expect(await refusalOf(getPresentation(api({}).api, 'secret', 'deck'))).toBe('failed')
  const { api: google } = api({ '/v1/': () => new Response('<html>') })
  expect(await refusalOf(getPresentation(google, 'secret', 'deck'))).toBe('failed')
})
