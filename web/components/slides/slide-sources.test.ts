import { expect, it } from 'vitest'
import { createSlideCache } from './slide-cache.ts'
import { slideSource } from './slide-sources.ts'
import { wholeSlide } from './slides-api.ts'

const google = 'https://docs.google.com'
const slide = wholeSlide({
  id: 's',
  thumbnailUrl: '/thumbnail',
  exportUrl: '/export',
  alternativeUrls: ['/thumbnail', '/third'],
  embedUrl: `${google}/presentation/d/p/embed?slide=s`,
})
const failed = (...urls: string[]) => new Set(urls)

// spec: B2.14 A slide tries thumbnail, export and alternatives in turn
it('tries thumbnail, export and alternatives in turn, then the provider’s frame, then nothing', () => {
  const frames = [google]
  expect(slideSource(slide, failed(), frames)).toEqual({ kind: 'image', url: '/thumbnail' })
  expect(slideSource(slide, failed('/thumbnail'), frames)).toEqual({ kind: 'image', url: '/export' })
  expect(slideSource(slide, failed('/thumbnail', '/export'), frames)).toEqual({
    kind: 'image',
    url: '/third',
  })
  const none = ['/thumbnail', '/export', '/third']
  expect(slideSource(slide, failed(...none), frames)).toEqual({ kind: 'frame', url: slide.embedUrl })
  expect(slideSource(slide, failed(...none, slide.embedUrl), frames)).toEqual({ kind: 'unavailable' })
})

it.each([
  ['of no provider', []],
  ['of another provider', ['https://example.org']],
])('frames nothing %s', (_name, frames) => {
  expect(slideSource(slide, failed('/thumbnail', '/export', '/third'), frames).kind).toBe('unavailable')
})

it.each(['/learn/p?slide=1', 'javascript:alert(1)', '', `${google}.example.org/x`])(
  'nothing is framed from %j',
  (embedUrl) => {
    const one = wholeSlide({ id: 's', embedUrl })
    expect(slideSource(one, failed(), [google]).kind).toBe('unavailable')
  },
)

it('renders a written slide from its elements', () => {
  const content = {
    elements: [{ type: 'heading' as const, text: 'Hi' }],
    backgroundColor: '#FFFFFF',
    layoutType: 'title',
  }
  expect(slideSource(wholeSlide({ id: 's', content }), failed())).toEqual({ kind: 'content' })
  // the text of a page does not replace its picture
  const page = wholeSlide({ id: 's', content: { ...content, layoutType: 'default' } })
  expect(slideSource(page, failed()).kind).toBe('unavailable')
})

// spec: B9 An entry of the slide cache is valid for 30 minutes
it('starts with the URL that worked, for half an hour', () => {
  let now = 5_000
  const stored = new Map<string, string>()
  const cache = createSlideCache(
    { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
    () => now,
  )
  cache.put('s', '/export')
  expect(slideSource(slide, failed(), [], cache.get('s'))).toEqual({ kind: 'image', url: '/export' })
  expect(slideSource(slide, failed('/export'), [], cache.get('s'))).toEqual({
    kind: 'image',
    url: '/thumbnail',
  })
  now += 1_799_999
  expect(cache.get('s')).toBe('/export')
  now += 1
  expect(cache.get('s')).toBe('')
  expect(cache.get('other')).toBe('')
})
